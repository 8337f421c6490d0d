import type { ConnectionView } from '@guiche/contract'
import { IconHourglassHigh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import styles from './connections-screen.module.css'

/** Shows that the network limits what the number may send, and until when; disappears at that time. */
export function SendingLimit({ limit }: { limit: NonNullable<ConnectionView['sendingLimit']> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(limit.until)
  if (Date.parse(limit.until) <= now) return null
  const isToday = format.day(limit.until) === format.day(now)
  const time = isToday ? format.time(limit.until) : format.dateTime(limit.until)
  return (
    <span className={styles.limit}>
      <IconHourglassHigh size={14} stroke={1.8} aria-hidden />
      {t(`connections.limits.${limit.scope}`, { time })}
    </span>
  )
}

/** The maximum delay of a timer, about 24 days. */
const longest = 2 ** 31 - 1

/** The current time, updated when `next` has come. */
function useNow(next: string): number {
  const [now, setNow] = useState(Date.now)
  const left = Date.parse(next) - now
  useEffect(() => {
    if (left <= 0) return undefined
    const timer = setTimeout(() => setNow(Date.now()), Math.min(left, longest))
    return () => clearTimeout(timer)
  }, [left])
  return now
}
