import { type ConnectionView, api } from '@guiche/contract'
import { Anchor, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { QRCodeSVG } from 'qrcode.react'
import { useEffect, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { useLive } from '../../lib/live.ts'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './qr-dialog.module.css'

const help = 'https://faq.whatsapp.com/1317564962315842'
const steps = ['open', 'options', 'devices', 'point'] as const

interface Props {
  connection: ConnectionView
  onClose: () => void
}

/** Shows the code that links a phone, and the next one when it has run out; closes by itself once the phone has read it. */
export function QrDialog({ connection: { id, name, status }, onClose }: Props) {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: ['connection-code', id],
    queryFn: ({ signal }) => call(api.getConnection, { params: { id }, query: {} }, { signal }),
    gcTime: 0,
  })
  // What is told is newer than what was asked for, also where the answer comes later.
  const [told, setTold] = useState<string>()
  const code = told ?? data?.qrcode ?? ''
  useLive('connectionSession', ({ session }) => {
    if (session.id !== id) return
    if (session.qrcode === '' && session.status !== 'OPENING') onClose()
    else setTold(session.qrcode)
  })
  const isOver = status === 'CONNECTED' || status === 'PAIRING'
  useEffect(() => {
    if (isOver) onClose()
  }, [isOver, onClose])

  return (
    <Dialog title={t('connections.qr.title')} size={680} onClose={onClose}>
      <div className={styles.columns}>
        <div>
          <ol className={styles.steps}>
            {steps.map((step) => (
              <li key={step}>{t(`connections.qr.${step}`)}</li>
            ))}
          </ol>
          <p className={styles.about}>
            <Trans i18nKey="connections.qr.connection" values={{ name }} components={{ b: <b /> }} />{' '}
            <Anchor href={help} target="_blank" rel="noopener noreferrer" inherit>
              {t('connections.qr.help')}
            </Anchor>
          </p>
        </div>
        <div>
          <div className={styles.code}>
            {code !== '' ? (
              <QRCodeSVG value={code} size={240} marginSize={2} title={t('connections.qr.code')} />
            ) : (
              <Loader aria-label={t('connections.qr.waiting')} />
            )}
          </div>
          <p className={styles.state} role="status">
            {t(code !== '' ? 'connections.qr.reading' : 'connections.qr.waiting')}
          </p>
        </div>
      </div>
    </Dialog>
  )
}
