import { type ReactNode, use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormattedText } from '../../../ui/text/formatted-text.tsx'
import { MarksContext } from '../../../ui/text/marks-context.ts'
import styles from './message-bubble.module.css'

/** The number of characters shown at first, and added by each click: a text can have a megabyte. */
const first = 3000
const step = 20_000

export function MessageText({ body, after }: { body: string; after: ReactNode }) {
  const { t } = useTranslation()
  const [asked, setShown] = useState(first)
  const shown = Math.max(asked, useLengthToMark(body))
  const isLong = body.length > shown

  return (
    <div className={styles.text}>
      <FormattedText body={isLong ? wholeLetters(body, shown) : body} />
      {isLong && (
        <>
          {'… '}
          <button type="button" className={styles.more} onClick={() => setShown(shown + step)}>
            {t('messages.showMore')}
          </button>
        </>
      )}
      {after}
    </div>
  )
}

/** Does not cut a surrogate pair in half. */
function wholeLetters(text: string, length: number): string {
  const cut = text.slice(0, length)
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut
}

/** A long text is shown up to the first word that a search in the conversation has found. */
function useLengthToMark(body: string): number {
  const marksIn = use(MarksContext)
  if (!marksIn || body.length <= first) return 0
  const [mark] = marksIn(body)
  return mark && mark.end > first ? mark.end + first : 0
}
