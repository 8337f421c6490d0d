import { Alert, Button } from '@mantine/core'
import { IconCircleCheck, IconReceiptOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FinanceScreen } from '../screens/finance/finance-screen.tsx'
import { refreshSession } from '../lib/api.ts'
import { useTitle } from '../lib/browser/title.ts'
import { writtenDay } from '../lib/format.ts'
import { mayAdminister } from '../lib/rights.ts'
import { daysLeft, session, useMe, useSession } from '../lib/session.ts'
import { Logo } from '../ui/marks/logo.tsx'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { toast } from '../ui/toasts/toasts.tsx'
import styles from './expired-screen.module.css'
import { logOut } from './session/log-out.ts'

/** The only screen of an expired company: since when it is, and for admins its invoices, which they can pay. */
export function ExpiredScreen() {
  const { t } = useTranslation()
  const me = useMe()
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <Logo />
        <p className="cut">{me.company.name}</p>
        <Button size="xs" variant="default" onClick={() => void logOut()}>
          {t('shell.account.logOut')}
        </Button>
      </header>
      <main className={styles.main}>{mayAdminister(me) ? <FinanceScreen notice={<Notice />} /> : <Ask />}</main>
    </div>
  )
}

/** For admins, above the invoices. */
function Notice() {
  const { t } = useTranslation()
  const text = useText()
  const renewed = useRenewed()
  if (renewed)
    return (
      <Alert className={styles.notice ?? ''} color="green" role="status">
        {renewed}
      </Alert>
    )
  return (
    <Alert className={styles.notice ?? ''} color="red" title={t('session.expired.title')}>
      <p>
        {text.since} {t('session.expired.pay')} {text.support}
      </p>
      <LookAgain />
    </Alert>
  )
}

/** For everybody else: who can pay. */
function Ask() {
  const { t } = useTranslation()
  const text = useText()
  const renewed = useRenewed()
  useTitle(t('session.expired.title'))
  if (renewed)
    return <EmptyState isPage icon={<IconCircleCheck size={32} stroke={1.3} aria-hidden />} title={renewed} />
  return (
    <EmptyState
      isPage
      icon={<IconReceiptOff size={32} stroke={1.3} aria-hidden />}
      title={t('session.expired.title')}
      actions={<LookAgain />}
    >
      {text.since} {t('session.expired.ask')} {text.support}
    </EmptyState>
  )
}

/** The operator may have renewed by hand. */
function LookAgain() {
  const { t } = useTranslation()
  const again = useMutation({
    mutationFn: refreshSession,
    onSuccess: () => {
      const now = session.get()
      if (now.status === 'in' && now.isExpired) toast.warn(t('session.expired.still'))
    },
  })
  return (
    <Button size="xs" variant="default" loading={again.isPending} onClick={() => again.mutate()}>
      {t('session.expired.again')}
    </Button>
  )
}

function useText(): { since: string; support: string } {
  const { t } = useTranslation()
  const { company } = useMe()
  return {
    since: t('session.expired.text', { date: writtenDay(company.dueDate.slice(0, 10)) }),
    support: t('session.expired.support', { company: company.name, id: company.id }),
  }
}

/** Says that it works again, mostly because it has just been paid; the guard of the route then leaves. */
function useRenewed(): string | undefined {
  const { t } = useTranslation()
  const current = useSession()
  if (current.status !== 'in' || current.isExpired) return undefined
  // The operator has given more days of grace, and the date has passed all the same.
  if (daysLeft(current.user) <= 0) return t('session.reopened')
  return t('session.renewed', { date: writtenDay(current.user.company.dueDate.slice(0, 10)) })
}
