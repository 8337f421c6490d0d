import { IconWifiOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { type SocketState, retryNow, useSocketState } from '../../lib/live.ts'
import styles from './connection-bar.module.css'

/** A short interruption is not shown. */
const shownAfter = 1500

/** A thin bar under the top bar. It is not a toast, because it stays until the connection is back. */
export function ConnectionBar() {
  const socket = useSocketState()
  const now = useNow(socket.status !== 'online')
  const since = socket.since?.getTime()
  const isShown = socket.status !== 'online' && since !== undefined && now - since >= shownAfter

  // Screen readers announce changes only in a live region that exists already, so it is always rendered.
  return <div role="status">{isShown && <Notice socket={socket} since={since} now={now} />}</div>
}

function Notice({ socket: { status, retryAt }, since, now }: { socket: SocketState; since: number; now: number }) {
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

/** The current time, updated four times a second while `isOn`. */
function useNow(isOn: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [isOn])
  return now
}
