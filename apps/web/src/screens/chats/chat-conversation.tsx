import type { InternalChatView, InternalMessageView } from '@guiche/contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DropArea } from '../../features/messages/conversation/index.ts'
import type { PlainComposerHandle } from '../../features/messages/composer/index.ts'
import { chatName } from '../../features/internal-chats/chat-names.ts'
import { useDeleteMessage, useOpenDirectChat } from '../../features/internal-chats/chats.api.ts'
import { useMe } from '../../lib/session.ts'
import { RemovalDialog } from '../../ui/dialogs/removal-dialog.tsx'
import { ChatComposer } from './chat-composer.tsx'
import { ChatGallery } from './chat-gallery.tsx'
import { ChatHead } from './chat-head.tsx'
import { ChatMessageActions } from './chat-message-actions.ts'
import { ChatMessages } from './chat-messages.tsx'
import { ReadersDialog } from './reading/readers-dialog.tsx'

interface Props {
  chat: InternalChatView
  /** The message to begin at; undefined: the newest. */
  messageId?: number | undefined
  onLeave: () => void
  onOpen: (uuid: string) => void
}

/** Head, messages and composer of a chat. */
export function ChatConversation({ chat, messageId, onLeave, onOpen }: Props) {
  const { t } = useTranslation()
  const me = useMe()
  const composer = useRef<PlainComposerHandle>(null)
  const [answered, setAnswered] = useState<InternalMessageView>()
  const [editing, setEditing] = useState<InternalMessageView>()
  const [doomed, setDoomed] = useState<InternalMessageView>()
  const [readBy, setReadBy] = useState<InternalMessageView>()
  const [image, setImage] = useState<number>()
  const remove = useDeleteMessage()
  const direct = useOpenDirectChat()
  const [named, setNamed] = useState(messageId)
  const [anchor, setAnchor] = useState(messageId ?? 0)
  if (named !== messageId) {
    setNamed(messageId)
    setAnchor(messageId ?? 0)
  }
  const actions = {
    reply: (message: InternalMessageView) => {
      setEditing(undefined)
      setAnswered(message)
      composer.current?.focus()
    },
    edit: (message: InternalMessageView) => {
      setAnswered(undefined)
      setEditing(message)
      composer.current?.focus()
    },
    remove: setDoomed,
    showReaders: setReadBy,
    jump: setAnchor,
    openImage: setImage,
    talkTo: (userId: number) => {
      if (userId === me.id || chat.isDirect) return
      direct.mutate(userId, { onSuccess: ({ uuid }) => onOpen(uuid) })
    },
  }

  return (
    <DropArea
      label={t('chats.conversation', { name: chatName(chat, me.id) })}
      isOn={editing === undefined}
      onFiles={(files) => composer.current?.attach(files)}
    >
      <ChatHead chat={chat} onLeave={onLeave} onTalkTo={actions.talkTo} />
      <ChatMessageActions value={actions}>
        <ChatMessages key={anchor} chat={chat} anchor={anchor} onLatest={() => setAnchor(0)} />
      </ChatMessageActions>
      <ChatComposer
        chat={chat}
        answered={answered}
        onAnswered={setAnswered}
        editing={editing}
        onEditing={setEditing}
        onSent={() => setAnchor(0)}
        ref={composer}
      />
      {image !== undefined && (
        <ChatGallery
          chatId={chat.id}
          anchor={anchor}
          start={image}
          onJump={(id) => {
            setImage(undefined)
            setAnchor(id)
          }}
          onClose={() => setImage(undefined)}
        />
      )}
      {doomed && (
        <RemovalDialog
          name={doomed.message || doomed.mediaName || t('chats.ticket')}
          onRemove={() => remove.mutateAsync(doomed.id)}
          onClose={() => setDoomed(undefined)}
        />
      )}
      {readBy && <ReadersDialog chat={chat} message={readBy} onClose={() => setReadBy(undefined)} />}
    </DropArea>
  )
}
