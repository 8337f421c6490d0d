import type { MessageView } from '@guiche/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useMe } from '../../../lib/session.ts'
import { amendMessage, rememberAnswer } from '../message-cache.ts'
import { editMessage, reactToMessage, retryMessage } from '../messages.api.ts'

/**
 * Actions on a message and their calls. Each is shown optimistically, and rolled back if the server refuses. Those that
 * bubbles get are the same functions on every render.
 */
export function useMessageTasks({ onReply }: { onReply: () => void }) {
  const cache = useQueryClient()
  const [quoted, setQuoted] = useState<MessageView>()
  const [editing, setEditing] = useState<MessageView>()
  const [doomed, setDoomed] = useState<MessageView>()

  const retry = useMutation({
    mutationFn: ({ id }: MessageView) => retryMessage(id),
    onMutate: (message) =>
      amendMessage(cache, {
        ...message,
        failure: null,
        ...(message.mediaState === 'failed' && { mediaState: 'waiting' as const }),
      }),
    onSuccess: (message) => rememberAnswer(cache, message),
    onError: (_error, message) => amendMessage(cache, message),
  })

  const edit = useMutation({
    mutationFn: ({ message, body }: { message: MessageView; body: string }) => editMessage(message.id, body),
    onMutate: ({ message, body }) => amendMessage(cache, { ...message, body, isEdited: true }),
    onSuccess: (message) => amendMessage(cache, message),
    onError: (_error, { message }) => amendMessage(cache, message),
  })

  const { id: me } = useMe()
  const react = useMutation({
    mutationFn: ({ message, emoji }: { message: MessageView; emoji: string }) => reactToMessage(message, emoji),
    onMutate: ({ message, emoji }) => {
      const others = message.reactions.filter(({ fromMe }) => !fromMe)
      const own = emoji === '' ? [] : [{ emoji, fromMe: true, sender: String(me) }]
      amendMessage(cache, { ...message, reactions: [...others, ...own] })
    },
    onSuccess: (message) => amendMessage(cache, message),
    onError: (_error, { message }) => amendMessage(cache, message),
  })

  const reply = useCallback(
    (message: MessageView | undefined) => {
      setEditing(undefined)
      setQuoted(message)
      if (message) onReply()
    },
    [onReply],
  )
  const beginEdit = useCallback(
    (message: MessageView | undefined) => {
      setEditing(message)
      if (message) onReply()
    },
    [onReply],
  )
  const { mutate: mutateReaction } = react
  const reactWith = useCallback(
    (message: MessageView, emoji: string) => mutateReaction({ message, emoji }),
    [mutateReaction],
  )
  const { mutate: mutateRetry } = retry
  const tryAgain = useCallback((message: MessageView) => mutateRetry(message), [mutateRetry])

  return {
    quoted,
    editing,
    doomed,
    reply,
    edit: beginEdit,
    finishEdit: (body: string) => {
      if (editing && body !== '' && body !== editing.body) edit.mutate({ message: editing, body })
      setEditing(undefined)
    },
    remove: setDoomed,
    retry: tryAgain,
    react: reactWith,
  }
}
