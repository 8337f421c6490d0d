import type { ImageView, InternalMessageView } from '@guiche/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { messagesOfChat } from '../../features/internal-chats/chats.api.ts'
import { messagesIn } from '../../features/internal-chats/message-pages.ts'
import { Viewer } from '../../features/messages/gallery/index.ts'

interface Props {
  chatId: number
  /** The message that was jumped to; 0: the newest. */
  anchor: number
  /** The message whose picture is shown first. */
  start: number
  onJump: (messageId: number) => void
  onClose: () => void
}

/** Pictures and videos of what is loaded of a chat. */
export function ChatGallery({ chatId, anchor, start, onJump, onClose }: Props) {
  const { data } = useInfiniteQuery(messagesOfChat(chatId, anchor))
  const [shownId, show] = useState(start)
  const images = useMemo(() => (data ? messagesIn(data).flatMap(imageOf) : []), [data])
  const index = Math.max(
    0,
    images.findIndex(({ id }) => id === shownId),
  )
  const shown = { images, index, current: images[index], place: index + 1, count: images.length, show }
  return (
    <Suspense>
      <Viewer shown={{ ...shown, isReady: data !== undefined, isFailed: false }} onJump={onJump} onClose={onClose} />
    </Suspense>
  )
}

function imageOf(message: InternalMessageView): ImageView[] {
  const { id, mediaPath, mediaType, mediaName, thumbnailUrl, sender, createdAt } = message
  if (mediaPath === null || (mediaType !== 'image' && mediaType !== 'video')) return []
  const file = { mediaUrl: mediaPath, mediaType, mediaName, thumbnailUrl, pageNumber: 1 }
  const said = { body: message.message, signature: null, createdAt }
  return [{ id, ...file, ...said, fromMe: true, origin: 'user', user: sender, contact: null }]
}
