import { type DashboardNumbers, type NumberDefinition, type NumberUnit, isMean } from '@guiche/contract'
import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Figure } from '../../ui/figures/figures.tsx'
import { type Change, changeOf } from './change.ts'
import styles from './dashboard.module.css'
import { NumberHelp } from './number-help.tsx'
import { useNumberText } from './use-number-text.ts'

export type Counted = DashboardNumbers['numbers'][number]

interface Props {
  definition: NumberDefinition
  counted: Counted
  onOpen: () => void
}

/** A number with what it means, the list behind it, and how it was in the period before. */
export function NumberCard({ definition, counted, onOpen }: Props) {
  const { t } = useTranslation()
  const text = useNumberText()
  const { name, label, sentence, unit, hasPeriod } = definition
  const { now, before } = counted
  const change = changeOf(name, unit, counted)
  return (
    <Figure
      name={label}
      help={
        <>
          {!hasPeriod && <span className={styles.live} role="img" aria-label={t('dashboard.now')} />}
          <NumberHelp name={label} sentence={sentence} />
        </>
      }
      className={styles.card}
      value={
        <UnstyledButton className={styles.open ?? ''} disabled={now.count === 0} onClick={onOpen}>
          <span className="aloud">{t('dashboard.open', { name: label })} </span>
          {text(now.value, unit)}
        </UnstyledButton>
      }
    >
      {hasPeriod ? (
        <>
          {change && <ChangeText change={change} unit={unit} />}
          {before && <span className={styles.past}>{t('dashboard.before', { value: text(before.value, unit) })}</span>}
        </>
      ) : (
        <span>{t('dashboard.rightNow')}</span>
      )}
      {isMean(unit) && now.value !== null && (
        <>
          <span className={styles.part}>{t('dashboard.median', { value: text(now.median, unit) })}</span>
          <span className={styles.part}>{t('dashboard.p90', { value: text(now.p90, unit) })}</span>
        </>
      )}
    </Figure>
  )
}

function ChangeText({ change: { by, kind, tone }, unit }: { change: Change; unit: NumberUnit }) {
  const { t } = useTranslation()
  const format = useFormat()
  const sign = by > 0 ? '+' : by < 0 ? '−' : '±'
  const size = Math.abs(by)
  const time = (seconds: number) => format.lapse(Math.round(seconds))
  const points = (stars: number) => format.number(Math.round(stars * 10) / 10)
  const amount = kind === 'share' ? format.percent(size) : (unit === 'stars' ? points : time)(size)
  return (
    <b className={styles.change} data-tone={tone}>
      {by === 0 ? t('dashboard.same') : `${sign}${amount}`}
    </b>
  )
}
