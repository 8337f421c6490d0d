import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AnswerField } from './answer-field.tsx'
import { Refused } from './refused.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import type { Draft } from './simulator.api.ts'
import styles from './simulator.module.css'
import { SimulatorHead } from './simulator-head.tsx'
import { Talk } from './talk.tsx'
import type { Simulated } from './use-simulation.ts'
import { useWhereabouts } from './whereabouts.ts'

/** Something that is missing or wrong in the draft, and how to get to it. */
export interface Missing {
  key: string
  label: string
  show: () => void
}

interface Props {
  simulated: Simulated
  missing: Missing[]
  queueId: number | undefined
  draft: Draft
}

/** The bot's conversation with a customer, with the queue as it would be saved. */
export function Simulator({ simulated, missing, queueId, draft }: Props) {
  const { t } = useTranslation()
  const whereabouts = useWhereabouts()
  const [isReplaying, setReplaying] = useState(false)
  const { inputs, result, error } = simulated
  const last = result?.steps[inputs.length - 1]

  return (
    <section className={styles.simulator} aria-label={t('queues.simulator.title')}>
      <SimulatorHead simulated={simulated} onReplay={queueId ? () => setReplaying(true) : undefined} />
      <div className={styles.ground}>
        {missing.length > 0 ? (
          <MissingList missing={missing} />
        ) : error ? (
          <Refused error={error} onRetry={simulated.retry} />
        ) : (
          <>
            {result && !result.isOffered && simulated.connectionId !== null && (
              <p className={styles.notice}>{t('queues.simulator.notOffered')}</p>
            )}
            {simulated.connectionId === null && <p className={styles.notice}>{t('queues.simulator.noConnection')}</p>}
            <Talk simulated={simulated} />
          </>
        )}
      </div>
      <p className={styles.whereabouts} role="status">
        {missing.length === 0 && !error && last ? whereabouts(last) : ''}
      </p>
      <AnswerField isOff={missing.length > 0 || simulated.isFull} isFull={simulated.isFull} onSay={simulated.say} />
      {isReplaying && queueId && (
        <ReplayDialog
          queueId={queueId}
          draft={draft}
          isIncomplete={missing.length > 0}
          onClose={() => setReplaying(false)}
        />
      )}
    </section>
  )
}

/** What has to be filled in before anything can be tried. */
function MissingList({ missing }: { missing: Missing[] }) {
  const { t } = useTranslation()
  return (
    <div className={styles.missing}>
      <b>{t('queues.simulator.missing')}</b>
      <ul>
        {missing.map(({ key, label, show }) => (
          <li key={key}>
            <Button size="compact-sm" variant="subtle" onClick={show}>
              {label}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
