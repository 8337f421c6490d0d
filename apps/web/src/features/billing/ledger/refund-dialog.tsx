import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFieldError } from '../../../lib/field-errors.ts'
import { checkedOnBlur } from '../../../lib/form-rules.ts'
import { useFormat } from '../../../lib/format.ts'
import { amountOf, writtenAmount } from '../../../lib/text/amount.ts'
import { randomId } from '../../../lib/uuid.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/toasts/toasts.tsx'
import { EntryFields } from './entry-fields.tsx'
import { type EntryValues, entryRules } from './entry-values.ts'
import { type LedgerPayment, useRefund } from './ledger.api.ts'
import styles from './ledger.module.css'

interface Props {
  company: { id: number; name: string }
  payment: LedgerPayment
  onClose: () => void
}

/** Gives money back, after a question: what has left the account does not come back by itself. */
export function RefundDialog({ company, payment, onClose }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  // The same for every try: an answer may be lost although the money went back.
  const [clientId] = useState(randomId)
  const [asked, setAsked] = useState<EntryValues>()
  const refund = useRefund(company.id, payment)
  const form = useForm<EntryValues>({
    initialValues: { amount: writtenAmount(payment.amount), reason: '' },
    validate: entryRules,
    ...checkedOnBlur,
  })
  const isByPix = payment.kind === 'payment'
  const amount = format.money(amountOf((asked ?? form.values).amount) ?? '0')

  function giveBack(values: EntryValues) {
    refund.mutate(
      { ...values, amount: amountOf(values.amount) ?? '', clientId },
      {
        onSuccess: () => {
          toast.success(t(isByPix ? 'billing.ledger.refundAsked' : 'billing.ledger.refunded', { amount }))
          onClose()
        },
        onError: (error) => {
          setAsked(undefined)
          showFieldError(form, error, { ERR_REFUND_TOO_MUCH: 'amount' })
        },
      },
    )
  }

  return (
    <>
      <Dialog
        title={t('billing.ledger.refundTitle')}
        action={t('billing.ledger.refund')}
        isDanger
        isBusy={refund.isPending}
        isDirty={form.isDirty()}
        onClose={onClose}
        onSubmit={form.onSubmit(setAsked)}
      >
        <p className={styles.about}>
          <b>{company.name}</b>
          {t(isByPix ? 'billing.ledger.refundByPix' : 'billing.ledger.refundByHand', {
            amount: format.money(payment.amount),
          })}
        </p>
        <EntryFields form={form} reasonHint={t('billing.ledger.reasonOf.refund')} />
      </Dialog>
      {asked && (
        <Dialog
          title={t('billing.ledger.refundSure')}
          action={t('billing.ledger.refundNow', { amount })}
          isDanger
          size={420}
          isBusy={refund.isPending}
          onSubmit={() => giveBack(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>{t('billing.ledger.refundQuestion', { amount, name: company.name })}</p>
        </Dialog>
      )}
    </>
  )
}
