import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../../lib/clock.ts'
import { useFormat, writtenDay } from '../../../lib/format.ts'
import type { Column } from '../../../ui/list-page/list-page.tsx'
import { Status } from '../../../ui/marks/status.tsx'
import { stateOf, tones } from '../invoice-state.ts'
import { missingOf } from './entry-values.ts'
import type { LedgerInvoice } from './ledger.api.ts'
import { Rows } from './rows.tsx'

interface Props {
  invoices: LedgerInvoice[]
  onRecord: (invoice: LedgerInvoice) => void
}

export function InvoiceRows({ invoices, onRecord }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const today = format.day(useNow())
  const columns: Column<LedgerInvoice>[] = [
    {
      key: 'detail',
      title: t('billing.detail'),
      cell: ({ id, detail }) => (
        <>
          <b>{detail}</b>
          <small>{t('billing.number', { id })}</small>
        </>
      ),
    },
    { key: 'due', title: t('billing.dueDate'), cell: ({ dueDate }) => writtenDay(dueDate) },
    { key: 'amount', title: t('billing.value'), isNumeric: true, cell: ({ amount }) => format.money(amount) },
    { key: 'paid', title: t('billing.ledger.paid'), isNumeric: true, cell: ({ paid }) => format.money(paid) },
    {
      key: 'status',
      title: t('billing.status'),
      cell: (invoice) => {
        const state = stateOf(invoice, today)
        return <Status tone={tones[state]}>{t(`billing.states.${state}`)}</Status>
      },
    },
    {
      key: 'record',
      title: t('billing.action'),
      cell: (invoice) =>
        missingOf(invoice) === '' ? (
          '–'
        ) : (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('billing.ledger.recordFor', { id: invoice.id })}
            onClick={() => onRecord(invoice)}
          >
            {t('billing.ledger.record')}
          </Button>
        ),
    },
  ]
  return (
    <Rows
      rows={invoices}
      columns={columns}
      rowName={({ id, detail }) => `${detail} #${id}`}
      empty={t('billing.ledger.noInvoices')}
    />
  )
}
