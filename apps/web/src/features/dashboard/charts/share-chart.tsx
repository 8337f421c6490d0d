import type { NumberDefinition, NumberName } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import type { Counted } from '../number-card.tsx'
import { ChartSection } from './chart-section.tsx'
import styles from './charts.module.css'
import { drawShares } from './draw-shares.ts'

interface Props {
  title: string
  names: readonly NumberName[]
  /** A colour of the theme for each, such as `g-chart-1`. */
  colours: readonly string[]
  numbers: readonly Counted[]
  definitions: readonly NumberDefinition[]
  /** In the middle. */
  centre: string
  emptyText: string
  onOpen: (name: NumberName) => void
}

const around = 2 * Math.PI * 42

/** Parts of a whole, in percent of it. */
export function ShareChart({ title, names, colours, numbers, definitions, centre, emptyText, onOpen }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const of = (name: NumberName) => numbers.find((one) => one.name === name)
  const parts = names.map((name, nth) => ({
    name,
    colour: colours[nth] ?? 'g-chart-1',
    label: definitions.find((one) => one.name === name)?.label ?? '',
    count: of(name)?.now.count ?? 0,
    before: of(name)?.before?.count ?? 0,
  }))
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  const before = parts.reduce((sum, part) => sum + part.before, 0)
  const shareOf = (count: number, whole: number) => format.percent(whole === 0 ? 0 : count / whole)
  const starts = parts.map((_, nth) => parts.slice(0, nth).reduce((sum, { count }) => sum + count, 0))
  const hint = t('dashboard.charts.answers', { count: total, number: format.number(total) })
  const textOf = (count: number, whole: number) => `${format.number(count)} (${shareOf(count, whole)})`
  return (
    <ChartSection
      title={title}
      hint={hint}
      of={t('dashboard.charts.of.rating')}
      rows={parts.map(({ name, label, count, before: past }) => ({
        key: name,
        name: label,
        value: textOf(count, total),
        before: textOf(past, before),
      }))}
      isLoading={false}
      isFailed={false}
      onRetry={() => undefined}
      emptyText={emptyText}
      isEmpty={total === 0}
      onOpen={(key) => onOpen(names.find((name) => name === key) ?? names[0] ?? 'rated')}
      draw={(place) =>
        drawShares(place, {
          title,
          each: hint,
          centre,
          parts: parts.map(({ label, colour, count }) => ({ label, colour, count, text: textOf(count, total) })),
        })
      }
    >
      {(labelledBy) => (
        <div className={styles.shares}>
          <svg viewBox="0 0 100 100" role="img" aria-labelledby={labelledBy}>
            {parts.map(({ name, colour, count }, nth) => (
              <circle
                key={name}
                cx="50"
                cy="50"
                r="42"
                fill="none"
                stroke={`var(--${colour})`}
                strokeWidth="14"
                strokeDasharray={`${Math.max(0, (around * count) / total - (count < total ? 1 : 0))} ${around}`}
                strokeDashoffset={(-around * (starts[nth] ?? 0)) / total}
                transform="rotate(-90 50 50)"
              />
            ))}
            <text x="50" y="56" textAnchor="middle">
              {centre}
            </text>
          </svg>
          <ul aria-labelledby={labelledBy}>
            {parts.map(({ name, label, colour, count, before: past }) => (
              <li key={name}>
                <button type="button" disabled={count === 0} onClick={() => onOpen(name)}>
                  <i style={{ '--bar': `var(--${colour})` }} aria-hidden />
                  <span>
                    {label}
                    <small>{t('dashboard.before', { value: shareOf(past, before) })}</small>
                  </span>
                  <b>{shareOf(count, total)}</b>
                  <span className={styles.count}>{format.number(count)}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </ChartSection>
  )
}
