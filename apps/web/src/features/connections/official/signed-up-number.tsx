import type { ConnectionView } from '@guiche/contract'
import { Alert, Loader } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/cache/queries.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { ChooseNumberDialog } from './choose-number-dialog.tsx'
import styles from './official.module.css'
import { useOpenSignUp } from './official.api.ts'

interface Props {
  /** Undefined: somebody has closed the window, or it has failed. */
  login: { code: string; state: string } | undefined
  onMade: (connection: ConnectionView) => void
  onAgain: () => void
  onClose: () => void
}

/** After the sign-up window: asks the server which numbers it has opened, and connects one of them. */
export function SignedUpNumber({ login, onMade, onAgain, onClose }: Props) {
  const { t } = useTranslation()
  const { mutate, data, error } = useOpenSignUp()
  const isBegun = useRef(false)
  useEffect(() => {
    // A code can be used once, and an effect may run twice.
    if (!login || isBegun.current) return
    isBegun.current = true
    mutate(login)
  }, [login, mutate])
  if (data) return <ChooseNumberDialog signUp={data} onMade={onMade} onClose={onClose} />
  const isOver = !login || error !== null
  return (
    <Dialog
      title={t('connections.official.addTitle')}
      size={560}
      focusAction
      onClose={onClose}
      {...(isOver && { action: t('connections.signUp.again'), onSubmit: onAgain })}
    >
      {!login && <Alert color="yellow">{t('connections.signUp.refused')}</Alert>}
      {login && !error && (
        <div className={styles.line} role="status">
          <Loader size={16} /> {t('connections.signUp.reading')}
        </div>
      )}
      {error && <Alert color="red">{errorText(error)}</Alert>}
    </Dialog>
  )
}
