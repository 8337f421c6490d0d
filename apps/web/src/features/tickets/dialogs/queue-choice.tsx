import { Radio } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { QueueMark } from '../../../ui/marks/marks.tsx'
import styles from './dialogs.module.css'
import type { Choice } from '../list/index.ts'

interface Props {
  queues: Choice[]
  value: number | undefined
  onChange: (id: number) => void
}

/** Shows the queues as cards, because they are few and the only choice in the dialog. */
export function QueueChoice({ queues, value, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <Radio.Group
      value={value === undefined ? null : String(value)}
      onChange={(id) => onChange(Number(id))}
      aria-label={t('tickets.dialog.queue')}
    >
      <div className={styles.choices}>
        {queues.map((queue) => (
          <Radio.Card
            key={queue.id}
            value={String(queue.id)}
            className={styles.choice ?? ''}
            data-autofocus={queue.id === value || undefined}
            onKeyDown={sendOnEnter}
          >
            <Radio.Indicator size="xs" />
            <QueueMark queue={queue} />
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  )
}

/** Submits on Enter, as in any form: a card is a button, on which Enter would only choose it again. */
function sendOnEnter(event: KeyboardEvent<HTMLButtonElement>) {
  if (event.key !== 'Enter') return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
