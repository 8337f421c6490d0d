import { Button, Loader } from '@mantine/core'
import { QRCodeSVG } from 'qrcode.react'
import { useTranslation } from 'react-i18next'
import { clockText } from '../../../lib/text/clock-text.ts'
import { useCountdown } from '../../../ui/use-countdown.ts'
import styles from './qr-dialog.module.css'

interface Props {
  /** Empty before the first code and after the last. */
  code: string
  /** How long the code was valid when it arrived. */
  seconds: number
  /** The last code has expired without being scanned. */
  hasRunOut: boolean
  /** Several attempts to connect have failed. */
  isUnreachable: boolean
  isTrying: boolean
  onTryAgain: () => void
}

export function CodePicture({ code, seconds, hasRunOut, isUnreachable, isTrying, onTryAgain }: Props) {
  const { t } = useTranslation()
  if (hasRunOut && code === '')
    return (
      <div>
        <div className={styles.code} data-is-empty>
          <Button loading={isTrying} onClick={onTryAgain}>
            {t('connections.tryAgain')}
          </Button>
        </div>
        <p className={styles.state} role="status">
          {t('connections.qr.ranOut')}
        </p>
      </div>
    )
  const state = code !== '' ? 'reading' : isUnreachable ? 'unreachable' : 'waiting'
  return (
    <div>
      <div className={styles.code}>
        {code !== '' ? (
          <QRCodeSVG value={code} size={240} marginSize={2} title={t('connections.qr.code')} />
        ) : (
          <Loader aria-label={t('connections.qr.waiting')} />
        )}
      </div>
      <p className={styles.state}>
        <span role="status">{t(`connections.qr.${state}`)}</span>
        {code !== '' && <Countdown key={code} seconds={seconds} code={code} />}
      </p>
    </div>
  )
}

/** Hidden from screen readers, because it changes every second. */
function Countdown({ seconds, code }: { seconds: number; code: string }) {
  const { t } = useTranslation()
  const left = useCountdown(seconds, code)
  return <> · {t('connections.qr.next', { time: clockText(left) })}</>
}
