import type { MessageView } from '@guiche/contract'
import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { summaryOf } from '../../../lib/text/summary.ts'
import { bodyOf, kindOf } from '../message-kind.ts'
import { mayForward, useSelection } from './selection.ts'
import styles from './selection.module.css'

/** Covers the whole row: a click anywhere selects the message. */
export function SelectionMark({ message }: { message: MessageView }) {
  const { t } = useTranslation()
  const { selected, toggle } = useSelection()
  if (!selected) return null
  if (!mayForward(message)) return <span data-pick="never" />
  return (
    <label className={styles.mark} data-pick="once">
      <Checkbox
        aria-label={t('messages.forward.pick', {
          text: summaryOf(bodyOf(message)) || message.mediaName || t(`messages.kind.${kindOf(message)}`),
        })}
        checked={selected.some(({ id }) => id === message.id)}
        onChange={() => toggle(message)}
      />
    </label>
  )
}
