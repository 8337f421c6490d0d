import type { CampaignReport } from '@guiche/contract'
import { Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import styles from './campaign-report.module.css'

type Outcome = Omit<CampaignReport['variants'][number], 'variant'>

interface Props {
  title: string
  rows: readonly (Outcome & { key: number; name: string; hint?: string })[]
}

const steps = ['sent', 'delivered', 'read', 'answered', 'failed'] as const

/** What became of the people, by text or by number. */
function Outcomes({ title, rows }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <section className={styles.outcomes} aria-label={title}>
      <h2>{title}</h2>
      <div>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{title}</Table.Th>
              {steps.map((step) => (
                <Table.Th key={step} className={styles.right ?? ''}>
                  {t(`campaign-report.step.${step}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.key}>
                <Table.Td>
                  {row.name}
                  {row.hint && <small>{row.hint}</small>}
                </Table.Td>
                {steps.map((step) => (
                  <Table.Td key={step} className={styles.right ?? ''}>
                    {format.number(row[step])}
                    {step !== 'sent' && row.people > 0 && <small>{format.percent(row[step] / row.people)}</small>}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  )
}

export function VariantOutcomes({ report: { campaign, variants } }: { report: CampaignReport }) {
  const { t } = useTranslation()
  if (variants.length === 0) return null
  const { message1, message2, message3, message4, message5 } = campaign
  const texts = [message1, message2, message3, message4, message5]
  return (
    <Outcomes
      title={t('campaign-report.byText')}
      rows={variants.map(({ variant, ...outcome }) => ({
        ...outcome,
        key: variant,
        name: t('campaign-report.message', { number: variant }),
        hint: texts[variant - 1] ?? '',
      }))}
    />
  )
}

export function ConnectionOutcomes({ report: { connections } }: { report: CampaignReport }) {
  const { t } = useTranslation()
  if (connections.length === 0) return null
  return (
    <Outcomes
      title={t('campaign-report.byConnection')}
      rows={connections.map(({ id, name, ...outcome }) => ({
        ...outcome,
        key: id,
        name: name || t('campaign-report.goneConnection'),
      }))}
    />
  )
}
