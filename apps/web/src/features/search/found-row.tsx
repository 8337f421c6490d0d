import { type Found, marksIn } from '@guiche/contract'
import { IconLock, IconNote, IconPaperclip } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { foundLine } from '../../lib/text/found-line.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Marked } from '../../ui/marks/marked.tsx'
import styles from './search.module.css'

/** What a result opens: the ticket at a message, or with its notes. */
export interface Opened {
  uuid: string
  messageId: number | null
}

interface Props {
  found: Found
  words: readonly string[]
  hrefOf: (opened: Opened) => string
  onOpen: (opened: Opened) => void
}

/** A row of three lines, as high as a ticket's. */
export function FoundRow({ found, words, hrefOf, onOpen }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const { ticket, contact } = found
  const line = foundLine(found, t)
  const opened = { uuid: ticket.uuid, messageId: found.messageId }

  function open(event: MouseEvent) {
    // Leaves clicks for a new tab or window to the browser.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onOpen(opened)
  }

  return (
    <a className={styles.link} href={hrefOf(opened)} onClick={open}>
      <Avatar name={contact.name} size={40} picture={contact.urlPicture} channel={contact.channel} />
      <div className={styles.lines}>
        <div className={styles.line}>
          <span className={`${styles.name} cut`}>{contact.name}</span>
          <time className={styles.time} dateTime={found.at}>
            {format.moment(found.at)}
          </time>
        </div>
        <div className={styles.line}>
          <Sign found={found} />
          <span className={`${styles.text} cut`}>
            <Marked text={line} marks={marksIn(line, words)} />
          </span>
        </div>
        <div className={`${styles.line} ${styles.meta}`}>
          <span className="cut">{ticket.queue?.name ?? t('ui.noQueue')}</span>
          <span>#{ticket.id}</span>
        </div>
      </div>
    </a>
  )
}

function Sign({ found }: { found: Found }) {
  const { t } = useTranslation()
  const icon = { size: 14, stroke: 1.8, role: 'img', className: styles.sign ?? '' } as const
  if (found.noteId !== null) return <IconNote {...icon} aria-label={t('search.sign.ticketNote')} />
  if (found.isPrivate) return <IconLock {...icon} aria-label={t('search.sign.privateNote')} />
  return found.fileName ? <IconPaperclip {...icon} aria-label={t('search.sign.file')} /> : null
}
