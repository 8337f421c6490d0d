import type { MessageView } from '@guiche/contract'
import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useShortText } from '../use-short-text.ts'
import { mayForward, useSelection } from './selection.ts'
import styles from './selection.module.css'

/** Covers the whole row: a click anywhere selects the message. */
export function SelectionMark({ message }: { message: MessageView }) {
  const { t } = useTranslation()
  const textOf = useShortText()
  const { selected, toggle } = useSelection()
  if (!selected) return null
  if (!mayForward(message)) return <span data-pick="never" />
  return (
    <label className={styles.mark} data-pick="once">
      <Checkbox
        aria-label={t('messages.forward.pick', { text: textOf(message) })}
        checked={selected.some(({ id }) => id === message.id)}
        onChange={() => toggle(message)}
      />
    </label>
  )
}
