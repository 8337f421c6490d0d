import { Fragment } from 'preact'
import { greetingText, isGreeting } from '../greeting.ts'
import { summaryOf } from '../summary.ts'
import { isSameDay, isSameGroup, lastSaid, type ChatMessage } from '../messages/messages.ts'
import { useWindow } from './context.ts'
import { Formatted } from './formatted.tsx'
import { IconButton } from './icon.tsx'
import { Introduction } from './introduction.tsx'
import { Message, SystemLine } from './message.tsx'
import { useScroll } from './use-scroll.ts'

/** All messages by day. Stays at the newest one unless the visitor has scrolled up. */
export function Conversation({ onReply }: { onReply: (message: ChatMessage) => void }) {
  const { chat, state, t, language } = useWindow()
  const { messages } = state
  const { list, isAtEnd, onScroll, toEnd } = useScroll()
  const newest = lastSaid(messages)

  /** Fetches older pages until the message is loaded. */
  async function jump(id: string) {
    const find = () => list.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)
    for (let count = -1; !find() && chat.state.hasOlder && count < chat.state.messages.length;) {
      count = chat.state.messages.length
      await chat.loadOlder()
    }
    const found = find()
    found?.scrollIntoView({ block: 'center' })
    found?.focus({ preventScroll: true })
    found?.firstElementChild?.animate({ outline: ['2px solid var(--focus)', '2px solid transparent'] }, 2000)
  }

  return (
    <div class="scroll">
      <div
        ref={list}
        class="log"
        role="log"
        aria-live="off"
        aria-label={t('conversation')}
        tabIndex={0}
        onScroll={onScroll}
      >
        <Greeting />
        {messages.map((message, at) => (
          <Fragment key={message.id}>
            {!(at && isSameDay(messages[at - 1]?.createdAt ?? '', message.createdAt)) && (
              <SystemLine>{dayOf(message.createdAt, language, t)}</SystemLine>
            )}
            {message.isSystem ? (
              <SystemLine>{message.body}</SystemLine>
            ) : (
              <Message
                message={message}
                isFirst={!isSameGroup(messages[at - 1], message)}
                isLast={message === newest}
                onReply={onReply}
                onJump={(id) => void jump(id)}
              />
            )}
          </Fragment>
        ))}
        {state.needsName && <Introduction />}
        {state.typing !== undefined && (
          <div class="say first">
            <div class="bubble dots" aria-hidden>
              <i />
              <i />
              <i />
            </div>
          </div>
        )}
      </div>
      {!isAtEnd && <IconButton class="latest" icon="down" label={t('latest')} onClick={toEnd} />}
      <Announcements />
    </div>
  )
}

/** The greeting, shown until the bot has sent the same text as a message. */
function Greeting() {
  const { chat, state } = useWindow()
  const { info } = state
  if (!info?.greeting.trim() || !state.isLoaded || state.hasOlder) return null
  if (state.messages.some(({ fromMe, body }) => !fromMe && isGreeting(body, info))) return null
  return (
    <div class="say first">
      <div class="bubble">
        <Formatted text={greetingText(info, chat.visitorName())} />
      </div>
    </div>
  )
}

/** Announces new messages of the company to screen readers, and no older pages. */
function Announcements() {
  const { state, t } = useWindow()
  const { heard } = state
  return (
    <p class="aloud" role="status">
      {heard && [heard.author, summaryOf(heard, t)].filter(Boolean).join(': ')}
    </p>
  )
}

function dayOf(when: string, language: string, t: ReturnType<typeof useWindow>['t']): string {
  const now = Date.now()
  if (isSameDay(when, new Date(now).toISOString())) return t('today')
  if (isSameDay(when, new Date(now - 86_400_000).toISOString())) return t('yesterday')
  return new Date(when).toLocaleDateString(language, { day: '2-digit', month: '2-digit', year: 'numeric' })
}
