import type { AuditEntryView } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import type { Column } from '../../ui/list-page/list-page.tsx'
import styles from './audit.module.css'
import { type Line, useEntryWords } from './use-entry-words.ts'

export function useAuditColumns(timeZone: string | undefined): Column<AuditEntryView>[] {
  const { t } = useTranslation()
  const format = useFormat(timeZone)
  const wordsOf = useEntryWords(timeZone)
  const lineText = useLineText()
  return [
    {
      key: 'at',
      title: t('audit.at'),
      width: 140,
      cell: ({ at }) => (
        <time dateTime={at} className={styles.time}>
          {format.tableTime(at)}
        </time>
      ),
    },
    {
      key: 'who',
      title: t('audit.who'),
      width: '20%',
      cell: (entry) => {
        const { who, kind } = wordsOf(entry)
        return (
          <>
            {who}
            {kind && <small>{kind}</small>}
          </>
        )
      },
    },
    {
      key: 'what',
      title: t('audit.what'),
      card: 'head',
      cell: (entry) => {
        const { what, object, lines } = wordsOf(entry)
        const [first, ...others] = lines
        return (
          <>
            <b>{object === undefined ? what : t('audit.said', { what, name: object })}</b>
            {first && (
              <small>
                <span className="cut-lines">
                  {lineText(first)}
                  {others.length > 0 && ` · ${t('audit.more', { count: others.length })}`}
                </span>
              </small>
            )}
          </>
        )
      },
    },
    {
      key: 'where',
      title: t('audit.where'),
      width: 150,
      cell: ({ address }) => <span className={styles.quiet}>{address ?? '–'}</span>,
    },
  ]
}

function useLineText(): (line: Line) => string {
  const { t } = useTranslation()
  return ({ label, before = '', after, value = '' }) =>
    after === undefined ? t('audit.fact', { label, value }) : t('audit.changed', { label, before, after })
}
