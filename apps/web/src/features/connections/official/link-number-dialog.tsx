import type { ConnectionView } from '@guiche/contract'
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { checkedOnBlur } from '../../../lib/form-rules.ts'
import { showFieldError } from '../../../lib/field-errors.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/toasts/toasts.tsx'
import { AccessFields, plain } from './access-fields.tsx'
import { type NumberValues, checkLink, linkBodyOf, noValues, refusalsShown } from './number-values.ts'
import styles from './official.module.css'
import { useLinkNumber } from './official.api.ts'

interface Props {
  onMade: (connection: ConnectionView) => void
  onClose: () => void
}

const nothingStored = { token: '', secret: '', verifyToken: '' }

/** Connects a WhatsApp number of Meta's API with what its owner has copied there. */
export function LinkNumberDialog({ onMade, onClose }: Props) {
  const { t } = useTranslation()
  const link = useLinkNumber()
  const form = useForm<NumberValues>({ initialValues: noValues, validate: checkLink, ...checkedOnBlur })
  return (
    <Dialog
      title={t('connections.official.addTitle')}
      action={t('connections.official.connect')}
      size={560}
      isBusy={link.isPending}
      isDirty={form.isDirty()}
      onClose={onClose}
      onSubmit={form.onSubmit((values) =>
        link.mutate(linkBodyOf(values), {
          onSuccess: (connection) => {
            toast.success(t('connections.official.connected', { name: connection.name }))
            onMade(connection)
          },
          onError: (error) => showFieldError(form, error, refusalsShown(values, true)),
        }),
      )}
    >
      <p className={styles.lead}>{t('connections.official.about')}</p>
      <TextInput {...plain} data-autofocus label={t('connections.name')} {...form.getInputProps('name')} />
      <TextInput
        {...plain}
        inputMode="numeric"
        label={t('connections.official.phoneNumberId')}
        description={t('connections.official.phoneNumberIdHint')}
        {...form.getInputProps('phoneNumberId')}
      />
      <TextInput
        {...plain}
        inputMode="numeric"
        label={t('connections.official.accountId')}
        {...form.getInputProps('accountId')}
      />
      <AccessFields form={form} stored={nothingStored} tokenHint={t('connections.official.tokenHint')} />
      {form.values.hasOwnApp && <p className={styles.lead}>{t('connections.official.webhookAfter')}</p>}
    </Dialog>
  )
}
