import { useMemo } from 'react'
import { isAdmin, useMe } from '../../lib/session.ts'
import type { Viewer } from './ticket-lists.ts'

export function useViewer(): Viewer {
  const me = useMe()
  const admin = isAdmin(me)
  const seesAllTickets = admin || me.allTicket === 'enable'
  return useMemo(() => ({ id: me.id, isAdmin: admin, seesAllTickets }), [me.id, admin, seesAllTickets])
}
