import type { Card, ContactView, MessageView, TagRef, TicketLogView } from '@guiche/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { connectionList } from '../../features/connections/connections.api.ts'
import { ContactDrawer } from '../../features/contacts/contact-drawer.tsx'
import { rememberContact } from '../../features/contacts/contacts.api.ts'
import { Conversation, type ConversationHandle } from '../../features/messages/conversation/index.ts'
import { TicketMedia } from '../../features/messages/gallery/index.ts'
import { CampaignChoice } from '../../features/opt-outs/campaign-choice.tsx'
import { Notes } from '../../features/notes/notes.tsx'
import { TagEditor } from '../../features/tags/tag-editor.tsx'
import { ConversationHead } from '../../features/tickets/open-ticket/index.ts'
import { drafts, useDraft } from '../../features/tickets/drafts.ts'
import { LogEntry } from '../../features/tickets/log/index.ts'
import { isLost } from '../../features/tickets/lost-connections.ts'
import { usePresence } from '../../features/tickets/presence.ts'
import { applyContactEvent } from '../../features/tickets/ticket-cache.ts'
import type { ListedTicket } from '../../features/tickets/ticket-lists.ts'
import { ticketLog } from '../../features/tickets/tickets.api.ts'
import { isNews } from '../../features/tickets/unread-tickets.ts'
import { useViewers } from '../../features/tickets/use-viewers.ts'
import { useMe } from '../../lib/session.ts'
import { isTouchDevice } from '../../lib/browser/touch.ts'
import { Failure } from '../../ui/states/failure.tsx'
import type { Shared } from './dialogs/cards-dialog.tsx'
import { TicketSkeleton } from './ticket-skeleton.tsx'
import styles from './tickets-screen.module.css'
import type { Drawer } from './tickets-screen.tsx'
import { useComposerExtensions } from './use-composer-extensions.tsx'
import { useAnswering } from './use-answering.tsx'
import { useNamedMessage } from './use-named-message.ts'
import { useOpenTicket } from './use-open-ticket.ts'
import { useTicketKeys } from './use-ticket-keys.ts'
import { ColleagueDialog, ColleagueNotice } from './notices/colleague-notice.tsx'
import { ConnectionBanner } from './notices/connection-banner.tsx'
import { AnswerWindowNotice } from './notices/answer-window-notice.tsx'
import { LimitBanner } from './notices/limit-banner.tsx'
import notices from './notices/notices.module.css'
import { TemplateOffer } from './notices/template-offer.tsx'
import { UnreachableNotice } from './notices/unreachable-notice.tsx'
import { ReadOnlyNotice } from './notices/read-only-notice.tsx'

interface Props {
  uuid: string
  drawer: Drawer
  onDrawer: (drawer: Drawer) => void
  onLeave: () => void
  onTalkTo: (card: Card) => void
  /** The ticket that this user has just accepted here. */
  served: number | undefined
  onAttended: () => void
  onForward: (messages: MessageView[], onDone: () => void) => void
  onPickContacts: (onPicked: (contacts: Shared[]) => void) => void
}

export function OpenTicket(props: Props) {
  const { t } = useTranslation()
  const { ticket, failure, retry } = useOpenTicket(props.uuid, props.onLeave)
  if (ticket) return <LoadedTicket key={ticket.id} ticket={ticket} {...props} />
  if (!failure) return <TicketSkeleton />
  return (
    <section className={styles.missing} aria-label={t('tickets.title')}>
      <Failure title={t('tickets.openFailed')} cause={failure} onRetry={retry} />
    </section>
  )
}

/** The conversation, with the contact drawer beside or over it. */
function LoadedTicket(props: Props & { ticket: ListedTicket }) {
  const { ticket, drawer, onDrawer, onLeave, onTalkTo } = props
  const { t } = useTranslation()
  const me = useMe()
  const { id, contact, status, userId } = ticket
  const conversation = useRef<ConversationHandle>(null)
  const [unreadAtOpen] = useState(ticket.unreadMessages)
  const logs = useQuery(ticketLog(id)).data ?? noLogs
  const draft = useDraft(id)
  const doing = usePresence(id)
  const { viewers, writing } = useViewers(id)
  const isOpen = drawer !== 'closed'
  const toggleDrawer = () => onDrawer(isOpen ? 'closed' : 'open')
  const connection = useConnection(ticket)
  const canWrite = (status === 'open' || status === 'group') && !isBlocked(ticket) && connection !== 'deleted'
  const colleague = useColleague(ticket)
  const answering = useAnswering(ticket)
  const extensions = useComposerExtensions({ ticketId: id, canWrite, conversation })
  useTicketKeys({ ticket, conversation, drawer, onDrawer })
  useNamedMessage((messageId) => conversation.current?.jump(messageId))
  useFocusAfterAccept(props.served === id, canWrite && answering.renderShut === undefined, {
    focus: () => conversation.current?.focusComposer(),
    attended: props.onAttended,
  })

  return (
    <>
      <Conversation
        ref={conversation}
        ticketId={id}
        contactName={contact.name}
        isGroup={ticket.isGroup}
        logs={logs}
        renderLog={renderLog}
        unreadAtOpen={unreadAtOpen}
        isUnread={isNews(ticket) && (userId === null ? status === 'group' : userId === me.id)}
        lastMessageAt={ticket.lastMessageAt}
        typing={doing && t(`tickets.doing.${doing}`, { name: contact.name })}
        canWrite={canWrite}
        refuses={answering.refuses}
        instead={
          <ReadOnlyNotice
            ticket={ticket}
            isBlocked={isBlocked(ticket)}
            isConnectionDeleted={connection === 'deleted'}
          />
        }
        notice={
          <>
            <div className={notices.answering}>
              {ticket.unreachable ? (
                <UnreachableNotice why={ticket.unreachable} />
              ) : (
                <>
                  <AnswerWindowNotice ticket={ticket} />
                  <TemplateOffer ticket={ticket} />
                </>
              )}
            </div>
            {colleague.isGuarded && <ColleagueNotice name={colleague.name} onWrite={colleague.ask} />}
          </>
        }
        isNoteOnly={colleague.isGuarded || !answering.mayReply}
        onReplyAsked={colleague.isGuarded && answering.mayReply ? colleague.ask : answering.refuse}
        renderShut={answering.renderShut}
        draft={draft}
        onDraft={(written) => drafts.set(id, written)}
        extensions={extensions}
        onTalkTo={onTalkTo}
        onForward={props.onForward}
        onPickContacts={props.onPickContacts}
        head={
          <>
            <ConversationHead
              ticket={ticket}
              viewers={viewers}
              writing={writing}
              isDrawerOpen={isOpen}
              onToggleDrawer={toggleDrawer}
              onSearch={() => conversation.current?.search()}
              onBack={onLeave}
            />
            {connection === 'lost' && status !== 'closed' && <ConnectionBanner ticket={ticket} />}
            {connection === 'ready' && status !== 'closed' && <LimitBanner ticket={ticket} />}
          </>
        }
      />
      {colleague.isAsking && (
        <ColleagueDialog
          name={colleague.name}
          contactName={contact.name}
          onWrite={() => {
            colleague.write()
            conversation.current?.replyToCustomer()
          }}
          onClose={colleague.cancel}
        />
      )}
      {isOpen && (
        <ContactDrawer
          contactId={ticket.contactId}
          onClose={() => onDrawer('closed')}
          renderTags={(whole) => <Tags contact={whole} isAsked={drawer === 'tags'} />}
          renderCampaigns={(whole) => <CampaignChoice contact={whole} />}
          media={
            <TicketMedia
              ticketId={id}
              onImage={(messageId) => conversation.current?.openImage(messageId)}
              onJump={(messageId) => conversation.current?.jump(messageId)}
            />
          }
          notes={<Notes ticketId={id} contactId={ticket.contactId} />}
        />
      )}
    </>
  )
}

// The same on every render, so that the messages are not rendered with each key that is pressed in the composer.
const noLogs: TicketLogView[] = []
const renderLog = (log: TicketLogView, receiver: TicketLogView | undefined) => (
  <LogEntry log={log} receiver={receiver} />
)

/** Undefined: its connections are not loaded yet. */
function useConnection({ whatsappId }: ListedTicket): 'deleted' | 'lost' | 'ready' | undefined {
  const { data } = useQuery(connectionList)
  const connection = data?.find(({ id }) => id === whatsappId)
  if (!data || whatsappId === null) return undefined
  if (!connection) return 'deleted'
  return isLost(connection) ? 'lost' : 'ready'
}

/** Writing to the customer of a colleague's ticket asks first, once for each visit. */
function useColleague({ status, userId, user }: ListedTicket) {
  const me = useMe()
  const [state, setState] = useState<'guarded' | 'asking' | 'confirmed'>('guarded')
  const isTheirs = (status === 'open' || status === 'group') && userId !== null && userId !== me.id
  return {
    name: user?.name ?? '',
    isGuarded: isTheirs && state !== 'confirmed',
    isAsking: isTheirs && state === 'asking',
    ask: () => setState('asking'),
    cancel: () => setState('guarded'),
    write: () => setState('confirmed'),
  }
}

/**
 * Focuses the composer of a ticket that was just accepted. An answer that is older than the acceptance may take the
 * composer or the whole conversation away for a moment; then it gets the focus again, until the user does something
 * else.
 */
function useFocusAfterAccept(
  isDue: boolean,
  canWrite: boolean,
  { focus, attended }: { focus: () => void; attended: () => void },
) {
  const wasServed = useRef(false)
  const begin = useEffectEvent(() => {
    if (!isTouchDevice() && (isDue || document.activeElement === document.body)) focus()
    wasServed.current = true
  })
  useEffect(() => {
    if (canWrite && (isDue || wasServed.current)) begin()
  }, [isDue, canWrite])

  const end = useEffectEvent(attended)
  useEffect(() => {
    if (!isDue) return
    const done = new AbortController()
    for (const input of ['keydown', 'pointerdown'])
      window.addEventListener(input, () => end(), { capture: true, signal: done.signal })
    return () => done.abort()
  }, [isDue])
}

function Tags({ contact, isAsked }: { contact: ContactView; isAsked: boolean }) {
  const cache = useQueryClient()
  return (
    <TagEditor
      contact={contact}
      isAsked={isAsked}
      onTags={(tags: TagRef[]) => {
        const tagged = { ...contact, tags, contactTags: tags.map(({ id }) => ({ contactId: contact.id, tagId: id })) }
        rememberContact(cache, tagged)
        // Updates the rows without waiting for the live event.
        applyContactEvent(cache, { action: 'update', contact: tagged })
      }}
    />
  )
}

const isBlocked = ({ contact }: ListedTicket) => contact.active === false
