import type { MessageView } from '@guiche/contract'
import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { summaryOf } from '../../lib/text/summary.ts'
import { mayForward, useSelection } from './selection.ts'
import styles from './selection.module.css'

/** Over the whole row: a press anywhere picks the message. */
export function SelectionMark({ message }: { message: MessageView }) {
  const { t } = useTranslation()
  const { selected, toggle } = useSelection()
  if (!selected) return null
  return (
    <label className={styles.mark}>
      <Checkbox
        aria-label={t('messages.forward.pick', { text: summaryOf(message.body) })}
        checked={selected.some(({ id }) => id === message.id)}
        disabled={!mayForward(message)}
        onChange={() => toggle(message)}
      />
    </label>
  )
}
