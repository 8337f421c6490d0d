import { type QuickMessageView, fillIn, limits } from '@guiche/contract'
import { IconBolt } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConversationHandle } from '../../features/messages/conversation/index.ts'
import { repliesOf } from '../../features/quick-messages/find-replies.ts'
import { quickReplies, variablesOfTicket } from '../../features/quick-messages/quick-messages.api.ts'
import { usePaletteSource } from '../../lib/keyboard/palette.ts'
import { useMe } from '../../lib/session.ts'
import { cutAt, summaryOf } from '../../lib/text/summary.ts'

interface Options {
  ticketId: number
  canWrite: boolean
  conversation: RefObject<ConversationHandle | null>
}

/** Offers the quick messages in the palette; choosing one puts it into the composer of the open ticket. */
export function useQuickReplyPalette({ ticketId, canWrite, conversation }: Options): void {
  const { t } = useTranslation()
  const me = useMe()
  const cache = useQueryClient()
  const { data = [] } = useQuery(quickReplies)

  async function insert(reply: QuickMessageView) {
    // Without the values the variables stay in the text, and the server fills them in.
    const values = await cache.fetchQuery(variablesOfTicket(ticketId)).catch((): Record<string, string> => ({}))
    const text = fillIn(reply.message, new Map(Object.entries(values)))
    conversation.current?.insert(text, reply.isMedia ? storedFileOf(reply) : undefined)
  }

  usePaletteSource({
    id: 'quick-replies',
    title: t('quick-messages.title'),
    isLong: true,
    items: !canWrite
      ? []
      : repliesOf(data, me).map((reply) => ({
          id: `quick-reply-${reply.id}`,
          title: `/${reply.shortcode}`,
          detail: cutAt(summaryOf(reply.message), limits.quickMessagePreview),
          picture: <IconBolt size={18} stroke={1.7} />,
          run: () => void insert(reply),
        })),
  })
}

export const storedFileOf = ({ id, mediaName, mediaType, mediaSize, mediaPath }: QuickMessageView) => ({
  quickMessageId: id,
  name: mediaName ?? '',
  type: `${mediaType ?? 'application'}/*`,
  size: mediaSize ?? 0,
  url: mediaPath ?? '',
})
