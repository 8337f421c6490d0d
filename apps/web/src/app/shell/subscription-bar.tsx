import { type SubscriptionState, dueSoonDays } from '@guiche/contract'
import { IconReceipt } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../lib/clock.ts'
import { writtenDay } from '../../lib/format.ts'
import { mayAdminister } from '../../lib/rights.ts'
import { subscriptionOf, useMe } from '../../lib/session.ts'
import styles from './subscription-bar.module.css'

/** Tells admins that trial or subscription end soon, or that it was due and everything still works for some days. */
export function SubscriptionBar() {
  const { t } = useTranslation()
  const me = useMe()
  const now = useNow()
  const told = subscriptionOf(me, new Date(now))
  if (!mayAdminister(me) || !isTold(told)) return null

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

type Told = Exclude<SubscriptionState, { state: 'active' | 'blocked' }>

/** A blocked company has a screen of its own. */
const isTold = (subscription: SubscriptionState): subscription is Told =>
  subscription.state !== 'active' && subscription.state !== 'blocked' && !isLongTrial(subscription)

const isLongTrial = (subscription: Told) => subscription.state === 'trial' && subscription.days > dueSoonDays
