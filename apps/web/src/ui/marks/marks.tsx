import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './marks.module.css'

/** A tag: a wash of its colour, and text dark enough in both themes. Where room is short, the longest name gives way first. */
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

/** A queue: a square of its colour beside its name; "no queue" where there is none. */
export function QueueMark({ queue }: { queue?: { name: string; color: string } | null | undefined }) {
  const { t } = useTranslation()
  return (
    <span className={styles.queue} style={{ '--color': queue?.color ?? 'var(--g-line-strong)' }}>
      <span className="cut">{queue?.name ?? t('ui.noQueue')}</span>
    </span>
  )
}

export type CounterTone = 'accent' | 'quiet' | 'danger'

/** Green: unread, mine to do. Red: customers wait. Grey: how many there are. 99+ at most. */
export function Counter({ value, tone = 'accent' }: { value: number; tone?: CounterTone }) {
  return (
    <span className={styles.count} data-tone={tone}>
      {value > 99 ? '99+' : value}
    </span>
  )
}

/** A key of the keyboard. */
export function Key({ children }: { children: ReactNode }) {
  return <kbd className={styles.key}>{children}</kbd>
}

/** Keys that are pressed together (`mod+k`), by the names that stand on them. */
export function Keys({ keys }: { keys: string }) {
  return keys.split('+').map((key) => <Key key={key}>{keyName(key)}</Key>)
}

const keyNames: Record<string, string> = { mod: 'Ctrl', alt: 'Alt', shift: 'Shift', Escape: 'Esc' }
const keyName = (key: string) => keyNames[key] ?? (key.length === 1 ? key.toUpperCase() : key)
