import type { ConnectionView } from '@guiche/contract'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isPhone } from '../../../lib/sending/whatsapp-way.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/toasts/toasts.tsx'
import { WhatChanges, usePhoneMove } from '../moves/index.ts'
import { CodePicture } from './code-picture.tsx'
import { PairingSteps } from './pairing-steps.tsx'
import styles from './qr-dialog.module.css'
import { useCode } from './use-code.ts'

interface Props {
  connection: ConnectionView
  onClose: () => void
}

/** Moves an official number to its phone: says what changes, then shows the code. Closing it ends that; the number stays official. */
export function PhoneMoveDialog({ connection, onClose }: Props) {
  const { t } = useTranslation()
  const { begin, end } = usePhoneMove(connection)
  const { name, phoneMove } = connection
  const moved = useEffectEvent(() => {
    toast.success(t('connections.moves.phoneDone', { name }))
    onClose()
  })
  const isDone = isPhone(connection)
  useEffect(() => {
    if (isDone) moved()
  }, [isDone])

  function leave() {
    if (phoneMove) end.mutate()
    onClose()
  }

  if (!phoneMove)
    return (
      <Dialog
        title={t('connections.moves.phoneTitle', { name })}
        action={t('connections.showCode')}
        size={600}
        isBusy={begin.isPending}
        focusAction
        onSubmit={(event) => {
          event.preventDefault()
          begin.mutate()
        }}
        onClose={onClose}
      >
        <WhatChanges whatsappId={connection.id} />
        <p className={styles.note}>{t('connections.moves.phoneHow')}</p>
      </Dialog>
    )
  return (
    <Dialog title={t('connections.moves.phoneTitle', { name })} size={680} onClose={leave}>
      <div className={styles.columns}>
        <div>
          <PairingSteps />
          <p className={styles.about}>{t('connections.moves.phoneUntil')}</p>
          {phoneMove.state === 'ended' && phoneMove.reason && (
            <p className={styles.refused} role="alert">
              {t(`connections.reasons.${phoneMove.reason}`)}
            </p>
          )}
        </div>
        <Code connection={connection} isTrying={begin.isPending} onTryAgain={() => begin.mutate()} />
      </div>
    </Dialog>
  )
}

interface CodeProps {
  connection: ConnectionView
  isTrying: boolean
  onTryAgain: () => void
}

function Code({ connection, isTrying, onTryAgain }: CodeProps) {
  const code = useCode(connection)
  return (
    <CodePicture
      code={code?.qrcode ?? ''}
      seconds={code?.qrcodeSeconds ?? 0}
      hasRunOut={connection.phoneMove?.state === 'ended'}
      isUnreachable={connection.phoneMove?.state === 'timeout'}
      isTrying={isTrying}
      onTryAgain={onTryAgain}
    />
  )
}
