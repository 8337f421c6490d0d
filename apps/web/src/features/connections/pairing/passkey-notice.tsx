import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import styles from './qr-dialog.module.css'

interface Props {
  isTrying: boolean
  onTryAgain: () => void
  onMoveToOfficial: () => void
  onClose: () => void
}

/** Shown when the network requires a passkey for linking: explains it and what can be done. */
export function PasskeyNotice({ isTrying, onTryAgain, onMoveToOfficial, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t('connections.passkey.title')}
      size={520}
      action={t('connections.tryAgain')}
      isBusy={isTrying}
      focusAction
      onSubmit={(event) => {
        event.preventDefault()
        onTryAgain()
      }}
      onClose={onClose}
    >
      <div className={styles.wall} role="status">
        <p>{t('connections.passkey.why')}</p>
        <p>{t('connections.passkey.what')}</p>
        <ul>
          <li>
            {t('connections.passkey.official')}{' '}
            <Anchor component="button" type="button" inherit onClick={onMoveToOfficial}>
              {t('connections.moves.official')}
            </Anchor>
          </li>
          <li>{t('connections.passkey.other')}</li>
          <li>{t('connections.passkey.again')}</li>
        </ul>
      </div>
    </Dialog>
  )
}
