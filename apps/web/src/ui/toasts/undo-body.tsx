import i18next from 'i18next'
import { useEffect, useState } from 'react'
import styles from './toasts.module.css'

export interface Undo {
  text: string
  /** By `performance.now()`. */
  until: number
  onUndo: () => void
}

/** What can be undone, and for how many seconds. The seconds are not read aloud. */
export function UndoBody({ text, until, onUndo }: Undo) {
  const seconds = useSecondsUntil(until)
  return (
    <>
      <span>{text}</span>
      <button type="button" onClick={onUndo}>
        {i18next.t('ui.undo')}{' '}
        <span className={styles.seconds} aria-hidden>
          {seconds}
        </span>
      </button>
    </>
  )
}

const secondsUntil = (until: number) => Math.max(0, Math.ceil((until - performance.now()) / 1000))

function useSecondsUntil(until: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(until))
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsUntil(until)), 250)
    return () => clearInterval(timer)
  }, [until])
  return seconds
}
