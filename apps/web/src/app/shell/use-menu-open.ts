import { api } from '@guiche/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { amendUser, useMe } from '../../lib/session.ts'
import { useIsSnug } from '../../ui/use-is-phone.ts'

/** On wide screens as the person left it (`defaultMenu`, kept with their user); on others shut until it is asked for. */
export function useMenuOpen(): [boolean, (isOpen: boolean) => void] {
  const me = useMe()
  const isSnug = useIsSnug()
  const [isAsked, setIsAsked] = useState(false)
  const keep = useMutation({
    mutationFn: (defaultMenu: 'open' | 'closed') =>
      call(api.updateUser, { params: { id: me.id }, body: { defaultMenu } }),
  })

  if (isSnug) return [isAsked, setIsAsked]
  return [
    me.defaultMenu === 'open',
    (isOpen) => {
      const defaultMenu = isOpen ? 'open' : 'closed'
      amendUser({ defaultMenu })
      keep.mutate(defaultMenu)
    },
  ]
}
