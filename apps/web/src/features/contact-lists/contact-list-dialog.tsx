import { ContactListBody, type ContactListView } from '@guiche/contract'
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkedOnBlur, rulesOf } from '../../lib/form-rules.ts'
import { useFate } from '../../lib/live/fate.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'
import { useSaveContactList } from './contact-lists.api.ts'

interface Props {
  /** Undefined for a new one. */
  list?: ContactListView | undefined
  onClose: () => void
}

export function ContactListDialog({ list, onClose }: Props) {
  const { t } = useTranslation()
  const [before] = useState({ name: list?.name ?? '' })
  const fate = useFate('contactList', {
    id: list?.id,
    before,
    read: (event) =>
      event.action === 'delete' ? { id: event.id } : { id: event.record.id, values: { name: event.record.name } },
  })
  const save = useSaveContactList(list?.id)
  const form = useForm({ initialValues: before, validate: rulesOf(ContactListBody), ...checkedOnBlur })

  return (
    <Dialog
      title={t(list ? 'contact-lists.edit' : 'contact-lists.add')}
      action={t('ui.save')}
      isBusy={save.isPending}
      isDirty={form.isDirty()}
      fate={fate}
      onClose={onClose}
      onSubmit={form.onSubmit(({ name }) =>
        save.mutate(name, {
          onSuccess: () => {
            toast.success(t('contact-lists.saved'))
            onClose()
          },
        }),
      )}
    >
      <TextInput data-autofocus withAsterisk label={t('contact-lists.name')} {...form.getInputProps('name')} />
    </Dialog>
  )
}
