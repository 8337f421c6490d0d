import type { CompanyOfPage, CompanyUse } from '@guiche/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../lib/clock.ts'
import { useFormat } from '../../lib/format.ts'
import type { Column } from '../../ui/list-page/list-page.tsx'
import styles from './companies.module.css'
import { CompanyName } from './company-columns.tsx'
import { CompanyStateMark } from './company-state.tsx'

/** What each company uses, beside what its plan allows, and whether it works. */
export function useUsageColumns(): Column<CompanyOfPage>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const number = (key: string, title: string, cell: (use: CompanyUse, company: CompanyOfPage) => ReactNode) => ({
    key,
    title,
    isNumeric: true,
    cell: (company: CompanyOfPage) => (company.use ? cell(company.use, company) : '–'),
  })
  const marked = (text: string, isMarked: boolean) => (isMarked ? <b className={styles.marked}>{text}</b> : text)
  const ofLimit = (used: number, most: number) =>
    marked(t('companies.usedOf', { used: format.number(used), most: format.number(most) }), used >= most)

  return [
    {
      key: 'name',
      title: t('companies.name'),
      width: '20%',
      card: 'head',
      cell: (company) => <CompanyName company={company} />,
    },
    { key: 'state', title: t('companies.status'), cell: (company) => <CompanyStateMark company={company} /> },
    { key: 'plan', title: t('companies.plan'), isExtra: true, cell: ({ plan }) => plan.name },
    {
      key: 'users',
      title: t('companies.users'),
      isNumeric: true,
      cell: ({ numberAttendants, plan }) => ofLimit(numberAttendants, plan.users),
    },
    {
      key: 'connections',
      title: t('companies.connections'),
      isNumeric: true,
      cell: ({ numberConections, plan }) => ofLimit(numberConections, plan.connections),
    },
    {
      ...number('queues', t('companies.queues'), ({ queues }, { plan }) => ofLimit(queues, plan.queues)),
      isExtra: true,
    },
    number('up', t('companies.connectionsUp'), ({ connectionsUp }, { numberConections: all }) =>
      marked(
        t('companies.usedOf', { used: format.number(connectionsUp), most: format.number(all) }),
        connectionsUp < all,
      ),
    ),
    number('messages', t('companies.messages'), ({ messages }) => format.number(messages)),
    number('storage', t('companies.storage'), ({ storageBytes }) => format.fileSize(storageBytes)),
    number('unsent', t('companies.unsent'), ({ oldestUnsentAt }) =>
      oldestUnsentAt === null ? '–' : format.duration(now - Date.parse(oldestUnsentAt)),
    ),
    number('deadLetters', t('companies.deadLetters'), ({ deadLetters }) =>
      marked(format.number(deadLetters), deadLetters > 0),
    ),
  ]
}
