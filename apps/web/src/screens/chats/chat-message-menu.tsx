import type { InternalMessageView } from '@guiche/contract'
import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowBackUp, IconChecks, IconCopy, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReact } from '../../features/internal-chats/chats.api.ts'
import { useMe } from '../../lib/session.ts'
import { readable } from '../../lib/text/plain-text.ts'
import { toast } from '../../ui/toasts/toasts.tsx'
import { useChatMessageActions } from './chat-message-actions.ts'
import styles from './chats-screen.module.css'

const usual = ['👍', '❤️', '😂', '😮', '😢', '🙏']

/** What can be done with a message; its author can do more. */
export function ChatMessageMenu({ message }: { message: InternalMessageView }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const label = t('chats.menu.label')
  return (
    <Menu opened={isOpen} onChange={setIsOpen} position="bottom-end" returnFocus>
      <Menu.Target>
        <ActionIcon size={28} variant="default" className={styles.menu ?? ''} data-open={isOpen} aria-label={label}>
          <IconDots size={16} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      {/* Hundreds of messages have a menu, and one is open. */}
      {isOpen && (
        <Menu.Dropdown>
          <Items message={message} />
        </Menu.Dropdown>
      )}
    </Menu>
  )
}

function Items({ message }: { message: InternalMessageView }) {
  const { t } = useTranslation()
  const me = useMe()
  const react = useReact()
  const actions = useChatMessageActions()
  const isOwn = message.senderId === me.id
  const ownEmoji = message.reactions.find(({ user }) => user.id === me.id)?.emoji

  async function copy() {
    await navigator.clipboard.writeText(readable(message.message))
    toast.success(t('chats.menu.copied'))
  }

  return (
    <>
      <div className={styles.emojis} role="group" aria-label={t('chats.menu.react')}>
        {usual.map((emoji) => (
          <Menu.Item
            key={emoji}
            className={styles.emoji ?? ''}
            aria-label={t('chats.menu.reactWith', { emoji })}
            onClick={() => react.mutate({ id: message.id, emoji: emoji === ownEmoji ? '' : emoji })}
          >
            {emoji}
          </Menu.Item>
        ))}
      </div>
      <Menu.Item leftSection={<IconArrowBackUp size={16} stroke={1.7} />} onClick={() => actions.reply(message)}>
        {t('chats.menu.reply')}
      </Menu.Item>
      {message.message !== '' && (
        <Menu.Item leftSection={<IconCopy size={16} stroke={1.7} />} onClick={() => void copy()}>
          {t('chats.menu.copy')}
        </Menu.Item>
      )}
      {isOwn && (
        <>
          <Menu.Item leftSection={<IconChecks size={16} stroke={1.7} />} onClick={() => actions.showReaders(message)}>
            {t('chats.menu.readers')}
          </Menu.Item>
          {message.message !== '' && (
            <Menu.Item leftSection={<IconPencil size={16} stroke={1.7} />} onClick={() => actions.edit(message)}>
              {t('chats.menu.edit')}
            </Menu.Item>
          )}
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} stroke={1.7} />}
            onClick={() => actions.remove(message)}
          >
            {t('chats.menu.delete')}
          </Menu.Item>
        </>
      )}
    </>
  )
}
