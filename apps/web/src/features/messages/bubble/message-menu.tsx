import { type MessageView, limits } from '@guiche/contract'
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconChevronDown,
  IconCopy,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../../lib/clock.ts'
import { readable } from '../../../lib/text/plain-text.ts'
import { isAdmin, useMe } from '../../../lib/session.ts'
import { toast } from '../../../ui/toasts/toasts.tsx'
import { useMessageActions } from '../message-actions.ts'
import styles from './message-bubble.module.css'
import { bodyOf, kindOf } from '../message-kind.ts'
import { mayForward, useSelection } from '../selection/index.ts'

interface Props {
  message: MessageView
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}

/** The menu is rendered only when it opens, because there are hundreds of bubbles. */
export function MessageMenu({ message, isOpen, onToggle }: Props) {
  const { t } = useTranslation()
  const label = t('messages.menu.label')
  if (!isOpen) {
    return (
      <ActionIcon
        size={24}
        variant="default"
        className={styles.menu ?? ''}
        aria-label={label}
        aria-haspopup="menu"
        onClick={() => onToggle(true)}
      >
        <IconChevronDown size={16} stroke={1.8} />
      </ActionIcon>
    )
  }
  return (
    <Menu opened onChange={onToggle} onClose={() => onToggle(false)} returnFocus>
      <Menu.Target>
        <ActionIcon size={24} variant="default" className={styles.menu ?? ''} aria-label={label}>
          <IconChevronDown size={16} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Items message={message} onDone={() => onToggle(false)} />
      </Menu.Dropdown>
    </Menu>
  )
}

const usual = ['👍', '❤️', '😂', '😮', '😢', '🙏']

function Items({ message, onDone }: { message: MessageView; onDone: () => void }) {
  const { t } = useTranslation()
  const actions = useMessageActions()
  const { begin } = useSelection()
  const { canEdit, canRemove, canReact } = useRights(message)
  const body = bodyOf(message)

  return (
    <>
      {canReact && (
        <div className={styles.emojis} role="group" aria-label={t('messages.menu.react')}>
          {usual.map((emoji) => (
            <Menu.Item
              key={emoji}
              className={styles.emoji ?? ''}
              aria-label={t('messages.menu.reactWith', { emoji })}
              onClick={() => {
                actions.react(message, isOwnReaction(message, emoji) ? '' : emoji)
                onDone()
              }}
            >
              {emoji}
            </Menu.Item>
          ))}
        </div>
      )}
      {actions.canWrite && !message.isPrivate && !message.isDeleted && (
        <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={() => actions.reply(message)}>
          {t('messages.menu.reply')}
        </Menu.Item>
      )}
      {mayForward(message) && (
        <Menu.Item leftSection={<IconArrowForwardUp size={16} />} onClick={() => begin(message)}>
          {t('messages.forward.action')}
        </Menu.Item>
      )}
      {body !== '' && (
        <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => void copy(body, t('messages.copied'))}>
          {t('messages.menu.copy')}
        </Menu.Item>
      )}
      {canEdit && (
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => actions.edit(message)}>
          {t('messages.menu.edit')}
        </Menu.Item>
      )}
      {canRemove && (
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => actions.remove(message)}>
          {t('messages.menu.delete')}
        </Menu.Item>
      )}
    </>
  )
}

/** Own messages only, as far as the network goes along; editing within 15 minutes. The server decides. */
function useRights(message: MessageView) {
  const me = useMe()
  const { canWrite, refuses } = useMessageActions()
  const isOwn = message.fromMe && (message.user === null || message.user.id === me.id || isAdmin(me))
  const isRecent = useNow() - Date.parse(message.updatedAt) < limits.editWindow
  const isLiving = !message.isDeleted && message.failure === null
  const isKnown = !message.isOfOtherWay
  return {
    canEdit:
      canWrite &&
      (message.isPrivate || !refuses.includes('edits')) &&
      isOwn &&
      isRecent &&
      isLiving &&
      isKnown &&
      kindOf(message) === 'text',
    canRemove:
      canWrite &&
      (message.isPrivate || !refuses.includes('deletions')) &&
      isOwn &&
      !message.isDeleted &&
      // One that waits is only taken out of the queue.
      (isKnown || message.ack === 0),
    canReact: canWrite && !refuses.includes('reactions') && isLiving && isKnown && !message.isPrivate,
  }
}

const isOwnReaction = ({ reactions }: MessageView, emoji: string) =>
  reactions.some((one) => one.fromMe && one.emoji === emoji)

async function copy(text: string, done: string) {
  await navigator.clipboard.writeText(readable(text))
  toast.success(done)
}
