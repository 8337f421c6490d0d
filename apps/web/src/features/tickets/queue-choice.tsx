import { Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { QueueMark } from '../../ui/marks.tsx'
import styles from './dialogs.module.css'
import type { Choice } from './queue-select.tsx'

interface Props {
  queues: Choice[]
  value: number | undefined
  onChange: (id: number) => void
}

/** Queues as cards: they are few, and the choice is the whole dialog. */
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
          >
            <Radio.Indicator size="xs" />
            <QueueMark queue={queue} />
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  )
}
