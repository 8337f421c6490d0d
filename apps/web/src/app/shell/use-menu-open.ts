import { api } from '@guiche/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { amendUser, useMe } from '../../lib/session.ts'
import { useHasRoomForMenu } from '../../ui/use-is-phone.ts'

/**
 * On wide screens the state that the user left (`defaultMenu`, stored with the user); on narrow ones closed at first.
 */
export function useMenuOpen(): [boolean, (isOpen: boolean) => void] {
  const me = useMe()
  const hasRoom = useHasRoomForMenu()
  const [isAsked, setIsAsked] = useState(false)
  const keep = useMutation({
    mutationFn: (defaultMenu: 'open' | 'closed') =>
      call(api.updateUser, { params: { id: me.id }, body: { defaultMenu } }),
  })

  if (!hasRoom) return [isAsked, setIsAsked]
  return [
    me.defaultMenu === 'open',
    (isOpen) => {
      const defaultMenu = isOpen ? 'open' : 'closed'
      amendUser({ defaultMenu })
      keep.mutate(defaultMenu)
    },
  ]
}
