import { Trans, useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import styles from './notices.module.css'

/** Says whose ticket it is, above a composer that writes private notes only. */
export function ColleagueNotice({ name, onWrite }: { name: string; onWrite: () => void }) {
  const { t } = useTranslation()
  return (
    <p className={styles.colleague}>
      <span>
        <Trans i18nKey="tickets.colleague.notice" values={{ name }} components={{ b: <b /> }} />
      </span>
      <button type="button" onClick={onWrite}>
        {t('tickets.colleague.write')}
      </button>
    </p>
  )
}

interface Props {
  name: string
  contactName: string
  onWrite: () => void
  onClose: () => void
}

export function ColleagueDialog({ name, contactName, onWrite, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      title={t('tickets.colleague.title', { name })}
      action={t('tickets.colleague.yes')}
      onConfirm={onWrite}
      onClose={onClose}
    >
      <p>
        <Trans i18nKey="tickets.colleague.text" values={{ name, contact: contactName }} components={{ b: <b /> }} />
      </p>
    </ConfirmDialog>
  )
}
