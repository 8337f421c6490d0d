import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './marks.module.css'

/**
 * A tag on a tint of its colour, with enough contrast in both themes. When space is short, the longest name shrinks
 * first.
 */
export function TagChip({ name, color }: { name: string; color: string }) {
  return (
    <span
      className={styles.tag}
      style={{ '--color': color || 'var(--g-line-strong)', '--letters': name.length }}
      title={name}
    >
      {name}
    </span>
  )
}

/** A queue: a square of its colour and its name, or "no queue". */
export function QueueMark({ queue }: { queue?: { name: string; color: string } | null | undefined }) {
  const { t } = useTranslation()
  return (
    <span className={styles.queue} style={{ '--color': queue?.color ?? 'var(--g-line-strong)' }}>
      <span className="cut">{queue?.name ?? t('ui.noQueue')}</span>
    </span>
  )
}

export type CounterTone = 'accent' | 'quiet' | 'danger'

/** Green: unread tickets of the user. Red: waiting customers. Grey: a plain count. Shows at most 99+. */
export function Counter({ value, tone = 'accent' }: { value: number; tone?: CounterTone }) {
  return (
    <span className={styles.count} data-tone={tone}>
      {value > 99 ? '99+' : value}
    </span>
  )
}

/** A key label. */
export function Key({ children }: { children: ReactNode }) {
  return <kbd className={styles.key}>{children}</kbd>
}

/** The labels of a key combination such as `mod+k`. */
export function Keys({ keys }: { keys: string }) {
  return keys.split('+').map((key) => <Key key={key}>{keyName(key)}</Key>)
}

/** The same as text: `Alt 1`. */
export const keysText = (keys: string): string => keys.split('+').map(keyName).join(' ')

const keyNames: Record<string, string> = { mod: 'Ctrl', alt: 'Alt', shift: 'Shift', Escape: 'Esc' }
const keyName = (key: string) => keyNames[key] ?? (key.length === 1 ? key.toUpperCase() : key)
