import { type SimulatedMessage, type SimulatedStep, readChoices } from '@guiche/contract'
import { Skeleton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { useLogText } from '../../../lib/text/log-text.ts'
import { FormattedText } from '../../../ui/text/formatted-text.tsx'
import bubbles from './bubbles.module.css'
import { SimulatedFile } from './simulated-file.tsx'
import type { CustomerStep } from './simulator.api.ts'
import styles from './simulator.module.css'
import type { Simulated } from './use-simulation.ts'

/** The bubbles as the customer sees them, and under each answer why it came. */
export function Talk({ simulated }: { simulated: Simulated }) {
  const { t } = useTranslation()
  const { inputs, result, say, isPending } = simulated
  const end = useRef<HTMLDivElement>(null)
  const steps = result?.steps.slice(0, inputs.length) ?? []
  useEffect(() => {
    const log = end.current?.parentElement
    log?.scrollTo({ top: log.scrollHeight })
  }, [inputs.length, steps.length])

  return (
    <div className={styles.talk} role="log" aria-label={t('queues.simulator.talk')} tabIndex={0}>
      {inputs.length === 0 && <p className={styles.notice}>{t('queues.simulator.empty')}</p>}
      {inputs.map((input, nth) => (
        <div className={styles.step} key={nth}>
          <Said input={input} at={steps[nth]?.at} before={steps[nth - 1]?.at} />
          {steps[nth] ? (
            <Answer
              step={steps[nth]}
              hasButtons={result?.hasButtons ?? false}
              onChoose={nth === inputs.length - 1 ? say : undefined}
            />
          ) : (
            isPending && <Skeleton width={180} height={36} radius={8} aria-label={t('ui.loading')} />
          )}
        </div>
      ))}
      <div ref={end} />
    </div>
  )
}

interface SaidProps {
  input: CustomerStep
  at: string | undefined
  before: string | undefined
}

function Said({ input: { text = '', media = 'none' }, at, before }: SaidProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const isSameDay = at && before && format.day(at) === format.day(before)
  return (
    <div className={`${bubbles.customer} ${styles.customer}`}>
      {media === 'none' ? text : <i>{t(`queues.simulator.media.${media}`)}</i>}
      {at && <time dateTime={at}>{isSameDay ? format.time(at) : format.dateTime(at)}</time>}
    </div>
  )
}

interface Tapped {
  text: string
  choiceId?: string
}

interface Offered {
  id: string
  title: string
  description?: string | undefined
  answer: Tapped
}

const asTapped = ({
  id,
  title,
  description,
}: NonNullable<SimulatedMessage['choices']>['options'][number]): Offered => ({
  id,
  title,
  description,
  answer: { text: title, choiceId: id },
})

interface AnswerProps {
  step: SimulatedStep
  hasButtons: boolean
  /** Undefined: something was answered already. */
  onChoose: ((answer: Tapped) => void) | undefined
}

function Answer({ step: { said, log, user, queue, asked }, hasButtons, onChoose }: AnswerProps) {
  const { t } = useTranslation()
  const logText = useLogText()
  return (
    <>
      {said.map(({ text, file, quotes, choices }, nth) => {
        const shown = hasButtons ? readChoices(text) : { text, choices: [] }
        const keys = shown.choices.map(({ key, label }): Offered => ({ id: key, title: label, answer: { text: key } }))
        const offered = choices?.options.map(asTapped) ?? keys
        return (
          <div className={bubbles.bot} key={nth}>
            {quotes && <p className={styles.quote}>{t('queues.simulator.quotes')}</p>}
            {file && <SimulatedFile file={file} />}
            {shown.text && <FormattedText body={shown.text} />}
            {offered.length > 0 && (
              <div className={styles.choices} role="group" aria-label={choices?.button}>
                {choices?.shownAs === 'list' && <p aria-hidden>{choices.button}</p>}
                {offered.map(({ id, title, description, answer }) => (
                  <button type="button" key={id} disabled={!onChoose} onClick={() => onChoose?.(answer)}>
                    {title}
                    {description && <small>{description}</small>}
                  </button>
                ))}
              </div>
            )}
          </div>
        )
      })}
      <ul className={bubbles.why} aria-label={t('queues.simulator.why')}>
        {log.map((entry, nth) => (
          <li key={nth}>{logText(entry)}</li>
        ))}
        {asked && <li>{t(`queues.simulator.asked.${asked.kind}`)}</li>}
        {log.length === 0 && said.length === 0 && !asked && (
          <li>
            {t(queue || user ? 'queues.simulator.silentInQueue' : 'queues.simulator.silent', { queue: queue?.name })}
          </li>
        )}
      </ul>
    </>
  )
}
