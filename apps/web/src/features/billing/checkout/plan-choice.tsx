import { type InvoiceView, customPlan, decimalOf } from '@guiche/contract'
import { Loader, NumberInput, Radio } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { causeOf } from '../../../lib/api-error.ts'
import { useFormat } from '../../../lib/format.ts'
import { useMe } from '../../../lib/session.ts'
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
        <div className={styles.plans}>
          <Choice {...choice('asIs')} note={t('billing.checkout.asIs')} />
          {ids.map((id) => (
            <Choice key={id} {...choice(id)} />
          ))}
          <Choice {...choice('own')} note={t('billing.checkout.ownHint')} />
        </div>
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
    <Radio.Card
      value={value}
      className={styles.plan ?? ''}
      aria-label={name}
      data-autofocus={isChosen || undefined}
      onKeyDown={sendOnEnter}
    >
      <Radio.Indicator size="xs" />
      <span className={styles.contents}>
        <b>{name}</b>
        {offer && <small>{contentsOf(offer, t)}</small>}
        {note && <small>{note}</small>}
      </span>
      <span className={styles.price}>{offer ? format.money(decimalOf(offer.cents)) : '–'}</span>
    </Radio.Card>
  )
}

/** Submits on Enter, as in any form: a card is a button, on which Enter would only choose it again. */
function sendOnEnter(event: KeyboardEvent<HTMLButtonElement>) {
  if (event.key !== 'Enter') return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
