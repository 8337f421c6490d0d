import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import styles from './notices.module.css'
import { TextWithBold } from '../../../ui/text/text-with-bold.tsx'

/** Says whose ticket it is, above a composer that writes private notes only. */
export function ColleagueNotice({ name, onWrite }: { name: string; onWrite: () => void }) {
  const { t } = useTranslation()
  return (
    <p className={styles.colleague}>
      <span>
        <TextWithBold textKey="tickets.colleague.notice" values={{ name }} />
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
        <TextWithBold textKey="tickets.colleague.text" values={{ name, contact: contactName }} />
      </p>
    </ConfirmDialog>
  )
}
