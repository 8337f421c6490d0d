import type { ConnectionView } from '@guiche/contract'
import { Anchor, Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isAdmin, useMe } from '../../../lib/session.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { CodePicture } from './code-picture.tsx'
import { usePhoneSession } from '../connections.api.ts'
import { PairingSteps } from './pairing-steps.tsx'
import { PasskeyNotice } from './passkey-notice.tsx'
import styles from './qr-dialog.module.css'
import { useCode } from './use-code.ts'
import { TextWithBold } from '../../../ui/text/text-with-bold.tsx'

const help = 'https://faq.whatsapp.com/1317564962315842'

interface Props {
  connection: ConnectionView
  onMoveToOfficial: () => void
  /** The number of the phone is official in another connection, which can be moved to the phone. */
  onMoveOfficial: (officialId: number) => void
  onClose: () => void
}

/**
 * Shows the code that links a phone, and new codes as they expire. Closes by itself once a phone has scanned it. Stays
 * open with an explanation if the last code has expired or the network requires a passkey.
 */
export function QrDialog({ connection, onMoveToOfficial, onMoveOfficial, onClose }: Props) {
  const { t } = useTranslation()
  const { start } = usePhoneSession(connection)
  const code = useCode(connection)
  const { status, endReason, officialId } = connection
  const mayScan = isAdmin(useMe())
  const isOver = status === 'CONNECTED' || status === 'PAIRING' || (!mayScan && status !== 'PASSKEY')
  useEffect(() => {
    if (isOver) onClose()
  }, [isOver, onClose])
  const hasShown = useWasTrue(code !== undefined && code.qrcode !== '')

  if (status === 'PASSKEY')
    return (
      <PasskeyNotice
        isTrying={start.isPending}
        onTryAgain={() => start.mutate()}
        onMoveToOfficial={onMoveToOfficial}
        onClose={onClose}
      />
    )
  return (
    <Dialog title={t('connections.qr.title')} size={680} onClose={onClose}>
      <div className={styles.columns}>
        <div>
          <PairingSteps />
          <p className={styles.about}>
            <TextWithBold textKey="connections.qr.connection" values={{ name: connection.name }} />{' '}
            <Anchor href={help} target="_blank" rel="noopener noreferrer" inherit>
              {t('connections.qr.help')}
            </Anchor>
          </p>
          {endReason === 'number_is_official' && officialId !== null && (
            <div className={styles.refused} role="alert">
              <p>{t('connections.moves.isOfficialHere')}</p>
              <Button size="xs" onClick={() => onMoveOfficial(officialId)}>
                {t('connections.moves.moveInstead')}
              </Button>
            </div>
          )}
        </div>
        <CodePicture
          code={code?.qrcode ?? ''}
          seconds={code?.qrcodeSeconds ?? 0}
          // A new connection is disconnected too; codes have expired only if one was shown before.
          hasRunOut={status === 'DISCONNECTED' && hasShown}
          isUnreachable={status === 'TIMEOUT'}
          isTrying={start.isPending}
          onTryAgain={() => start.mutate()}
        />
      </div>
    </Dialog>
  )
}

/** Whether the value has ever been true. */
function useWasTrue(isTrue: boolean): boolean {
  const [was, setWas] = useState(isTrue)
  if (isTrue && !was) setWas(true)
  return was
}
