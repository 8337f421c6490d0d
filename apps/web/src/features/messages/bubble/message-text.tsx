import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormattedText } from '../content/index.ts'
import styles from './message-bubble.module.css'

/** The number of characters shown at first, and added by each click: a text can have a megabyte. */
const first = 3000
const step = 20_000

export function MessageText({ body, after }: { body: string; after: ReactNode }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(first)
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
