import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { QueueMark } from '../../ui/marks/marks.tsx'
import type { WaitingQueue } from './board-groups.ts'
import styles from './moments.module.css'
import { Waited } from './waited.tsx'

interface Props {
  queues: readonly WaitingQueue[]
  /** 0: tickets without a queue; undefined: all. */
  chosen: number | undefined
  onChoose: (queueId: number | undefined) => void
}

/** How many wait in each queue, and since when; a press shows only those. */
export function QueueChoice({ queues, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  return (
    <ul className={styles.queues} aria-label={t('moments.queues')}>
      {queues.map(({ queue, count, since }) => {
        const id = queue?.id ?? 0
        return (
          <li key={id}>
            <UnstyledButton
              className={styles.queue}
              aria-pressed={chosen === id}
              onClick={() => onChoose(chosen === id ? undefined : id)}
            >
              <QueueMark queue={queue} />
              <span className="figures">{count}</span>
              {since && <Waited since={since} />}
            </UnstyledButton>
          </li>
        )
      })}
    </ul>
  )
}
