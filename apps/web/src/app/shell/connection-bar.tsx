import { IconWifiOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { type LineState, retryNow, useLine } from '../../lib/live.ts'
import styles from './connection-bar.module.css'

/** A line that is back before anybody has noticed is not worth a word. */
const patience = 1500

/** One thin line under the top bar. It is not a toast: it stays until the connection is back. */
export function ConnectionBar() {
  const line = useLine()
  const now = useNow(line.status !== 'online')
  const since = line.since?.getTime()
  const isShown = line.status !== 'online' && since !== undefined && now - since >= patience

  // The region stands there before it has anything to say, or screen readers miss it.
  return <div role="status">{isShown && <Notice line={line} since={since} now={now} />}</div>
}

function Notice({ line: { status, retryAt }, since, now }: { line: LineState; since: number; now: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const wait = retryAt ? Math.max(0, Math.ceil((retryAt.getTime() - now) / 1000)) : 0
  return (
    <div className={styles.bar}>
      <IconWifiOff size={16} stroke={1.8} aria-hidden />
      <span>
        {t(status === 'offline' ? 'shell.line.noNetwork' : 'shell.line.lost', { time: format.time(since) })}{' '}
        {t('shell.line.kept')}
      </span>
      {status === 'reconnecting' && (
        <>
          <span className={styles.retry} aria-hidden>
            {wait > 0 ? t('shell.line.retryIn', { seconds: wait }) : t('shell.line.trying')}
          </span>
          <button type="button" onClick={retryNow}>
            {t('shell.line.retry')}
          </button>
        </>
      )}
    </div>
  )
}

/** The time, four times a second while it is needed. */
function useNow(isOn: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [isOn])
  return now
}
