import type { InternalChatView } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { summaryOf } from '../../lib/text/summary.ts'

type Newest = NonNullable<InternalChatView['newest']>

/** What a row says of a message: its text, or what else it is. */
export function useChatPreview(): (
  newest: Pick<Newest, 'message' | 'mediaType' | 'mediaName' | 'isDeleted'>,
) => string {
  const { t } = useTranslation()
  return ({ message, mediaType, mediaName, isDeleted }) => {
    if (isDeleted) return t('chats.deleted')
    if (message.trim() !== '') return summaryOf(message)
    if (mediaType === 'text') return t('chats.ticket')
    return mediaType === 'application' && mediaName ? mediaName : t(`chats.media.${mediaType}`)
  }
}
