import { type ConnectionView, api } from '@guiche/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { amendData } from '../../lib/cache/fetches.ts'
import { useLive } from '../../lib/live.ts'
import { isAdmin, useMe } from '../../lib/session.ts'
import { numbers } from '../../ui/numbers.ts'

/** Statuses that count as down (docs/requirements/back-office.md, section 2 "Drawer menu"). */
const down = new Set<ConnectionView['status']>(['qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING', 'PASSKEY'])

type State = Pick<ConnectionView, 'id' | 'status'>

const connectionStates = queryOptions({
  queryKey: ['connections', 'states'],
  queryFn: async ({ signal }): Promise<State[]> => {
    const connections = await call(api.listConnections, { query: { session: '0' } }, { signal })
    return connections.map(({ id, status }) => ({ id, status }))
  },
})

/** A text about connections that are down; undefined for users without access to connections. */
export function useConnectionAlert(isOn: boolean): string | undefined {
  const { t } = useTranslation()
  const me = useMe()
  const isAsked = isOn && (isAdmin(me) || me.allowConnections === 'enabled')
  const { data = [] } = useQuery({ ...connectionStates, enabled: isAsked })
  useStates()

  const count = data.filter(({ status }) => down.has(status)).length
  const lasts = useLasting(isAsked && count > 0)
  return lasts ? t('shell.menu.connectionsDown', { count }) : undefined
}

/** True once it has been so for a while: a connection that comes back at once is no trouble. */
function useLasting(isSo: boolean): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLasts(isSo), isSo ? numbers.connectionAlertAfter : 0)
    return () => clearTimeout(timer)
  }, [isSo])
  return isSo && lasts
}

function useStates() {
  const cache = useQueryClient()
  const amend = (change: (states: State[]) => State[]) => amendData(cache, connectionStates.queryKey, change)

  useLive('connection', (event) => {
    if (event.action === 'delete') amend((states) => states.filter(({ id }) => id !== event.whatsappId))
    else amend((states) => [...states.filter(({ id }) => id !== event.whatsapp.id), event.whatsapp])
  })
  useLive('connectionSession', ({ session: { id, status } }) =>
    amend((states) => states.map((state) => (state.id === id ? { id, status } : state))),
  )
}
