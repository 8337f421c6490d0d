import { type InvoiceView, customPlan, decimalOf } from '@guiche/contract'
import { Loader, NumberInput, Radio } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { causeOf } from '../../../lib/api-error.ts'
import { useFormat } from '../../../lib/format.ts'
import { useMe } from '../../../lib/session.ts'
import { ChoiceCard, ChoiceCards } from '../../../ui/fields/choice-card.tsx'
import { Failure } from '../../../ui/states/failure.tsx'
import { type CheckoutValues, type Offer, offerOf, offeredPlans } from './checkout-values.ts'
import { publicPlans } from './checkout.api.ts'
import styles from './checkout.module.css'
import { contentsOf } from './contents.ts'

interface Props {
  form: UseFormReturnType<CheckoutValues>
  invoice: InvoiceView
}

/** The invoice as it is, another public plan, or quantities of the company's own. */
export function PlanChoice({ form, invoice }: Props) {
  const { t } = useTranslation()
  const { plan: current } = useMe().company
  const query = useQuery(publicPlans)
  const plans = query.data ?? []
  const choice = (value: string) => ({
    value,
    isChosen: value === form.values.choice,
    offer: offerOf({ ...form.values, choice: value }, { invoice, plans, current }),
  })
  const ids = offeredPlans({ invoice, plans }).map(({ id }) => String(id))

  return (
    <>
      <Radio.Group label={t('billing.checkout.plan')} {...form.getInputProps('choice')}>
        <ChoiceCards>
          <Choice {...choice('asIs')} note={t('billing.checkout.asIs')} />
          {ids.map((id) => (
            <Choice key={id} {...choice(id)} />
          ))}
          <Choice {...choice('own')} note={t('billing.checkout.ownHint')} />
        </ChoiceCards>
      </Radio.Group>
      {query.isPending && <Loader size="sm" aria-label={t('ui.loading')} />}
      {query.isError && (
        <Failure
          title={t('billing.checkout.plansFailed')}
          cause={causeOf(query.error)}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {form.values.choice === 'own' && (
        <div className={styles.quantities}>
          {quantities.map((quantity) => (
            <NumberInput
              key={quantity}
              size="sm"
              withAsterisk
              allowDecimal={false}
              min={customPlan.least}
              max={customPlan.most}
              label={t(`billing.${quantity}`)}
              {...form.getInputProps(quantity)}
            />
          ))}
        </div>
      )}
    </>
  )
}

const quantities = ['users', 'connections'] as const

interface ChoiceProps {
  value: string
  isChosen: boolean
  note?: string
  /** Undefined: a quantity is not valid. */
  offer: Offer | undefined
}

function Choice({ value, isChosen, note, offer }: ChoiceProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const name = value === 'own' ? t('billing.checkout.own') : (offer?.name ?? '')
  return (
    <ChoiceCard
      value={value}
      name={name}
      lines={[offer && contentsOf(offer, t), note]}
      price={offer ? format.money(decimalOf(offer.cents)) : '–'}
      hasFocus={isChosen}
    />
  )
}
