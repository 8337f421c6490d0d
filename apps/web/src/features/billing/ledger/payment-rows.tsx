import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import type { Column } from '../../../ui/list-page/list-page.tsx'
import type { LedgerPayment } from './ledger.api.ts'
import styles from './ledger.module.css'
import { Rows } from './rows.tsx'

interface Props {
  payments: LedgerPayment[]
  onRefund: (payment: LedgerPayment) => void
}

/** The ledger, which only grows: what came, what was credited, and what went back. */
export function PaymentRows({ payments, onRefund }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const columns: Column<LedgerPayment>[] = [
    {
      key: 'kind',
      title: t('billing.ledger.entry'),
      cell: ({ kind, invoiceId }) => (
        <>
          <b>{t(`billing.ledger.kinds.${kind}`)}</b>
          {invoiceId !== null && <small>{t('billing.number', { id: invoiceId })}</small>}
        </>
      ),
    },
    { key: 'paidAt', title: t('billing.ledger.at'), cell: ({ paidAt }) => format.tableTime(paidAt) },
    { key: 'amount', title: t('billing.value'), isNumeric: true, cell: ({ amount }) => format.money(amount) },
    {
      key: 'source',
      title: t('billing.ledger.source'),
      cell: ({ provider, externalId, byUser, reason, refundAsked }) => (
        <span className={styles.source}>
          {byUser ?? providerNames.get(provider) ?? provider}
          {externalId !== null && <small>{externalId}</small>}
          {reason !== '' && <small>{reason}</small>}
          {refundAsked !== null && (
            <small>{t('billing.ledger.refundInProgress', { amount: format.money(refundAsked) })}</small>
          )}
        </span>
      ),
    },
    {
      key: 'refund',
      title: t('billing.action'),
      cell: (payment) =>
        payment.kind === 'refund' || payment.refundAsked !== null ? (
          '–'
        ) : (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('billing.ledger.refundOf', { amount: format.money(payment.amount) })}
            onClick={() => onRefund(payment)}
          >
            {t('billing.ledger.refund')}
          </Button>
        ),
    },
  ]
  return (
    <Rows
      rows={payments}
      columns={columns}
      rowName={({ kind, amount }) => `${t(`billing.ledger.kinds.${kind}`)} ${format.money(amount)}`}
      empty={t('billing.ledger.noPayments')}
    />
  )
}

const providerNames = new Map([
  ['efi', 'Efí'],
  ['asaas', 'Asaas'],
])
