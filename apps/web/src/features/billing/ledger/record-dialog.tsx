import { SegmentedControl } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkedOnBlur } from '../../../lib/form-rules.ts'
import { useFormat } from '../../../lib/format.ts'
import { amountOf } from '../../../lib/text/amount.ts'
import { randomId } from '../../../lib/uuid.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/toasts/toasts.tsx'
import { EntryFields } from './entry-fields.tsx'
import { type EntryValues, entryRules, missingOf } from './entry-values.ts'
import { type EnteredKind, type LedgerInvoice, useRecordPayment } from './ledger.api.ts'
import styles from './ledger.module.css'

interface Props {
  company: { id: number; name: string }
  invoice: LedgerInvoice
  onClose: () => void
}

const kinds: EnteredKind[] = ['manual', 'credit']

/** Money that came by another way than Pix, or a credit. Once enough has come, the licence is renewed. */
export function RecordDialog({ company, invoice, onClose }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  // The same for every try: an answer may be lost although the entry was stored.
  const [clientId] = useState(randomId)
  const [kind, setKind] = useState<EnteredKind>('manual')
  const record = useRecordPayment(company.id)
  const form = useForm<EntryValues>({
    initialValues: { amount: missingOf(invoice), reason: '' },
    validate: entryRules,
    ...checkedOnBlur,
  })

  return (
    <Dialog
      title={t('billing.ledger.recordTitle')}
      action={t('billing.ledger.record')}
      isBusy={record.isPending}
      isDirty={form.isDirty()}
      onClose={onClose}
      onSubmit={form.onSubmit(({ amount, reason }) =>
        record.mutate(
          { invoiceId: invoice.id, kind, amount: amountOf(amount) ?? '', reason, clientId },
          {
            onSuccess: (payment) => {
              toast.success(t('billing.ledger.recorded', { amount: format.money(payment.amount) }))
              onClose()
            },
          },
        ),
      )}
    >
      <p className={styles.about}>
        <b>{company.name}</b>
        {t('billing.ledger.ofInvoice', {
          detail: invoice.detail,
          id: invoice.id,
          amount: format.money(invoice.amount),
          paid: format.money(invoice.paid),
        })}
      </p>
      <SegmentedControl
        aria-label={t('billing.ledger.entry')}
        data={kinds.map((value) => ({ value, label: t(`billing.ledger.kinds.${value}`) }))}
        value={kind}
        onChange={(value) => setKind(value)}
      />
      <EntryFields form={form} reasonHint={t(`billing.ledger.reasonOf.${kind}`)} />
    </Dialog>
  )
}
