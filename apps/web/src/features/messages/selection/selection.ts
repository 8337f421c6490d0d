import { type MessageView, limits } from '@guiche/contract'
import { createContext, use, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../../ui/toasts/toasts.tsx'
import { kindOf } from '../message-kind.ts'

export interface Selection {
  /** In chronological order. Undefined while nothing is being selected. */
  selected: MessageView[] | undefined
  begin: (message: MessageView) => void
  toggle: (message: MessageView) => void
  end: () => void
}

export const SelectionContext = createContext<Selection | undefined>(undefined)

/** The messages selected for forwarding. */
export function useSelecting(): Selection {
  const { t } = useTranslation()
  const [selected, setSelected] = useState<MessageView[]>()
  return useMemo(
    () => ({
      selected,
      begin: (message) => setSelected([message]),
      toggle: (message) => {
        const others = (selected ?? []).filter(({ id }) => id !== message.id)
        if (others.length >= limits.messagesPerForward) {
          toast.warn(t('messages.forward.tooMany', { count: limits.messagesPerForward }))
          return
        }
        const isPicked = others.length === selected?.length
        setSelected(isPicked ? [...others, message].toSorted(byTime) : others)
      },
      end: () => setSelected(undefined),
    }),
    [selected, t],
  )
}

export function useSelection(): Selection {
  const selection = use(SelectionContext)
  if (!selection) throw new Error('useSelection works only inside of Conversation')
  return selection
}

/** Complete and not deleted messages can be forwarded; private notes cannot. */
export const mayForward = (message: MessageView): boolean =>
  !message.isPrivate &&
  !message.isDeleted &&
  message.failure === null &&
  (message.mediaState === null || message.mediaState === 'ready') &&
  kindOf(message) !== 'call' &&
  (kindOf(message) !== 'unknown' || message.body !== '')

const byTime = (one: MessageView, other: MessageView) =>
  one.createdAt === other.createdAt ? one.id - other.id : one.createdAt < other.createdAt ? -1 : 1
