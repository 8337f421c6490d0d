import type { InvoiceView } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listOf } from '../../lib/cache/list.ts'
import { useNow } from '../../lib/clock.ts'
import { useFormat, writtenDay } from '../../lib/format.ts'
import { type Column, ListPage } from '../../ui/list-page/list-page.tsx'
import { Status } from '../../ui/marks/status.tsx'
import { CheckoutDialog } from './checkout/index.ts'
import { type InvoiceState, stateOf, tones } from './invoice-state.ts'
import { invoiceList, useLiveInvoices } from './invoices.api.ts'

interface Props {
  notice?: ReactNode
  /** The payment has arrived, and some seconds have shown it. */
  onPaid: () => void
}

/** The invoices of the company, and their payment (docs/requirements/back-office.md, section 2). */
export function InvoiceList({ notice, onPaid }: Props) {
  const { t } = useTranslation()
  useLiveInvoices()
  const stateToday = useStateToday()
  const [searchParam, setSearch] = useState('')
  const [paying, setPaying] = useState<InvoiceView>()
  const invoices = useInfiniteQuery(invoiceList(searchParam))

  return (
    <>
      <ListPage
        title={t('billing.title')}
        list={listOf(invoices, (page) => page.invoices)}
        columns={useColumns(stateToday, setPaying)}
        rowKey={({ id }) => id}
        rowName={({ id, detail }) => `${detail} #${id}`}
        rowTone={(invoice) => (stateToday(invoice) === 'overdue' ? 'bad' : undefined)}
        search={{ label: t('billing.search'), value: searchParam, onChange: setSearch }}
        notice={notice}
        empty={{
          icon: <IconReceipt size={32} stroke={1.3} />,
          title: t('billing.empty'),
          text: t('billing.emptyText'),
        }}
      />
      {paying && <CheckoutDialog invoice={paying} onPaid={onPaid} onClose={() => setPaying(undefined)} />}
    </>
  )
}

function useStateToday(): (invoice: InvoiceView) => InvoiceState {
  const format = useFormat()
  const today = format.day(useNow())
  return (invoice) => stateOf(invoice, today)
}

function useColumns(
  stateToday: (invoice: InvoiceView) => InvoiceState,
  onPay: (invoice: InvoiceView) => void,
): Column<InvoiceView>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'detail',
      title: t('billing.detail'),
      card: 'head',
      cell: ({ id, detail }) => (
        <>
          <b>{detail}</b>
          <small>{t('billing.number', { id })}</small>
        </>
      ),
    },
    { key: 'users', title: t('billing.users'), isNumeric: true, cell: ({ users }) => format.number(users) },
    {
      key: 'connections',
      title: t('billing.connections'),
      isNumeric: true,
      cell: ({ connections }) => format.number(connections),
    },
    { key: 'queues', title: t('billing.queues'), isNumeric: true, cell: ({ queues }) => format.number(queues) },
    { key: 'value', title: t('billing.value'), isNumeric: true, cell: ({ value }) => format.money(String(value)) },
    { key: 'due', title: t('billing.dueDate'), cell: ({ dueDate }) => writtenDay(dueDate) },
    {
      key: 'status',
      title: t('billing.status'),
      cell: (invoice) => {
        const state = stateToday(invoice)
        return <Status tone={tones[state]}>{t(`billing.states.${state}`)}</Status>
      },
    },
    {
      key: 'pay',
      title: t('billing.action'),
      cell: (invoice) =>
        invoice.status === 'paid' ? (
          '–'
        ) : (
          <Button size="xs" aria-label={t('billing.payNumber', { id: invoice.id })} onClick={() => onPay(invoice)}>
            {t('billing.pay')}
          </Button>
        ),
    },
  ]
}
