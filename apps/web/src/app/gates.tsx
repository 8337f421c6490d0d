import { Outlet, useLocation } from '@tanstack/react-router'
import { useSession } from '../lib/session.ts'
import { Redirect } from './redirect.tsx'
import { Starting } from './session/starting.tsx'

const expiredPath = '/financeiro-aberto'

/** Specification part 2, section 2 "Route guard". An expired company keeps one screen (security.md, decision 4). */
export function Private() {
  const session = useSession()
  const { pathname } = useLocation()

  if (session.status === 'starting') return <Starting />
  if (session.status === 'out') return <Redirect to="/login" />
  if (session.isExpired && pathname !== expiredPath) return <Redirect to={expiredPath} />
  if (!session.isExpired && pathname === expiredPath) return <Redirect to="/" />
  return <Outlet />
}

export function Public() {
  const session = useSession()

  if (session.status === 'starting') return <Starting />
  if (session.status === 'in') return <Redirect to="/" />
  return <Outlet />
}
