import type { ReactNode } from 'react'
import { type Scale, scaleOf } from '../../lib/scale.ts'
import styles from './bars.module.css'

export interface Bar {
  key: string
  /** Below the bar; empty: there is no space for it. */
  tick: string
  /** In full, for screen readers. */
  name: string
  value: number
  /** The value as it is shown. */
  text: string
  /** What it was in the period before; undefined: nothing to compare with. */
  before?: number | undefined
}

export interface BarFrame {
  className: string
  children: ReactNode
}

interface Props {
  bars: readonly Bar[]
  labelledBy: string
  /** The values are counts. */
  isWhole?: boolean
  /** A value of the axis. */
  axisText: (value: number) => string
  /** What a press on a bar does: a link or a button. */
  frame: (bar: Bar, frame: BarFrame) => ReactNode
}

/** More than these stay beside each other on a phone too: a row for each would be too long. */
const mostRows = 12

/** Values beside each other, on an axis that begins at 0. */
export function Bars({ bars, labelledBy, isWhole = false, axisText, frame }: Props) {
  const { most, lines } = axisOf(bars, isWhole)
  return (
    <div className={styles.chart} data-rows={bars.length <= mostRows}>
      <div className={styles.axis} aria-hidden>
        {lines.toReversed().map((value) => (
          <span key={value}>{axisText(value)}</span>
        ))}
      </div>
      <ol className={styles.bars} aria-labelledby={labelledBy} style={{ '--count': bars.length }}>
        {bars.map((bar) => (
          <li key={bar.key}>
            {frame(bar, {
              className: styles.bar ?? '',
              children: (
                <>
                  <span className="aloud">{bar.name}: </span>
                  <span className={styles.tick} aria-hidden>
                    {bar.tick}
                  </span>
                  <span className={styles.track} aria-hidden>
                    {bar.before !== undefined && (
                      <i className={styles.before} style={{ '--share': Math.max(0, bar.before) / most }} />
                    )}
                    <span style={{ '--share': Math.max(0, bar.value) / most }} />
                  </span>
                  <span className={styles.amount}>{bar.text}</span>
                </>
              ),
            })}
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Of what is drawn, also of the period before. */
export const axisOf = (bars: readonly Bar[], isWhole: boolean): Scale =>
  scaleOf(
    bars.flatMap(({ value, before = 0 }) => [value, before]),
    { isWhole },
  )
