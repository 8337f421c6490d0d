import type { ContactView } from '@guiche/contract'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changesOf } from '../../lib/cache/changes.ts'
import { checkedOnBlur, rulesOf } from '../../lib/form-rules.ts'
import { randomId } from '../../lib/uuid.ts'
import { showFieldError } from '../../lib/field-errors.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'
import styles from './contact-dialog.module.css'
import { type ContactValues, bodyOf, isMasked, rulesFor, valuesOf } from './contact-values.ts'
import { createContact, rememberContact, updateContact } from './contacts.api.ts'

interface Props {
  /** Undefined for a new contact. */
  contact?: ContactView | undefined
  /** Initial values of a new contact, from a search text or a received card. */
  given?: { name?: string; number?: string }
  onSaved?: (contact: ContactView) => void
  onClose: () => void
}

export function ContactDialog({ contact, given, onSaved, onClose }: Props) {
  const { t } = useTranslation()
  const [before] = useState(() => valuesOf(contact, given))
  const save = useSaveContact(contact?.id, before)
  const form = useForm({
    initialValues: before,
    validate: rulesOf(rulesFor(contact)),
    ...checkedOnBlur,
  })
  const hidesNumber = contact !== undefined && isMasked(contact.number)

  return (
    <Dialog
      title={t(contact ? 'contacts.dialog.edit' : 'contacts.dialog.add')}
      action={t('ui.save')}
      isBusy={save.isPending}
      isDirty={form.isDirty()}
      onClose={onClose}
      onSubmit={form.onSubmit((values) =>
        save.mutate(values, {
          onSuccess: (saved) => {
            toast.success(t('contacts.saved'))
            onSaved?.(saved)
            onClose()
          },
          onError: (error) => showFieldError(form, error, refusals),
        }),
      )}
    >
      <TextInput
        data-autofocus
        withAsterisk
        label={t('contacts.name')}
        maxLength={60}
        {...form.getInputProps('name')}
      />
      <TextInput
        withAsterisk={!contact}
        label={t('contacts.number')}
        type="tel"
        inputMode="tel"
        placeholder={hidesNumber ? contact.number : '5511999990000'}
        description={t(hidesNumber ? 'contacts.numberHidden' : 'contacts.numberHint')}
        disabled={hidesNumber}
        {...form.getInputProps('number')}
      />
      <TextInput label={t('contacts.email')} type="email" {...form.getInputProps('email')} />
      <ExtraInfo form={form} />
    </Dialog>
  )
}

const refusals = {
  ERR_DUPLICATED_CONTACT: 'number',
  ERR_WAPP_INVALID_CONTACT: 'number',
  ERR_WAPP_CHECK_CONTACT: 'number',
} as const

function useSaveContact(id: number | undefined, before: ContactValues) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (values: ContactValues) =>
      id ? updateContact(id, changesOf(bodyOf(before), bodyOf(values))) : createContact(bodyOf(values)),
    onSuccess: (contact) => rememberContact(cache, contact),
    meta: { handles: Object.keys(refusals) },
  })
}

type Form = UseFormReturnType<ContactValues, ContactValues, (values: ContactValues) => Record<string, string>>

function ExtraInfo({ form }: { form: Form }) {
  const { t } = useTranslation()
  return (
    <fieldset className={styles.extra}>
      <legend>{t('contacts.extra.title')}</legend>
      {form.getValues().extraInfo.map(({ key }, index) => (
        <div key={key} className={styles.pair}>
          <TextInput
            aria-label={t('contacts.extra.name')}
            placeholder={t('contacts.extra.name')}
            maxLength={100}
            {...form.getInputProps(`extraInfo.${index}.name`)}
          />
          <TextInput
            aria-label={t('contacts.extra.value')}
            placeholder={t('contacts.extra.value')}
            maxLength={1000}
            {...form.getInputProps(`extraInfo.${index}.value`)}
          />
          <ActionIcon aria-label={t('contacts.extra.remove')} onClick={() => form.removeListItem('extraInfo', index)}>
            <IconTrash size={16} stroke={1.7} />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          onClick={() => form.insertListItem('extraInfo', { id: null, key: randomId(), name: '', value: '' })}
        >
          {t('contacts.extra.add')}
        </Button>
      </div>
    </fieldset>
  )
}
