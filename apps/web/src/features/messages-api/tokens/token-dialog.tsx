import { type ApiScope, api, apiScopes } from '@guiche/contract'
import { Checkbox, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showFieldError } from '../../../lib/field-errors.ts'
import { checkedOnBlur, rulesOf } from '../../../lib/form-rules.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { sendingConnections, useCreateToken } from '../messages-api.api.ts'

interface Values {
  name: string
  whatsappId: string
  scopes: ApiScope[]
  lastDay: string | null
}

interface Props {
  onCreated: (created: { token: string; name: string }) => void
  onClose: () => void
}

export function TokenDialog({ onCreated, onClose }: Props) {
  const { t } = useTranslation()
  const connections = useQuery(sendingConnections)
  const create = useCreateToken()
  const form = useForm<Values>({
    initialValues: { name: '', whatsappId: '', scopes: [...apiScopes], lastDay: null },
    validate: (values) => rulesOf(api.createApiToken.body)({ ...values }),
    ...checkedOnBlur,
  })

  return (
    <Dialog
      title={t('messages-api.tokens.add')}
      action={t('messages-api.tokens.create')}
      isBusy={create.isPending}
      isDirty={form.isDirty()}
      onClose={onClose}
      onSubmit={form.onSubmit((values) =>
        create.mutate(values, {
          onSuccess: ({ token, record }) => onCreated({ token, name: record.name }),
          onError: (error) => showFieldError(form, error, { ERR_NAME_ALREADY_EXISTS: 'name' }),
        }),
      )}
    >
      <TextInput
        data-autofocus
        withAsterisk
        label={t('messages-api.tokens.name')}
        description={t('messages-api.tokens.nameHint')}
        {...form.getInputProps('name')}
      />
      <Select
        withAsterisk
        label={t('messages-api.tokens.connection')}
        description={t('messages-api.tokens.connectionHint')}
        nothingFoundMessage={t('messages-api.tokens.noConnection')}
        data={(connections.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.getInputProps('whatsappId')}
      />
      <Checkbox.Group withAsterisk label={t('messages-api.tokens.scopes')} {...form.getInputProps('scopes')}>
        {apiScopes.map((scope) => (
          <Checkbox key={scope} mt={8} value={scope} label={t(`messages-api.scopes.${scope}`)} />
        ))}
      </Checkbox.Group>
      <DateField
        clearable
        label={t('messages-api.tokens.lastDay')}
        description={t('messages-api.tokens.lastDayHint')}
        {...form.getInputProps('lastDay')}
        value={form.values.lastDay}
      />
    </Dialog>
  )
}
