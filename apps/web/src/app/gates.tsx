import { Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { useSession } from '../lib/session.ts'
import { Starting } from './session/starting.tsx'

const expiredPath = '/financeiro-aberto'

/** Specification part 2, section 2 "Route guard". An expired company keeps one screen (security.md, decision 4). */
export function Private() {
  const session = useSession()
  const { pathname } = useLocation()

  if (session.status === 'starting') return <Starting />
  if (session.status === 'out') return <Navigate to="/login" replace />
  if (session.isExpired && pathname !== expiredPath) return <Navigate to={expiredPath} replace />
  if (!session.isExpired && pathname === expiredPath) return <Navigate to="/" replace />
  return <Outlet />
}

export function Public() {
  const session = useSession()

  if (session.status === 'starting') return <Starting />
  if (session.status === 'in') return <Navigate to="/" replace />
  return <Outlet />
}
