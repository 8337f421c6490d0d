import type { SessionUser } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link, Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { mayAdminister, mayManageConnections } from '../lib/rights.ts'
import { useMe } from '../lib/session.ts'
import { useTitle } from '../lib/browser/title.ts'
import { EmptyState } from '../ui/states/empty-state.tsx'

export function Administrators() {
  return <Allowed isFor={mayAdminister} />
}

export function ConnectionManagers() {
  return <Allowed isFor={mayManageConnections} />
}

/** Checked again when the user's rights change while the screen is open. */
function Allowed({ isFor }: { isFor: (me: SessionUser) => boolean }) {
  return isFor(useMe()) ? <Outlet /> : <NoPermission />
}

function NoPermission() {
  const { t } = useTranslation()
  useTitle(t('permission.title'))
  return (
    <EmptyState
      icon={<IconLock size={32} stroke={1.3} aria-hidden />}
      title={t('permission.title')}
      actions={
        <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
          {t('permission.back')}
        </Button>
      }
    >
      {t('permission.text')}
    </EmptyState>
  )
}
