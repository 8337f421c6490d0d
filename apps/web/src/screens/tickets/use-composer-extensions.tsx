import { IconBolt } from '@tabler/icons-react'
import { type RefObject, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ComposerExtension } from '../../features/messages/composer/index.ts'
import type { ConversationHandle } from '../../features/messages/conversation/index.ts'
import { askedReply } from '../../features/quick-messages/find-replies.ts'
import { QuickReplies } from '../../features/quick-messages/quick-replies.tsx'
import { VariableMenu } from '../../features/quick-messages/variable-menu.tsx'
import { useLiveQuickMessages } from '../../features/quick-messages/quick-messages.api.ts'
import { useActions } from '../../lib/keyboard/actions.ts'
import { storedFileOf, useQuickReplyPalette } from './use-quick-reply-palette.tsx'

interface Options {
  ticketId: number
  canWrite: boolean
  conversation: RefObject<ConversationHandle | null>
}

/** What the composer offers while one writes. If two menus match, the first is shown. */
export function useComposerExtensions(options: Options): readonly ComposerExtension[] {
  const { ticketId, canWrite, conversation } = options
  const { t } = useTranslation()
  const label = t('quick-messages.menu.open')
  useLiveQuickMessages()
  useQuickReplyPalette(options)
  useActions([
    {
      keys: '/',
      label: t('quick-messages.menu.key'),
      group: 'ticket',
      icon: IconBolt,
      run: () => conversation.current?.begin('/'),
      isOn: canWrite,
    },
  ])
  return useMemo(() => [quickRepliesIn(ticketId, label), variablesIn(ticketId)], [ticketId, label])
}

const quickRepliesIn = (ticketId: number, label: string): ComposerExtension => ({
  id: 'quick-replies',
  asks: (before) => {
    const query = askedReply(before)
    return query === undefined ? undefined : { query, from: 0 }
  },
  Menu: ({ query, onPick, onStored, onClose, onActive, ref }) => (
    <QuickReplies
      ticketId={ticketId}
      query={query}
      onChoose={(text, withFile) => (withFile ? onStored(storedFileOf(withFile), text) : onPick(text))}
      onClose={onClose}
      onActive={onActive}
      ref={ref}
    />
  ),
  button: { label, icon: <IconBolt size={20} stroke={1.6} />, text: '/' },
})

/** "{{", and what has been written of a name. */
const begun = /\{\{\{?\s*([\p{L}_]{0,20})$/u

const variablesIn = (ticketId: number): ComposerExtension => ({
  id: 'variables',
  asks: (before) => {
    const found = begun.exec(before)
    return found ? { query: found[1] ?? '', from: found.index } : undefined
  },
  Menu: ({ query, onPick, onClose, onActive, ref }) => (
    <VariableMenu ticketId={ticketId} query={query} onChoose={onPick} onClose={onClose} onActive={onActive} ref={ref} />
  ),
})
