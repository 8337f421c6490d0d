import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { causeOf } from '../../../lib/api-error.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Failure } from '../../../ui/states/failure.tsx'
import { TableSkeletons } from '../../../ui/states/skeletons.tsx'
import { InvoiceRows } from './invoice-rows.tsx'
import { type LedgerInvoice, type LedgerPayment, ledgerOf, useLiveLedger } from './ledger.api.ts'
import styles from './ledger.module.css'
import { PaymentRows } from './payment-rows.tsx'
import { RecordDialog } from './record-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'

interface Props {
  company: { id: number; name: string }
  onClose: () => void
}

/** For the operator: what a company owes and has paid, and what can be entered by hand. */
export function LedgerDialog({ company, onClose }: Props) {
  const { t } = useTranslation()
  useLiveLedger(company.id)
  const ledger = useQuery(ledgerOf(company.id))
  const [paid, setPaid] = useState<LedgerInvoice>()
  const [refunded, setRefunded] = useState<LedgerPayment>()

  return (
    <>
      <Dialog title={t('billing.ledger.title', { name: company.name })} size={980} onClose={onClose}>
        {ledger.isPending && <TableSkeletons rows={4} label={t('ui.loading')} />}
        {ledger.isError && (
          <Failure cause={causeOf(ledger.error)} onRetry={() => void ledger.refetch()} isRetrying={ledger.isFetching} />
        )}
        {ledger.data && (
          <>
            <section className={styles.part} aria-labelledby="ledger-invoices">
              <h3 id="ledger-invoices">{t('billing.ledger.invoices')}</h3>
              <InvoiceRows invoices={ledger.data.invoices} onRecord={setPaid} />
            </section>
            <section className={styles.part} aria-labelledby="ledger-payments">
              <h3 id="ledger-payments">{t('billing.ledger.payments')}</h3>
              <PaymentRows payments={ledger.data.payments} onRefund={setRefunded} />
            </section>
          </>
        )}
      </Dialog>
      {paid && <RecordDialog company={company} invoice={paid} onClose={() => setPaid(undefined)} />}
      {refunded && <RefundDialog company={company} payment={refunded} onClose={() => setRefunded(undefined)} />}
    </>
  )
}
