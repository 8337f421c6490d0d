import type { PlanView } from '@guiche/contract'
import { Radio } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { ChoiceCard, ChoiceCards } from '../../ui/fields/choice-card.tsx'

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
      <ChoiceCards>
        {plans.map(({ id, name, users, connections, queues, amount }) => (
          <ChoiceCard
            key={id}
            value={String(id)}
            name={name}
            lines={[
              [
                t('sign-up.attendants', { count: users }),
                t('sign-up.connections', { count: connections }),
                t('sign-up.queues', { count: queues }),
              ].join(' · '),
            ]}
            price={t('sign-up.perMonth', { price: format.money(amount) })}
            isInvalid={Boolean(error)}
          />
        ))}
      </ChoiceCards>
    </Radio.Group>
  )
}
