import { type Card, type Draft, type MessageView, type TicketLogView, type TicketView, marksIn } from '@guiche/contract'
import {
  type ReactNode,
  type Ref,
  Suspense,
  lazy,
  useCallback,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { Failure } from '../../../ui/states/failure.tsx'
import { BubbleSkeletons } from '../../../ui/states/skeletons.tsx'
import { MarksContext } from '../../../ui/text/marks-context.ts'
import { Composer, type ComposerExtension, type ComposerHandle, type RenderShut } from '../composer/index.ts'
import styles from './conversation.module.css'
import { DropArea } from './drop-area.tsx'
import { MessageActionsContext } from '../message-actions.ts'
import { type ListHandle, MessageList, useJump } from '../message-list/index.ts'
import { RemoveMessageDialog } from './remove-message-dialog.tsx'
import { useConversation } from './use-conversation.ts'
import { SearchBar, useConversationSearch } from '../search/index.ts'
import type { SentContact } from '../sends.ts'
import { SelectionBar, SelectionContext, useSelecting } from '../selection/index.ts'
import { useMessageTasks } from './use-message-tasks.ts'
import { useReading } from './use-reading.ts'

const Gallery = lazy(() => import('../gallery/gallery.tsx').then((file) => ({ default: file.Gallery })))

export interface ConversationHandle {
  focusComposer: () => void
  /** The composer writes to the customer, no private note. */
  replyToCustomer: () => void
  /** Writes into the composer if it is empty. */
  begin: (text: string) => void
  /** Inserts a text into the composer, and adds a file of the server. */
  insert: ComposerHandle['insert']
  /** Answers the last message of the customer. */
  replyToLast: () => void
  jump: (messageId: number) => void
  /** Opens the search in the conversation. */
  search: () => void
  openImage: (messageId: number) => void
}

interface Props {
  ticketId: number
  contactName: string
  isGroup: boolean
  logs: TicketLogView[]
  renderLog: (log: TicketLogView, receiver: TicketLogView | undefined) => ReactNode
  /** The number of new messages when the conversation was opened. */
  unreadAtOpen: number
  /** Whether opening the conversation marks it read for this user. */
  isUnread: boolean
  lastMessageAt: string
  /** A text about what the customer is doing, such as typing. */
  typing: string | undefined
  canWrite: boolean
  refuses: TicketView['refuses']
  /** Replaces the composer for users who may not write: the bar to accept, or the reason. */
  instead: ReactNode
  notice: ReactNode
  /** Only private notes can be written; `onReplyAsked`: the user wants to write to the customer. */
  isNoteOnly: boolean
  onReplyAsked: () => void
  /** In the place of the text field while nothing that is written may go to the customer. */
  renderShut: RenderShut | undefined
  draft: Draft
  onDraft: (draft: Draft) => void
  onTalkTo: (card: Card) => void
  /** Opens the choice of the contacts to send. */
  onPickContacts: (onPicked: (contacts: SentContact[]) => void) => void
  /** What the composer offers while one writes. */
  extensions: readonly ComposerExtension[]
  /** Forwards these messages; `onDone` is called afterwards. */
  onForward: (messages: MessageView[], onDone: () => void) => void
  head: ReactNode
  ref: Ref<ConversationHandle>
}

export function Conversation(props: Props) {
  const { ticketId, contactName, isGroup, canWrite, refuses, draft, onDraft, head, ref } = props
  const { t } = useTranslation()
  const list = useRef<ListHandle>(null)
  const composer = useRef<ComposerHandle>(null)
  const [image, setImage] = useState<number>()
  const conversation = useConversation(props)
  const { rows, messages, anchorAt } = conversation
  const { jump, marked } = useJump({ list, content: rows, anchorAt })
  const search = useConversationSearch(ticketId, jump)
  const { words } = search
  const marks = useMemo(() => (words.length > 0 ? (text: string) => marksIn(text, words) : undefined), [words])
  const focusComposer = useCallback(() => composer.current?.focus(), [])
  const tasks = useMessageTasks({ onReply: focusComposer })
  const selection = useSelecting()
  const isSelecting = selection.selected !== undefined
  useReading(ticketId, props.isUnread, props.lastMessageAt)

  useImperativeHandle(ref, () => ({
    focusComposer,
    replyToCustomer: () => composer.current?.reply(),
    begin: (text) => composer.current?.begin(text),
    insert: (text, file) => composer.current?.insert(text, file),
    replyToLast: () => {
      const last = messages.findLast(({ fromMe, isDeleted }) => !fromMe && !isDeleted)
      if (last && canWrite) tasks.reply(last)
    },
    jump,
    search: search.open,
    openImage: setImage,
  }))

  const toLatest = useCallback(() => anchorAt(0), [anchorAt])

  const { reply, react, edit, remove, retry } = tasks
  const { onTalkTo: talkTo } = props
  // Stays the same while somebody writes, or every key would render every bubble.
  const actions = useMemo(
    () => ({
      contactName,
      isGroup,
      canWrite,
      refuses,
      reply,
      react,
      edit,
      remove,
      retry,
      jump,
      openImage: setImage,
      talkTo,
    }),
    [contactName, isGroup, canWrite, refuses, reply, react, edit, remove, retry, jump, talkTo],
  )

  return (
    <MessageActionsContext value={actions}>
      <DropArea
        label={t('messages.with', { name: contactName })}
        isOn={canWrite}
        onFiles={(files) => composer.current?.attach(files)}
      >
        {head}
        {search.isOpen && <SearchBar search={search} />}
        <div className={styles.body}>
          <SelectionContext value={selection}>
            <MarksContext value={marks}>
              <Content
                {...props}
                conversation={conversation}
                list={list}
                marked={marked ?? search.current}
                onLatest={toLatest}
              />
            </MarksContext>
          </SelectionContext>
        </div>
        {selection.selected && (
          <SelectionBar
            selected={selection.selected}
            onForward={() => props.onForward(selection.selected ?? [], selection.end)}
            onCancel={selection.end}
          />
        )}
        {canWrite ? (
          <Composer
            // The key gives each ticket its own composer, with its own files and mode.
            key={ticketId}
            ref={composer}
            isHidden={isSelecting}
            ticketId={ticketId}
            contactName={contactName}
            draft={draft}
            onDraft={onDraft}
            quoted={tasks.quoted}
            onQuoted={tasks.reply}
            editing={tasks.editing}
            onEdited={tasks.finishEdit}
            onCancelEdit={() => tasks.edit(undefined)}
            onSent={() => {
              toLatest()
              list.current?.toEnd()
            }}
            onPickContacts={props.onPickContacts}
            extensions={props.extensions}
            notice={props.notice}
            isNoteOnly={props.isNoteOnly}
            onReplyAsked={props.onReplyAsked}
            renderShut={props.renderShut}
          />
        ) : (
          !isSelecting && props.instead
        )}
      </DropArea>
      {image !== undefined && (
        <Suspense>
          <Gallery
            ticketId={ticketId}
            start={image}
            onJump={(id) => {
              setImage(undefined)
              jump(id)
            }}
            onClose={() => setImage(undefined)}
          />
        </Suspense>
      )}
      {tasks.doomed && <RemoveMessageDialog message={tasks.doomed} onClose={() => tasks.remove(undefined)} />}
    </MessageActionsContext>
  )
}

interface ContentProps extends Pick<Props, 'ticketId' | 'contactName' | 'typing' | 'renderLog'> {
  conversation: ReturnType<typeof useConversation>
  list: Ref<ListHandle>
  marked: number | undefined
  onLatest: () => void
}

function Content({ ticketId, typing, renderLog, conversation, list, marked, onLatest }: ContentProps) {
  const { t } = useTranslation()
  if (conversation.failure && !conversation.isReady) {
    return (
      <Failure title={t('messages.failed')} onRetry={conversation.retry}>
        {t(`messages.failedBy.${conversation.failure}`)}
      </Failure>
    )
  }
  if (!conversation.isReady) return <BubbleSkeletons label={t('messages.loading')} />
  return (
    <MessageList
      key={`${ticketId}-${conversation.anchor}`}
      ref={list}
      ticketId={ticketId}
      anchor={conversation.anchor}
      rows={conversation.rows}
      empty={t('messages.empty')}
      hasOlder={conversation.hasOlder}
      isLoadingOlder={conversation.isLoadingOlder}
      onOlder={conversation.loadOlder}
      hasNewer={conversation.hasNewer}
      onNewer={conversation.loadNewer}
      messages={conversation.messages}
      onLatest={onLatest}
      marked={marked}
      typing={conversation.hasNewer ? undefined : typing}
      renderLog={renderLog}
    />
  )
}
