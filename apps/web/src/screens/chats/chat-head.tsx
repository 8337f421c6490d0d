import type { InternalChatView } from '@guiche/contract'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowLeft, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChatDialog } from '../../features/internal-chats/chat-dialog.tsx'
import { chatName, firstName, othersIn } from '../../features/internal-chats/chat-names.ts'
import { useDeleteChat } from '../../features/internal-chats/chats.api.ts'
import { useMe } from '../../lib/session.ts'
import { RemovalDialog } from '../../ui/dialogs/removal-dialog.tsx'
import { PersonName } from '../../ui/marks/person-name.tsx'
import styles from './chats-screen.module.css'

interface Props {
  chat: InternalChatView
  onLeave: () => void
  onTalkTo: (userId: number) => void
}

/** Title and members; the owner also changes and deletes the chat. */
export function ChatHead({ chat, onLeave, onTalkTo }: Props) {
  const { t } = useTranslation()
  const me = useMe()
  const [dialog, setDialog] = useState<'edit' | 'remove'>()
  const remove = useDeleteChat()
  const close = () => setDialog(undefined)
  return (
    <header className={styles.head}>
      <ActionIcon size={36} className={styles.back ?? ''} aria-label={t('chats.toList')} onClick={onLeave}>
        <IconArrowLeft size={20} stroke={1.8} />
      </ActionIcon>
      <div className={styles.name}>
        <h2 className="cut">{chatName(chat, me.id)}</h2>
        {!chat.isDirect && <Members chat={chat} myId={me.id} onTalkTo={onTalkTo} />}
      </div>
      {chat.ownerId === me.id && (
        <div className={styles.tools}>
          {!chat.isDirect && (
            <Tooltip label={t('chats.edit')}>
              <ActionIcon size={36} aria-label={t('chats.edit')} onClick={() => setDialog('edit')}>
                <IconPencil size={18} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
          )}
          <Tooltip label={t('chats.remove')}>
            <ActionIcon size={36} color="red" aria-label={t('chats.remove')} onClick={() => setDialog('remove')}>
              <IconTrash size={18} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        </div>
      )}
      {dialog === 'edit' && <ChatDialog chat={chat} onClose={close} onSaved={close} />}
      {dialog === 'remove' && (
        <RemovalDialog
          name={chatName(chat, me.id)}
          onRemove={() => remove.mutateAsync(chat.id).then(onLeave)}
          onClose={close}
        >
          <p>{t('chats.removeText')}</p>
        </RemovalDialog>
      )}
    </header>
  )
}

/** Each name opens the direct talk with that colleague. */
function Members({ chat, myId, onTalkTo }: { chat: InternalChatView; myId: number; onTalkTo: (id: number) => void }) {
  const { t } = useTranslation()
  const others = othersIn(chat, myId)
  return (
    <p className={`${styles.members} cut`}>
      {others.map(({ userId, user }, nth) => (
        <span key={userId}>
          <PersonName name={user.name} onTalk={() => onTalkTo(userId)}>
            {firstName(user.name)}
          </PersonName>
          {nth < others.length - 1 ? ', ' : ' '}
        </span>
      ))}
      {t(others.length > 0 ? 'chats.andYou' : 'chats.you')}
    </p>
  )
}
