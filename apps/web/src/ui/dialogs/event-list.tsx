import type { ReactNode } from 'react'
import styles from './event-list.module.css'

interface ListedEvent {
  id: number
  icon: ReactNode
  tone?: 'good' | 'bad' | undefined
  text: string
  /** ISO time. */
  at: string
  /** The same for people. */
  time: string
}

/** What happened, and when. `empty`: shown if nothing did. */
export function EventList({ events, empty }: { events: ListedEvent[]; empty: string }) {
  if (events.length === 0) return <p className={styles.empty}>{empty}</p>
  return (
    <ol className={styles.list}>
      {events.map(({ id, icon, tone, text, at, time }) => (
        <li key={id} data-tone={tone}>
          {icon}
          <span>{text}</span>
          <time dateTime={at}>{time}</time>
        </li>
      ))}
    </ol>
  )
}
