import { IconReceipt } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../lib/clock.ts'
import { writtenDay } from '../../lib/format.ts'
import { mayAdminister } from '../../lib/rights.ts'
import { useMe } from '../../lib/session.ts'
import styles from './subscription-bar.module.css'
import { subscriptionState } from './subscription-state.ts'

/** Tells admins that the subscription ends soon, or has ended and everything still works for some days. */
export function SubscriptionBar() {
  const { t } = useTranslation()
  const me = useMe()
  const now = useNow()
  const told = mayAdminister(me) ? subscriptionState(me, new Date(now)) : undefined
  if (!told) return null

  return (
    <section className={styles.bar} data-state={told.state} aria-label={t('shell.subscription.title')}>
      <IconReceipt size={16} stroke={1.8} aria-hidden />
      <span>
        {t(`shell.subscription.${told.state}`, { count: told.days, date: writtenDay(me.company.dueDate.slice(0, 10)) })}
      </span>
      <Link to="/financeiro">{t('shell.subscription.link')}</Link>
    </section>
  )
}
