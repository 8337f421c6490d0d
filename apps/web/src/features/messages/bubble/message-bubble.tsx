import type { MessageView } from '@guiche/contract'
import { IconApps, IconArrowForwardUp, IconBan, IconDeviceMobile, IconInbox, IconLock } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTalkTo } from '../../../lib/talk/direct-talk.ts'
import { useFormat } from '../../../lib/format.ts'
import { hueOf } from '../../../ui/marks/initials.ts'
import { PersonName } from '../../../ui/marks/person-name.tsx'
import { Ticks, tickOf } from '../../../ui/marks/ticks.tsx'
import { useLongPress } from '../../../ui/use-long-press.ts'
import { ShownButtons } from '../../../ui/template/shown-buttons.tsx'
import { CameBy } from './came-by.tsx'
import { MessageFailure } from './failure.tsx'
import { useMessageActions } from '../message-actions.ts'
import styles from './message-bubble.module.css'
import { useCallText, MessageContent, Quote } from '../content/index.ts'
import { bodyOf, hasVisual, isHidden, kindOf, writerOf } from '../message-kind.ts'
import { MessageMenu } from './message-menu.tsx'
import { MessageText } from './message-text.tsx'
import { Reactions } from './reactions.tsx'
import { SelectionMark } from '../selection/index.ts'

interface Props {
  message: MessageView
  /** The first of a group by one sender. */
  isFirst: boolean
  /** Highlighted after a jump to it. */
  isMarked: boolean
}

export const MessageBubble = memo(function MessageBubble({ message, isFirst, isMarked }: Props) {
  const { quotedMsg, isDeleted, isForwarded, isPrivate, fromMe } = message
  const call = useCallText(message)
  const body = call ?? bodyOf(message)
  const kind = kindOf(message)
  const isGone = isHidden(message)
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const press = useLongPress(() => setIsMenuOpen(true))

  return (
    <div
      className={styles.row}
      data-message={message.id}
      data-side={fromMe ? 'out' : 'in'}
      data-first={isFirst}
      data-reacted={message.reactions.length > 0}
      data-marked={isMarked}
    >
      <div
        className={styles.bubble}
        data-kind={isPrivate ? 'note' : isDeleted ? 'deleted' : kind}
        data-visual={hasVisual(message)}
        data-failed={message.failure !== null}
        {...press}
      >
        {isPrivate ? <NoteHead message={message} /> : isFirst && <Author message={message} />}
        {isForwarded && <Forwarded />}
        {isDeleted && !isGone && <DeletedByContact />}
        {message.referral && <CameBy referral={message.referral} />}
        {quotedMsg && <Quote quoted={quotedMsg} />}
        <MessageContent message={message} kind={kind} />
        {isGone ? (
          <Deleted message={message} />
        ) : body === '' ? (
          <Meta message={message} />
        ) : (
          <MessageText body={body} after={<Meta message={message} />} />
        )}
        {message.buttons && <ShownButtons buttons={message.buttons} isSent />}
        {!isGone && <MessageMenu message={message} isOpen={isMenuOpen} onToggle={setIsMenuOpen} />}
        <Reactions message={message} />
      </div>
      {message.failure !== null && <MessageFailure message={message} failure={message.failure} />}
      <SelectionMark message={message} />
    </div>
  )
})

/** The author: shown on our messages, and on received ones in a group. */
export function Author({ message }: { message: MessageView }) {
  const { fromMe, user, contact, participant } = message
  const { t } = useTranslation()
  const { isGroup } = useMessageActions()
  const talk = useTalkTo(fromMe ? user?.id : undefined)
  const name = fromMe ? (user?.name ?? t(`messages.origin.${writerOf(message)}`)) : isGroup ? contact?.name : undefined
  if (!name) return null
  const hue = fromMe || !participant ? undefined : { '--hue': hueOf(participant) }
  return (
    <p className={styles.author} data-colored={hue !== undefined} style={hue}>
      <PersonName name={name} onTalk={talk} />
    </p>
  )
}

/** Tells that the customer does not see a private note. */
function NoteHead({ message: { user, origin } }: { message: MessageView }) {
  const { t } = useTranslation()
  const { contactName } = useMessageActions()
  const talk = useTalkTo(user?.id)
  const name = user?.name ?? t(`messages.origin.${origin}`)
  // Languages have the name at different places.
  const [before, after] = t('messages.note.head', { user: '\n', contact: contactName.split(' ')[0] }).split('\n')
  return (
    <p className={styles.noteHead}>
      <IconLock size={13} stroke={2} aria-hidden />
      <span>
        {before}
        <PersonName name={name} onTalk={talk} />
        {after}
      </span>
    </p>
  )
}

export function Forwarded() {
  const { t } = useTranslation()
  return (
    <p className={styles.forwarded}>
      <IconArrowForwardUp size={14} stroke={1.8} aria-hidden /> {t('messages.forwarded')}
    </p>
  )
}

/** Shown above a deleted text that the company keeps. */
function DeletedByContact() {
  const { t } = useTranslation()
  return (
    <p className={styles.forwarded}>
      <IconBan size={14} stroke={1.8} aria-hidden /> {t('messages.deletedByContact')}
    </p>
  )
}

/** Shown instead of a deleted text. */
function Deleted({ message }: { message: MessageView }) {
  const { t } = useTranslation()
  return (
    <div className={styles.text}>
      <IconBan className={styles.sign} size={15} stroke={1.8} aria-hidden /> {t('messages.deleted')}
      <Meta message={message} />
    </div>
  )
}

/** Where people write who do not write here. */
const elsewhere = { phone: IconDeviceMobile, inbox: IconInbox, app: IconApps }

function Meta({
  message: { createdAt, ack, failure, isEdited, isDeleted, fromMe, isPrivate, origin, writtenIn },
}: {
  message: MessageView
}) {
  const { t } = useTranslation()
  const format = useFormat()
  // A message that was deleted before it was sent has no pending tick.
  const hasTicks = fromMe && !isPrivate && !(isDeleted && ack === 0)
  const WrittenIn = elsewhere[writtenIn ?? 'phone']
  return (
    <span className={styles.meta}>
      {origin === 'phone' && (
        <WrittenIn
          size={12}
          stroke={1.8}
          role="img"
          aria-label={t(`messages.origin.${writerOf({ origin, writtenIn })}`)}
        />
      )}
      {isEdited && !isDeleted && <span>{t('messages.edited')}</span>}
      <time dateTime={createdAt} title={format.dateTime(createdAt)}>
        {format.time(createdAt)}
      </time>
      {hasTicks && <Ticks tick={tickOf(ack, failure)} />}
    </span>
  )
}
