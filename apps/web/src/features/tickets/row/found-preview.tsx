import { type FoundText, marksIn } from '@guiche/contract'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { foundLine } from '../../../lib/text/found-line.ts'
import { Marked } from '../../../ui/marks/marked.tsx'
import styles from './ticket-row.module.css'

/** The message that a search has found, instead of the last one. */
export function FoundPreview({ found, words }: { found: FoundText; words: readonly string[] }) {
  const { t } = useTranslation()
  const line = foundLine(found, t)
  return (
    <>
      {found.isPrivate && (
        <IconLock size={13} stroke={1.8} role="img" aria-label={t('search.sign.privateNote')} className={styles.sign} />
      )}
      <span className={`${styles.preview} cut`} dir="auto">
        <Marked text={line} marks={marksIn(line, words)} />
      </span>
    </>
  )
}
