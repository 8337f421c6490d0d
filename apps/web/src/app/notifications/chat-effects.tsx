import type { InternalChatEvent } from '@guiche/contract'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { chatName, firstName } from '../../features/internal-chats/chat-names.ts'
import { useChatPreview } from '../../features/internal-chats/use-chat-preview.ts'
import { useChatsLive } from '../../features/internal-chats/use-chats-live.ts'
import { playNotificationSound } from '../../lib/browser/sound.ts'
import { useFloatingChat } from '../../lib/talk/floating-chat.ts'
import { mayChat } from '../../lib/rights.ts'
import { useMe } from '../../lib/session.ts'
import { showNotice } from './browser-notice.ts'
import { isLookedAt, useLookedAt } from './looked-at.ts'
import { createNoticeSound, isLate } from './notice-sound.ts'

const sound = createNoticeSound(playNotificationSound)

/** Keeps internal chats up to date, and announces every message of a colleague. */
export function ChatEffects() {
  return mayChat(useMe()) ? <Effects /> : null
}

function Effects() {
  const me = useMe()
  const { t } = useTranslation()
  const preview = useChatPreview()
  const { chatId: onScreen } = useParams({ strict: false })
  const floating = useFloatingChat()
  const open = onScreen ?? floating
  useLookedAt(open)
  useChatsLive(me.id, (event) => void announce(event))
  return null

  async function announce(event: InternalChatEvent) {
    if (event.action !== 'new-message' || event.newMessage.senderId === me.id) return
    const { newMessage, chat } = event
    if ((chat.uuid === open && document.hasFocus()) || (await isLookedAt(chat.uuid))) return
    sound(newMessage)
    if (isLate(newMessage)) return
    const isMentioned = newMessage.mentions.some(({ id }) => id === me.id)
    const name = firstName(newMessage.sender.name)
    const text = t(isMentioned ? 'chats.mentionedYou' : 'chats.said', { name, text: preview(newMessage) })
    await showNotice({
      title: chatName(chat, me.id),
      text,
      tag: chat.uuid,
      picture: null,
      path: `/chats/${chat.uuid}`,
    })
  }
}
