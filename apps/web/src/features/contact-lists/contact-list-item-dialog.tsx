import { ContactListItemBody, type ContactListItemView } from '@guiche/contract'
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFieldError } from '../../lib/field-errors.ts'
import { checkedOnBlur, rulesOf } from '../../lib/form-rules.ts'
import { useFate } from '../../lib/live/fate.ts'
import { SaveDialog } from '../../ui/dialogs/save-dialog.tsx'
import { useSaveContactListItem } from './contact-list-items.api.ts'
import styles from './contact-lists.module.css'

interface Props {
  contactListId: number
  /** Undefined for a new one. */
  item?: ContactListItemView | undefined
  onClose: () => void
}

const valuesOf = (item: ContactListItemView | undefined) => ({
  name: item?.name ?? '',
  number: item?.number ?? '',
  email: item?.email ?? '',
  variables: item?.variables ?? [],
})

/** A person of a list. What the sheet says of them can be changed too. */
export function ContactListItemDialog({ contactListId, item, onClose }: Props) {
  const { t } = useTranslation()
  const [before] = useState(() => valuesOf(item))
  const fate = useFate('contactListItem', {
    id: item?.id,
    before,
    read: (event) => {
      if (event.action === 'reload') return { id: 0 }
      if (event.action === 'delete') return { id: event.id }
      return { id: event.record.id, values: valuesOf(event.record) }
    },
  })
  const save = useSaveContactListItem(contactListId, item?.id)
  const form = useForm({ initialValues: before, validate: rulesOf(ContactListItemBody), ...checkedOnBlur })

  return (
    <SaveDialog
      title={t(item ? 'contact-lists.items.edit' : 'contact-lists.items.add')}
      form={form}
      save={save}
      saved={t('contact-lists.items.saved')}
      fate={fate}
      onClose={onClose}
      onRefused={(error) =>
        showFieldError(form, error, { ERR_DUPLICATED_CONTACT: 'number', ERR_WAPP_INVALID_CONTACT: 'number' })
      }
    >
      <TextInput data-autofocus withAsterisk label={t('contact-lists.name')} {...form.getInputProps('name')} />
      <TextInput
        withAsterisk
        label={t('contact-lists.number')}
        type="tel"
        inputMode="tel"
        placeholder="5511999990000"
        description={t('contact-lists.items.numberHint')}
        {...form.getInputProps('number')}
      />
      <TextInput label={t('contact-lists.email')} type="email" {...form.getInputProps('email')} />
      {before.variables.length > 0 && (
        <fieldset className={styles.variables}>
          <legend>{t('contact-lists.items.variables')}</legend>
          {before.variables.map(({ key }, nth) => (
            <TextInput key={key} label={key} {...form.getInputProps(`variables.${nth}.value`)} />
          ))}
        </fieldset>
      )}
    </SaveDialog>
  )
}
