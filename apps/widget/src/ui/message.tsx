import { type WebChatMessage, readChoices } from '@guiche/contract'
import type { ComponentChildren } from 'preact'
import { summaryOf } from '../summary.ts'
import { lastSaid, type ChatMessage } from '../messages/messages.ts'
import type { Texts } from '../texts/pt.ts'
import { useWindow } from './context.ts'
import { Formatted } from './formatted.tsx'
import { Icon, IconButton } from './icon.tsx'
import { Media } from './media.tsx'
import { CardsAndLocation } from './cards-and-location.tsx'
import { useSwipe } from './use-swipe.ts'

interface Props {
  message: ChatMessage
  /** The first of a group by one sender: shows the name. */
  isFirst: boolean
  /** A menu has buttons until another message follows; then it is text. */
  isLast: boolean
  onReply: (message: ChatMessage) => void
  onJump: (id: string) => void
}

export function Message({ message, isFirst, isLast, onReply, onJump }: Props) {
  const { t } = useWindow()
  const { id, fromMe, isDeleted, isForwarded, quoted, author, sending } = message
  const swipe = useSwipe(() => onReply(message))
  const canReply = !isDeleted && !sending
  return (
    <div
      data-id={id}
      tabIndex={-1}
      class={`say ${fromMe ? 'mine' : ''} ${isFirst ? 'first' : ''} ${sending?.reason === undefined ? '' : 'failed'}`}
      {...(canReply && swipe)}
    >
      <div class="bubble">
        {isFirst && !fromMe && author && <b class="author">{author}</b>}
        {isForwarded && !isDeleted && (
          <small class="passed">
            <Icon name="forward" size={14} /> {t('forwarded')}
          </small>
        )}
        {quoted && !isDeleted && (
          <button type="button" class="quote" onClick={() => onJump(quoted.id)}>
            <Quote quoted={quoted} />
          </button>
        )}
        {isDeleted ? <em>{t('deleted')}</em> : <Content message={message} isLast={isLast} />}
        <Foot message={message} />
        <Reactions emojis={message.reactions} />
      </div>
      {canReply && <IconButton class="act" icon="reply" label={t('reply')} onClick={() => onReply(message)} />}
      {sending?.reason !== undefined && <Failure message={message} />}
    </div>
  )
}

export function SystemLine({ children }: { children: ComponentChildren }) {
  return <p class="line">{children}</p>
}

/** The author and two lines of the quoted message. */
export function Quote({ quoted }: { quoted: NonNullable<WebChatMessage['quoted']> }) {
  const { state, t } = useWindow()
  const whole = state.messages.find(({ id }) => id === quoted.id)
  return (
    <>
      <b>{quoted.fromMe ? t('you') : whole?.author || state.info?.companyName}</b>
      <span>{summaryOf(whole ?? quoted, t)}</span>
    </>
  )
}

function Content({ message, isLast }: { message: ChatMessage; isLast: boolean }) {
  const { chat, state, t } = useWindow()
  const isMenu = isLast && !message.fromMe && !state.isMissing
  const { text, choices } = isMenu ? readChoices(message.body) : { text: message.body, choices: [] }

  function choose(key: string, button: HTMLElement) {
    // A second click may come before the buttons are gone. It must not choose from the next menu.
    if (lastSaid(chat.state.messages)?.id !== message.id) return
    // The buttons go with the answer. The field would open the keyboard of a phone.
    button.closest<HTMLElement>('[data-id]')?.focus({ preventScroll: true })
    chat.send(key, [], undefined)
  }

  return (
    <>
      <Media message={message} />
      <CardsAndLocation message={message} />
      {text && <Formatted text={text} />}
      {choices.length > 0 && (
        <span class="choices" role="group" aria-label={t('choices')}>
          {choices.map(({ key, label }) => (
            <button key={key} type="button" onClick={({ currentTarget }) => choose(key, currentTarget)}>
              <Formatted text={label} />
            </button>
          ))}
        </span>
      )}
    </>
  )
}

function Foot({ message }: { message: ChatMessage }) {
  const { language, t } = useWindow()
  const { createdAt, isEdited, isDeleted, fromMe, sending } = message
  const time = new Date(createdAt).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' })
  return (
    <small class="foot">
      {isEdited && !isDeleted && <span>{t('edited')}</span>}
      {sending?.progress !== undefined && <progress max={1} value={sending.progress} aria-label={t('sending')} />}
      <time dateTime={createdAt}>{time}</time>
      {fromMe && <Ticks message={message} />}
    </small>
  )
}

/** On the lower edge of the bubble. */
function Reactions({ emojis }: { emojis: readonly string[] }) {
  const { t } = useWindow()
  if (emojis.length === 0) return null
  return (
    <span class="reactions">
      {[...new Set(emojis)].map((emoji) => (
        <span key={emoji} role="img" aria-label={t('reaction', { emoji })} title={t('reaction', { emoji })}>
          {emoji}
        </span>
      ))}
    </span>
  )
}

function Ticks({ message: { ack, sending } }: { message: ChatMessage }) {
  const { t } = useWindow()
  if (sending?.reason !== undefined) return null
  if (sending || ack < 1) return <Icon name="clock" size={12} label={t('sending')} />
  if (ack < 2) return <Icon name="tick" size={15} label={t('sent')} />
  return (
    <span class={ack > 2 ? 'read' : ''}>
      <Icon name="ticks" size={15} label={t(ack > 2 ? 'read' : 'delivered')} />
    </span>
  )
}

function Failure({ message }: { message: ChatMessage }) {
  const { chat, state, t } = useWindow()
  const text = failures[message.sending?.reason ?? ''] ?? 'notSent'
  return (
    <p class="failure" role="alert">
      {t(text)}
      <span>
        {text === 'notSent' && !state.isMissing && (
          <button type="button" onClick={() => chat.retry(message)}>
            {t('retry')}
          </button>
        )}
        <button type="button" onClick={() => chat.discard(message)}>
          {t('discard')}
        </button>
      </span>
    </p>
  )
}

/** Errors that a retry with the same file cannot fix. */
const failures: Record<string, keyof Texts> = { ERR_FILE_TOO_LARGE: 'tooLargeThere', ERR_FILE_TYPE: 'wrongType' }
