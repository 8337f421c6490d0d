import { Button } from '@mantine/core'
import { IconMessageOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { chatOf } from '../../features/internal-chats/chats.api.ts'
import { ApiError, causeOf } from '../../lib/api-error.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { BubbleSkeletons } from '../../ui/states/skeletons.tsx'
import { ChatConversation } from './chat-conversation.tsx'

interface Props {
  uuid: string
  /** The message to begin at; undefined: the newest. */
  messageId?: number | undefined
  onLeave: () => void
  /** Opens another chat. */
  onOpen: (uuid: string) => void
}

/** A chat by its uuid. To somebody who is no member it does not exist. */
export function ChatView({ uuid, messageId, onLeave, onOpen }: Props) {
  const { t } = useTranslation()
  const { data: chat, error, isFetching, refetch } = useQuery(chatOf(uuid))
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return (
      <EmptyState
        icon={<IconMessageOff size={32} stroke={1.3} aria-hidden />}
        title={t('chats.missing')}
        actions={
          <Button variant="default" onClick={onLeave}>
            {t('chats.toList')}
          </Button>
        }
      >
        {t('chats.missingText')}
      </EmptyState>
    )
  if (chat) return <ChatConversation chat={chat} messageId={messageId} onLeave={onLeave} onOpen={onOpen} />
  if (error) return <Failure cause={causeOf(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
  return <BubbleSkeletons label={t('ui.loading')} />
}
