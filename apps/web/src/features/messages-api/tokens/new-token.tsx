import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { CopyField } from '../../../ui/fields/copy-field.tsx'

interface Props {
  created: { token: string; name: string }
  onClose: () => void
}

/** The only time that the token is shown. */
export function NewToken({ created: { token, name }, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('messages-api.tokens.created', { name })} onClose={onClose}>
      <Alert color="yellow">{t('messages-api.tokens.once')}</Alert>
      <CopyField label={t('messages-api.token')} value={token} />
    </Dialog>
  )
}
