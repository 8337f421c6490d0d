import { type MessageView, wordsOf } from '@guiche/contract'
import {
  IconFile,
  IconMapPin,
  IconMicrophone,
  IconPhone,
  IconPhoto,
  IconSticker,
  IconUser,
  IconVideo,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { summaryOf } from '../../../lib/text/summary.ts'
import { useMessageActions } from '../message-actions.ts'
import { parseLocation } from '../location.ts'
import { cardsOf } from '../contact-card.ts'
import { type Kind, kindOf } from '../message-kind.ts'
import styles from './quote.module.css'

type Quoted = NonNullable<MessageView['quotedMsg']>

/** Jumps to the quoted message. If it is not stored, the quote says so. */
export function Quote({ quoted }: { quoted: Quoted }) {
  const { t } = useTranslation()
  const { jump } = useMessageActions()
  const author = useQuoteAuthor(quoted)
  const isMissing = quoted.id === 0

  return (
    <button
      type="button"
      className={styles.quote}
      disabled={isMissing}
      aria-label={isMissing ? undefined : t('messages.quote.jump', { name: author })}
      onClick={() => jump(quoted.id)}
    >
      <QuoteText quoted={quoted} />
    </button>
  )
}

export function QuoteText({ quoted }: { quoted: Quoted }) {
  const author = useQuoteAuthor(quoted)
  const text = useQuoteText(quoted)
  const isPicture = kindOf(quoted) === 'image' && quoted.mediaUrl !== null
  const Icon = quoted.id === 0 || quoted.isDeleted ? undefined : icons[kindOf(quoted)]
  return (
    <>
      <span className={styles.words}>
        {quoted.id !== 0 && <b>{author}</b>}
        <span className={styles.text}>
          {Icon && <Icon className={styles.icon} size={14} stroke={1.8} aria-hidden />}
          {text}
        </span>
      </span>
      {isPicture && quoted.mediaUrl && <img className={styles.thumb} src={quoted.mediaUrl} alt="" loading="lazy" />}
    </>
  )
}

/** What stands before the text, because a caption does not tell what it belongs to. */
const icons: Partial<Record<Kind, typeof IconPhoto>> = {
  image: IconPhoto,
  sticker: IconSticker,
  video: IconVideo,
  audio: IconMicrophone,
  document: IconFile,
  location: IconMapPin,
  contact: IconUser,
  call: IconPhone,
}

function useQuoteAuthor({ fromMe, contact }: Quoted): string {
  const { t } = useTranslation()
  return fromMe ? t('messages.you') : (contact?.name ?? '')
}

function useQuoteText(quoted: Quoted): string {
  const { t } = useTranslation()
  if (quoted.id === 0) return t('messages.quote.missing')
  if (quoted.isDeleted) return t('messages.deleted')
  const kind = kindOf(quoted)
  const what = t(`messages.kind.${kind}`)
  if (kind === 'location' || kind === 'contact') return [what, nameOf(kind, quoted.body)].filter(Boolean).join(': ')
  // Only the names of documents tell something; cameras and phones make the others.
  return summaryOf(quoted.body) || (kind === 'document' ? quoted.mediaName : '') || what
}

/** The names on the cards, or the name of the location. */
const nameOf = (kind: 'location' | 'contact', body: string): string =>
  kind === 'location'
    ? (parseLocation(body).text.split('\n')[0] ?? '')
    : cardsOf(body)
        .map(({ name }) => name)
        .join(', ')

/** The part of a message that a quote shows. */
export const quotedOf = ({
  id,
  wid,
  body,
  signature,
  fromMe,
  mediaType,
  mediaUrl,
  thumbnailUrl,
  mediaName,
  isDeleted,
  contact,
}: MessageView): Quoted => ({
  id,
  wid,
  body: wordsOf({ body, signature }),
  fromMe,
  mediaType,
  mediaUrl: thumbnailUrl ?? mediaUrl,
  mediaName,
  isDeleted,
  contact,
})
