import type { QuickMessageView } from '@guiche/contract'
import { Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { checkedOnBlur, rulesOf } from '../../lib/form-rules.ts'
import { managesQuickMessages } from '../../lib/rights.ts'
import { useMe } from '../../lib/session.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'
import { textRules, valuesOf } from './quick-message-values.ts'
import { useSaveQuickMessage } from './quick-messages.api.ts'

interface Props {
  /** Undefined for a new one. */
  category?: QuickMessageView | undefined
  onClose: () => void
}

export function CategoryDialog({ category, onClose }: Props) {
  const { t } = useTranslation()
  const isManager = managesQuickMessages(useMe())
  const save = useSaveQuickMessage()
  const form = useForm({
    initialValues: valuesOf(category),
    validate: rulesOf(textRules.pick({ shortcode: true })),
    ...checkedOnBlur,
  })

  return (
    <Dialog
      title={t(category ? 'quick-messages.categories.edit' : 'quick-messages.categories.add')}
      action={t('ui.save')}
      isBusy={save.isPending}
      isDirty={form.isDirty()}
      onClose={onClose}
      onSubmit={form.onSubmit((values) =>
        save.mutate(
          { message: category, values, isCategory: true, file: undefined, onCreated: () => undefined },
          {
            onSuccess: () => {
              toast.success(t('quick-messages.categories.saved'))
              onClose()
            },
          },
        ),
      )}
    >
      <TextInput
        data-autofocus
        withAsterisk
        label={t('quick-messages.categories.name')}
        maxLength={60}
        {...form.getInputProps('shortcode')}
      />
      {isManager && (
        <Switch
          label={t('quick-messages.general')}
          description={t('quick-messages.categories.generalText')}
          {...form.getInputProps('geral', { type: 'checkbox' })}
        />
      )}
    </Dialog>
  )
}
