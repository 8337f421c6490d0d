import type { QuickMessageView } from '@guiche/contract'
import { IconPaperclip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { quickMessageCategories } from '../../features/quick-messages/quick-messages.api.ts'
import { summaryOf } from '../../lib/text/summary.ts'
import type { Column } from '../../ui/list-page/list-page.tsx'
import styles from './quick-messages-screen.module.css'

type Columns = Column<QuickMessageView>[]

export function useMessageColumns(): Columns {
  const { t } = useTranslation()
  const { data: categories = [] } = useQuery(quickMessageCategories)
  const names = new Map(categories.map(({ id, shortcode }) => [id, shortcode]))
  return [
    {
      key: 'shortcode',
      title: t('quick-messages.shortcode'),
      width: '18%',
      card: 'head',
      cell: ({ shortcode, status }) => (
        <span className={styles.shortcode}>
          <b>/{shortcode}</b>
          {!status && <span className={styles.off}>{t('quick-messages.off')}</span>}
        </span>
      ),
    },
    {
      key: 'message',
      title: t('quick-messages.message'),
      cell: ({ message }) => <span className={`${styles.text} cut-lines`}>{summaryOf(message) || <None />}</span>,
    },
    {
      key: 'category',
      title: t('quick-messages.category'),
      cell: ({ categoryId }) => (categoryId && names.get(categoryId)) ?? <None />,
    },
    { key: 'file', title: t('quick-messages.file'), isExtra: true, cell: (row) => <FileName row={row} /> },
    useScopeColumn(),
  ]
}

export function useCategoryColumns(): Columns {
  const { t } = useTranslation()
  return [
    {
      key: 'shortcode',
      title: t('quick-messages.categories.name'),
      card: 'head',
      cell: ({ shortcode }) => <b>{shortcode}</b>,
    },
    useScopeColumn(),
  ]
}

function useScopeColumn(): Columns[number] {
  const { t } = useTranslation()
  return {
    key: 'scope',
    title: t('quick-messages.scope'),
    cell: ({ geral, user }) => (geral ? t('quick-messages.general') : t('quick-messages.only', { name: user.name })),
  }
}

function FileName({ row: { mediaName } }: { row: QuickMessageView }) {
  if (mediaName === null) return <None />
  return (
    <span className={styles.file} title={mediaName}>
      <IconPaperclip size={14} stroke={1.8} aria-hidden />
      <span className="cut">{mediaName}</span>
    </span>
  )
}

const None = () => <span className={styles.quiet}>–</span>
