import { lazyRouteComponent } from '@tanstack/react-router'
import { withScreenTexts } from '../lib/i18n.ts'
import { maySeeDashboard } from '../lib/rights.ts'
import { useMe } from '../lib/session.ts'
import { Redirect } from './redirect.tsx'

const Dashboard = lazyRouteComponent(
  () => withScreenTexts(() => import('../screens/dashboard/dashboard-screen.tsx')),
  'DashboardScreen',
)

/** The dashboard; the tickets for those who may not see it. */
export function Home() {
  return maySeeDashboard(useMe()) ? <Dashboard /> : <Redirect to="/tickets/{-$ticketId}" />
}
