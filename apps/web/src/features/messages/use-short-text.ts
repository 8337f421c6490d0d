import type { MessageView } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { summaryOf } from '../../lib/text/summary.ts'
import { bodyOf, isHidden, kindOf } from './message-kind.ts'

/** A message in one line, for names that are read aloud. */
export function useShortText(): (message: MessageView) => string {
  const { t } = useTranslation()
  return (message) => {
    if (isHidden(message)) return t('messages.deleted')
    return summaryOf(bodyOf(message)) || message.mediaName || t(`messages.kind.${kindOf(message)}`)
  }
}
