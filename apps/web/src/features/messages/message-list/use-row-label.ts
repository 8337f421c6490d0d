import { wordsOf } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { useMe } from '../../../lib/session.ts'
import { summaryOf } from '../../../lib/text/summary.ts'
import { useMessageActions } from '../message-actions.ts'
import { useShortText } from '../use-short-text.ts'
import { writerOf } from '../message-kind.ts'
import { messagesIn } from './rows.ts'
import type { Entry } from './timeline.ts'

/** The name of a message: who said what, and when. */
export function useRowLabel(row: Entry | undefined): string | undefined {
  const { t } = useTranslation()
  const format = useFormat()
  const me = useMe()
  const textOf = useShortText()
  const { contactName } = useMessageActions()
  if (row?.kind === 'send') {
    const text = summaryOf(wordsOf({ body: row.send.body, signature: me.name })) || row.send.file?.name
    return [me.name, text, format.time(row.send.createdAt)].filter(Boolean).join(', ')
  }
  const [message] = row ? messagesIn(row) : []
  if (!message) return undefined
  const { fromMe, user, contact, createdAt } = message
  const name = fromMe ? (user?.name ?? t(`messages.origin.${writerOf(message)}`)) : (contact?.name ?? contactName)
  const text = row?.kind === 'album' ? t('messages.album.label', { count: row.messages.length }) : textOf(message)
  return [name, text, format.time(createdAt)].join(', ')
}
