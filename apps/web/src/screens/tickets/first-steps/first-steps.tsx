import type { FirstSteps as Steps } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { isComplete, useGuideChoice } from '../../../features/first-steps/first-steps.api.ts'
import type { Picks } from '../use-picks.ts'
import styles from './first-steps.module.css'
import { Step } from './step.tsx'
import { useStepActions } from './use-step-actions.tsx'

interface Props {
  steps: Steps
  picks: Picks
}

const names = ['connection', 'queue', 'colleague', 'message'] as const

/** Leads the admin of a new company to its first message. Each step is done when the server has the thing itself. */
export function FirstSteps({ steps, picks }: Props) {
  const { t } = useTranslation()
  const { skip, isPending } = useGuideChoice()
  const { actionOf, textOf, dialog } = useStepActions({ steps, picks })
  const titleId = useId()
  const done = names.filter((name) => steps[name]).length
  const next = names.find((name) => !steps[name])

  return (
    <section className={styles.pane} aria-labelledby={titleId}>
      <div className={styles.card}>
        <header className={styles.head}>
          <h2 id={titleId}>{t('tickets.firstSteps.title')}</h2>
          <p role="status">{t('tickets.firstSteps.progress', { done, all: names.length })}</p>
        </header>
        <p className={styles.text}>{t('tickets.firstSteps.text')}</p>
        <ol className={styles.steps}>
          {names.map((name, index) => (
            <Step
              key={name}
              number={index + 1}
              title={t(`tickets.firstSteps.${name}.title`)}
              isDone={steps[name]}
              isNext={name === next}
              action={actionOf(name, name === next ? 'filled' : 'default')}
            >
              {textOf(name)}
            </Step>
          ))}
        </ol>
        {isComplete(steps) ? (
          <footer className={styles.foot}>
            <IconCircleCheck size={20} stroke={1.7} aria-hidden />
            <p role="status">{t('tickets.firstSteps.complete')}</p>
            <Button size="xs" loading={isPending} onClick={skip}>
              {t('tickets.firstSteps.finish')}
            </Button>
          </footer>
        ) : (
          <footer className={styles.foot}>
            <p>{t('tickets.firstSteps.later')}</p>
            <Button size="xs" variant="subtle" color="gray" loading={isPending} onClick={skip}>
              {t('tickets.firstSteps.skip')}
            </Button>
          </footer>
        )}
      </div>
      {dialog}
    </section>
  )
}
