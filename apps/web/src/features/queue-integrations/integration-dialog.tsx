import { type IntegrationView, integrationTypes } from '@guiche/contract'
import { Button, Select, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFieldError } from '../../lib/field-errors.ts'
import { checkedOnBlur } from '../../lib/form-rules.ts'
import { useFate } from '../../lib/live/fate.ts'
import { SaveDialog } from '../../ui/dialogs/save-dialog.tsx'
import { DialogflowFields } from './dialogflow-fields.tsx'
import { HookFields } from './hook-fields.tsx'
import { type IntegrationValues, isType, rules, valuesOf } from './integration-values.ts'
import { useSaveIntegration, useTestIntegration } from './queue-integrations.api.ts'
import { TestResult } from './test-result.tsx'
import { TypebotFields } from './typebot-fields.tsx'
import { nameOfType } from './type-logo.tsx'

interface Props {
  /** Undefined for a new one. */
  integration?: IntegrationView | undefined
  onClose: () => void
}

const fieldOfError = {
  ERR_NAME_ALREADY_EXISTS: 'name',
  ERR_URL_NOT_ALLOWED: 'urlN8N',
  ERR_URL_NOT_FOUND: 'urlN8N',
  ERR_SERVICE_ACCOUNT: 'jsonContent',
} as const

/** A bot or flow outside; its fields depend on its type. It can be tried before it is saved. */
export function IntegrationDialog({ integration, onClose }: Props) {
  const { t } = useTranslation()
  const [before] = useState(() => valuesOf(integration))
  const fate = useFate('integration', {
    id: integration?.id,
    before,
    read: (event) => {
      if (event.action === 'testSession') return undefined
      if (event.action === 'delete') return { id: event.integrationId }
      return { id: event.queueIntegration.id, values: valuesOf(event.queueIntegration) }
    },
  })
  const save = useSaveIntegration(integration?.id, before)
  const test = useTestIntegration(integration?.id)
  const form = useForm<IntegrationValues>({ initialValues: before, validate: rules, ...checkedOnBlur })
  const onRefused = (error: Error) => showFieldError(form, error, fieldOfError)

  function tryOut() {
    if (!form.validate().hasErrors) test.mutate(form.values, { onError: onRefused })
  }

  return (
    <SaveDialog
      title={t(integration ? 'queue-integrations.edit' : 'queue-integrations.add')}
      form={form}
      save={save}
      saved={t('queue-integrations.saved')}
      size={620}
      fate={fate}
      onClose={onClose}
      onRefused={onRefused}
    >
      <Select
        label={t('queue-integrations.type')}
        allowDeselect={false}
        data={integrationTypes.map((type) => ({ value: type, label: nameOfType(type) }))}
        {...form.getInputProps('type')}
        onChange={(type) => {
          if (isType(type)) form.setFieldValue('type', type)
          form.clearErrors()
          test.reset()
        }}
      />
      <TextInput data-autofocus withAsterisk label={t('queue-integrations.name')} {...form.getInputProps('name')} />
      <Fields form={form} integration={integration} />
      <div>
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={16} stroke={1.7} />}
          loading={test.isPending}
          onClick={tryOut}
        >
          {t('queue-integrations.test.run')}
        </Button>
      </div>
      {test.data && !test.isPending && <TestResult test={test.data} />}
    </SaveDialog>
  )
}

interface FieldsProps extends Pick<Props, 'integration'> {
  form: UseFormReturnType<IntegrationValues>
}

function Fields({ form, integration }: FieldsProps) {
  switch (form.values.type) {
    case 'typebot':
      return <TypebotFields form={form} />
    case 'n8n':
    case 'webhook':
      return <HookFields form={form} storedSecret={integration?.signingSecret ?? ''} />
    case 'dialogflow':
      return <DialogflowFields form={form} serviceAccount={integration?.serviceAccount ?? ''} />
  }
}
