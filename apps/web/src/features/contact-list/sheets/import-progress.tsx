import type { ContactSheet } from '@guiche/contract'
import { Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Problems } from '../../../ui/sheets/problems.tsx'
import styles from '../../../ui/sheets/sheets.module.css'
import { sheetOf } from './sheets.api.ts'
import { useProblemInWords } from './use-problem-in-words.ts'

interface Props {
  sheet: ContactSheet
  onImported: () => void
  onClose: () => void
}

/** The import goes on when the dialog is closed. */
export function ImportProgress({ sheet, onImported, onClose }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const inWords = useProblemInWords()
  const { data } = useQuery(sheetOf(sheet))
  const isDone = data.state === 'done'
  const tell = useEffectEvent(onImported)
  useEffect(() => {
    if (isDone) tell()
  }, [isDone])

  return (
    <Dialog title={t(isDone ? 'contact-list.import.done' : 'contact-list.import.running')} onClose={onClose} size={520}>
      <Progress
        value={data.total === 0 ? 100 : (100 * data.done) / data.total}
        aria-label={t('contact-list.import.running')}
        transitionDuration={400}
      />
      <p className={styles.hint} role="status">
        {t('contact-list.import.progress', { done: format.number(data.done), total: format.number(data.total) })}
      </p>
      <dl className={styles.counts}>
        {(['created', 'completed', 'unchanged', 'failed'] as const).map((kind) => (
          <div key={kind} data-kind={kind}>
            <dt>{t(`contact-list.import.count.${kind}`)}</dt>
            <dd>{format.number(data[kind])}</dd>
          </div>
        ))}
      </dl>
      {!isDone && <p className={styles.hint}>{t('contact-list.import.goesOn')}</p>}
      <Problems problems={data.problems.map(inWords)} count={data.failed} />
    </Dialog>
  )
}
