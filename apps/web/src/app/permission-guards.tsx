import type { SessionUser } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link, Outlet, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import {
  hasCampaigns,
  hasExternalApi,
  hasIntegrations,
  hasKanban,
  hasOpenAi,
  mayAdminister,
  mayCampaign,
  mayChat,
  mayManageConnections,
  mayOperate,
  maySchedule,
  maySeeDashboard,
  maySeeMoments,
} from '../lib/rights.ts'
import { useMe } from '../lib/session.ts'
import { useTitle } from '../lib/browser/title.ts'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { toast } from '../ui/toasts/toasts.tsx'

export function Administrators() {
  return <Allowed isFor={mayAdminister} />
}

export function Schedulers() {
  return maySchedule(useMe()) ? <Outlet /> : <NotInPlan />
}

export function Chatters() {
  return mayChat(useMe()) ? <Outlet /> : <NotInPlan />
}

export function KanbanUsers() {
  return hasKanban(useMe()) ? <Outlet /> : <NotInPlan />
}

export function Campaigners() {
  return hasCampaigns(useMe()) ? <Allowed isFor={mayCampaign} /> : <NotInPlan />
}

/** Below `Administrators`. */
export function ApiAdministrators() {
  return hasExternalApi(useMe()) ? <Outlet /> : <NotInPlan />
}

/** Below `Administrators`. */
export function PromptAdministrators() {
  return hasOpenAi(useMe()) ? <Outlet /> : <NotInPlan />
}

/** Below `Administrators`. */
export function IntegrationAdministrators() {
  return hasIntegrations(useMe()) ? <Outlet /> : <NotInPlan />
}

export function Operators() {
  return mayOperate(useMe()) ? <Outlet /> : <NotInPlan />
}

export function ConnectionManagers() {
  return <Allowed isFor={mayManageConnections} />
}

export function DashboardViewers() {
  return <Allowed isFor={maySeeDashboard} />
}

export function MomentsViewers() {
  return <Allowed isFor={maySeeMoments} />
}

/** Checked again when the user's rights change while the screen is open. */
function Allowed({ isFor }: { isFor: (me: SessionUser) => boolean }) {
  return isFor(useMe()) ? <Outlet /> : <NoPermission />
}

/** In ms (docs/requirements/back-office.md, section 2 "Route guard"). */
const redirectAfter = 1000

function NotInPlan() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  useTitle(t('session.permission.title'))
  useEffect(() => {
    toast.error(t('session.permission.notInPlan'), { id: 'not-in-plan' })
    const leaving = setTimeout(() => void navigate({ to: '/', replace: true }), redirectAfter)
    return () => clearTimeout(leaving)
  }, [t, navigate])
  return (
    <EmptyState isPage icon={<IconLock size={32} stroke={1.3} aria-hidden />} title={t('session.permission.title')}>
      {t('session.permission.notInPlan')}
    </EmptyState>
  )
}

function NoPermission() {
  const { t } = useTranslation()
  useTitle(t('session.permission.title'))
  return (
    <EmptyState
      isPage
      icon={<IconLock size={32} stroke={1.3} aria-hidden />}
      title={t('session.permission.title')}
      actions={
        <Button variant="default" renderRoot={(props) => <Link to="/tickets/{-$ticketId}" {...props} />}>
          {t('session.permission.back')}
        </Button>
      }
    >
      {t('session.permission.text')}
    </EmptyState>
  )
}
