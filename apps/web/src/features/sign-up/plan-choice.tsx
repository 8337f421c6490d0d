import type { PlanView } from '@guiche/contract'
import { Radio } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import styles from './sign-up.module.css'

interface Props {
  plans: PlanView[]
  value: string
  error?: ReactNode
  onChange: (id: string) => void
}

/** What each plan has, and its price. */
export function PlanChoice({ plans, value, error, onChange }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Radio.Group size="md" label={t('sign-up.plan')} withAsterisk value={value} error={error} onChange={onChange}>
      <div className={styles.plans}>
        {plans.map(({ id, name, users, connections, queues, amount }) => (
          <Radio.Card
            key={id}
            value={String(id)}
            className={styles.plan ?? ''}
            aria-label={name}
            aria-invalid={Boolean(error)}
          >
            <Radio.Indicator size="xs" />
            <span className={styles.contents}>
              <b>{name}</b>
              <small>
                {[
                  t('sign-up.attendants', { count: users }),
                  t('sign-up.connections', { count: connections }),
                  t('sign-up.queues', { count: queues }),
                ].join(' · ')}
              </small>
            </span>
            <span className={styles.price}>{t('sign-up.perMonth', { price: format.money(amount) })}</span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  )
}
