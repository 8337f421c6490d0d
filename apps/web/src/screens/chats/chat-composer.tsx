import type { InternalChatView, InternalMessageView } from '@guiche/contract'
import { ActionIcon } from '@mantine/core'
import { IconTicket, IconX } from '@tabler/icons-react'
import { type Ref, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainComposer, type PlainComposerHandle, type WrittenFile } from '../../features/messages/composer/index.ts'
import { soundFields } from '../../features/messages/sound/index.ts'
import { chatDrafts, useChatDraft } from '../../features/internal-chats/chat-drafts.ts'
import { chatName, othersIn } from '../../features/internal-chats/chat-names.ts'
import { type SentToChat, chatOutbox } from '../../features/internal-chats/chat-outbox.ts'
import { useEditMessage } from '../../features/internal-chats/chats.api.ts'
import { useMe } from '../../lib/session.ts'
import { randomId } from '../../lib/uuid.ts'
import { AnsweredText } from './answered-message.tsx'
import styles from './chats-screen.module.css'
import { mentionsIn, mentionsOf } from './mentions.tsx'
import { ShareTicketDialog } from './share-ticket-dialog.tsx'

interface Props {
  chat: InternalChatView
  answered: InternalMessageView | undefined
  onAnswered: (message: InternalMessageView | undefined) => void
  editing: InternalMessageView | undefined
  onEditing: (message: InternalMessageView | undefined) => void
  onSent: () => void
  ref: Ref<PlainComposerHandle>
}

/** Writes into a chat. What is sent waits in the outbox until the server has it. */
export function ChatComposer({ chat, answered, onAnswered, editing, onEditing, onSent, ref }: Props) {
  const { t } = useTranslation()
  const me = useMe()
  const draft = useChatDraft(chat.id)
  const edit = useEditMessage()
  const [isSharing, setIsSharing] = useState(false)
  const people = useMemo(() => othersIn(chat, me.id).map(({ user }) => user), [chat, me.id])
  const extensions = useMemo(() => [mentionsOf(people)], [people])

  function post(said: Partial<SentToChat>, file?: File) {
    const nothing = { message: '', replyTo: null, mentions: [], ticketId: null, file: null, sound: {} }
    chatOutbox.add(
      { ...nothing, clientId: randomId(), chatId: chat.id, createdAt: new Date().toISOString(), ...said },
      file,
    )
  }

  function send(text: string, files: WrittenFile[]) {
    if (files.length === 0) post({ message: text, replyTo: replyTo(), mentions: mentionsIn(text, people) })
    for (const [nth, { file, caption, ...shown }] of files.entries())
      post(
        {
          message: caption.trim(),
          file: shown,
          replyTo: nth === 0 ? replyTo() : null,
          mentions: mentionsIn(caption, people),
        },
        file,
      )
    sent()
  }

  async function sendVoice(file: File) {
    const sound = await soundFields(file)
    const { name, type, size } = file
    post({ file: { name, type, size, url: URL.createObjectURL(file) }, sound, replyTo: replyTo() }, file)
    sent()
  }

  function sent() {
    onAnswered(undefined)
    onSent()
  }

  function replyTo(): SentToChat['replyTo'] {
    if (!answered) return null
    const { id, sender, message, mediaType, mediaName, isDeleted } = answered
    return { id, sender, message: message.slice(0, 200), mediaType, mediaName, isDeleted }
  }

  return (
    <div className={styles.composer}>
      <PlainComposer
        recipient={chatName(chat, me.id)}
        placeholder={t('chats.write')}
        draft={draft}
        onDraft={(body) => chatDrafts.set(chat.id, { body, isPrivate: false })}
        editing={editing && { id: editing.id, text: editing.message }}
        onEdited={(message) =>
          editing && edit.mutate({ id: editing.id, message }, { onSuccess: () => onEditing(undefined) })
        }
        onCancelEdit={() => onEditing(undefined)}
        onSend={send}
        onVoice={(file) => void sendVoice(file)}
        onEscape={() => onAnswered(undefined)}
        above={answered && <Answering message={answered} onCancel={() => onAnswered(undefined)} />}
        tools={
          <ActionIcon
            size={36}
            title={t('chats.share.title')}
            aria-label={t('chats.share.title')}
            onClick={() => setIsSharing(true)}
          >
            <IconTicket size={20} stroke={1.6} />
          </ActionIcon>
        }
        extensions={extensions}
        ref={ref}
      />
      {isSharing && (
        <ShareTicketDialog
          onClose={() => setIsSharing(false)}
          onShare={(ticketId) => {
            setIsSharing(false)
            post({ ticketId, replyTo: replyTo() })
            sent()
          }}
        />
      )}
    </div>
  )
}

function Answering({ message, onCancel }: { message: InternalMessageView; onCancel: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.answering}>
      <div className={styles.answered}>
        <AnsweredText answered={message} />
      </div>
      <ActionIcon aria-label={t('messages.composer.cancelReply')} onClick={onCancel}>
        <IconX size={16} stroke={1.8} />
      </ActionIcon>
    </div>
  )
}
