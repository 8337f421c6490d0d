import { Outlet } from '@tanstack/react-router'
import { useSession } from '../lib/session.ts'
import { Redirect } from './redirect.tsx'
import { Starting } from './session/starting.tsx'

/*
 * docs/requirements/back-office.md, section 2 "Route guard". Each gate stands in the branch that it guards: on the way elsewhere the
 * screens behind it are gone at once, before the new one is there.
 */

export function Public() {
  const session = useSession()

  if (session.status === 'starting') return <Starting />
  if (session.status === 'in') return <Redirect to="/" />
  return <Outlet />
}

export function Private() {
  const session = useSession()

  if (session.status === 'starting') return <Starting />
  if (session.status === 'out') return <Redirect to="/login" />
  return <Outlet />
}

/** An expired company keeps one screen (security.md, decision 4). */
export function Paid() {
  const session = useSession()

  if (session.status === 'in' && session.isExpired) return <Redirect to="/financeiro-aberto" />
  return <Outlet />
}

export function Unpaid() {
  const session = useSession()

  if (session.status === 'in' && !session.isExpired) return <Redirect to="/" />
  return <Outlet />
}
