import { type Terms, TermsBody } from '@guiche/contract'
import { Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { checkedOnBlur, rulesOf } from '../../../lib/form-rules.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/toasts/toasts.tsx'
import { useSaveTerms } from './platform.api.ts'

interface Props {
  terms: Terms
  onClose: () => void
}

export function TermsDialog({ terms, onClose }: Props) {
  const { t } = useTranslation()
  const save = useSaveTerms()
  const form = useForm({ initialValues: { text: terms.text }, validate: rulesOf(TermsBody), ...checkedOnBlur })

  return (
    <Dialog
      title={t('settings.terms.edit')}
      action={t('ui.save')}
      size={720}
      isBusy={save.isPending}
      isDirty={form.isDirty()}
      isActionDisabled={!form.isDirty()}
      onClose={onClose}
      onSubmit={form.onSubmit(({ text }) =>
        save.mutate(text, {
          onSuccess: () => {
            toast.success(t('settings.terms.saved'))
            onClose()
          },
        }),
      )}
    >
      <Textarea
        data-autofocus
        withAsterisk
        autosize
        minRows={12}
        maxRows={24}
        label={t('settings.terms.text')}
        description={t('settings.terms.textHint')}
        {...form.getInputProps('text')}
      />
    </Dialog>
  )
}
