import type { Overview } from '@guiche/contract'
import { ActionIcon, Table } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Bars as BarChart } from '../../ui/charts/bars.tsx'
import { ListLink, type ListOfNumber } from './figure.tsx'
import styles from './overview.module.css'

type Months = Overview['revenue']

const listOf = (month: string): ListOfNumber => ({ filter: 'paid', month })

/** Twelve months as bars, or as a table. Each opens the companies that paid in it. */
export function Revenue({ months }: { months: Months }) {
  const { t } = useTranslation()
  const [isTable, setIsTable] = useState(false)
  const id = useId()
  if (months.every(({ amount }) => Number(amount) === 0))
    return (
      <section className={styles.revenue} aria-labelledby={id}>
        <header>
          <h2 id={id}>{t('overview.revenue')}</h2>
        </header>
        <p className={styles.hint}>{t('overview.noRevenue')}</p>
      </section>
    )
  return (
    <section className={styles.revenue} aria-labelledby={id}>
      <header>
        <h2 id={id}>{t('overview.revenue')}</h2>
        <ActionIcon
          aria-label={t(isTable ? 'overview.asChart' : 'overview.asTable')}
          onClick={() => setIsTable(!isTable)}
        >
          {isTable ? <IconChartBar size={18} stroke={1.7} /> : <IconTable size={18} stroke={1.7} />}
        </ActionIcon>
      </header>
      <p className={styles.hint}>{t('overview.revenueHint')}</p>
      {isTable ? <Rows months={months} labelledBy={id} /> : <Bars months={months} labelledBy={id} />}
    </section>
  )
}

interface Props {
  months: Months
  labelledBy: string
}

function Bars({ months, labelledBy }: Props) {
  const format = useFormat()
  const bars = months.map(({ month, amount }) => ({
    key: month,
    tick: format.shortMonth(month),
    name: format.month(month),
    value: Number(amount),
    text: format.money(amount),
  }))
  return (
    <div className={styles.bars}>
      <BarChart
        bars={bars}
        labelledBy={labelledBy}
        axisText={format.shortMoney}
        frame={({ key }, { className, children }) => (
          <ListLink list={listOf(key)} className={className}>
            {children}
          </ListLink>
        )}
      />
    </div>
  )
}

/** This month first. */
function Rows({ months, labelledBy }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Table className={styles.table ?? ''} aria-labelledby={labelledBy}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('overview.month')}</Table.Th>
          <Table.Th className={styles.right ?? ''}>{t('overview.revenue')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {months.toReversed().map(({ month, amount }) => (
          <Table.Tr key={month}>
            <Table.Td>
              <ListLink list={listOf(month)} className={styles.other ?? ''}>
                {format.month(month)}
              </ListLink>
            </Table.Td>
            <Table.Td className={styles.right ?? ''}>{format.money(amount)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
