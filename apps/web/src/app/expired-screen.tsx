import { Button } from '@mantine/core'
import { IconReceiptOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { refreshSession } from '../lib/api.ts'
import { useFormat } from '../lib/format.ts'
import { session, useMe } from '../lib/session.ts'
import { useTitle } from '../lib/browser/title.ts'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { toast } from '../ui/toasts/toasts.tsx'
import { logOut } from './session/log-out.ts'
import styles from './session/starting.module.css'

/** The only screen of an expired company: since when, whom to contact, and a button to check again. */
export function ExpiredScreen() {
  const { t } = useTranslation()
  const { company } = useMe()
  const format = useFormat()
  useTitle(t('session.expired.title'))
  const again = useMutation({
    mutationFn: refreshSession,
    onSuccess: () => {
      const now = session.get()
      if (now.status === 'in' && now.isExpired) toast.warn(t('session.expired.still'))
    },
  })
  const date = format.date(`${company.dueDate.slice(0, 10)}T12:00:00Z`)

  return (
    <main className={styles.page}>
      <EmptyState
        icon={<IconReceiptOff size={32} stroke={1.3} aria-hidden />}
        isPage
        title={t('session.expired.title')}
        actions={
          <>
            <Button loading={again.isPending} onClick={() => again.mutate()}>
              {t('session.expired.again')}
            </Button>
            <Button variant="default" onClick={() => void logOut()}>
              {t('shell.account.logOut')}
            </Button>
          </>
        }
      >
        {t('session.expired.text', { date })} {t('session.expired.support', { company: company.name, id: company.id })}
      </EmptyState>
    </main>
  )
}
