import { type InvoiceView, decimalOf } from '@guiche/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat, writtenDay } from '../../../lib/format.ts'
import { useMe } from '../../../lib/session.ts'
import { type CheckoutValues, type Step, offerOf } from './checkout-values.ts'
import { publicPlans } from './checkout.api.ts'
import styles from './checkout.module.css'
import { contentsOf } from './contents.ts'

interface Props {
  values: CheckoutValues
  invoice: InvoiceView
  onChange: (step: Step) => void
}

/** What will be paid, and by whom. */
export function Review({ values, invoice, onChange }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const { plan: current } = useMe().company
  const { data: plans = [] } = useQuery(publicPlans)
  const offer = offerOf(values, { invoice, plans, current })
  const missing = <em>{t('billing.checkout.missing')}</em>

  return (
    <dl className={styles.review}>
      <div>
        <dt>{t('billing.checkout.plan')}</dt>
        <dd>
          <span>
            <b>{offer?.name ?? t('billing.checkout.own')}</b>
            {offer && <small>{contentsOf(offer, t)}</small>}
          </span>
          <Change of={t('billing.checkout.plan')} onClick={() => onChange('plan')} />
        </dd>
      </div>
      <div>
        <dt>{t('billing.checkout.payer')}</dt>
        <dd>
          <span>
            {values.name.trim() || missing}
            <small>
              {t('billing.checkout.document')}: {values.document.trim() || missing}
            </small>
          </span>
          <Change of={t('billing.checkout.payer')} onClick={() => onChange('payer')} />
        </dd>
      </div>
      <div>
        <dt>{t('billing.dueDate')}</dt>
        <dd>{writtenDay(invoice.dueDate)}</dd>
      </div>
      <div className={styles.total}>
        <dt>{t('billing.checkout.total')}</dt>
        <dd>{offer ? format.money(decimalOf(offer.cents)) : '–'}</dd>
      </div>
    </dl>
  )
}

function Change({ of, onClick }: { of: string; onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      aria-label={t('billing.checkout.changeOf', { name: of })}
      onClick={onClick}
    >
      {t('billing.checkout.change')}
    </Button>
  )
}
