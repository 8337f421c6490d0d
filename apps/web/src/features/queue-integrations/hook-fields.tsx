import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { CopyText } from '../../ui/fields/copy-text.tsx'
import type { IntegrationValues } from './integration-values.ts'

interface Props {
  form: UseFormReturnType<IntegrationValues>
  /** The mask of the stored secret; empty: there is none. */
  storedSecret: string
}

/** n8n, and any other address that takes events. */
export function HookFields({ form, storedSecret }: Props) {
  const { t } = useTranslation()
  const { signingSecret } = form.values
  const isNew = signingSecret !== '' && signingSecret !== storedSecret
  return (
    <>
      <TextInput
        withAsterisk
        type="url"
        label={t('queue-integrations.url')}
        description={t('queue-integrations.hookUrlHint')}
        placeholder="https://n8n.example.com/webhook/…"
        {...form.getInputProps('urlN8N')}
      />
      <TextInput
        autoComplete="off"
        spellCheck={false}
        label={t('queue-integrations.signingSecret')}
        description={t(isNew ? 'queue-integrations.signingSecretNew' : 'queue-integrations.signingSecretHint')}
        rightSection={isNew && <CopyText value={signingSecret} name={t('queue-integrations.signingSecret')} />}
        {...form.getInputProps('signingSecret')}
      />
      <TextInput
        autoComplete="off"
        spellCheck={false}
        label={t('queue-integrations.authorization')}
        description={t('queue-integrations.authorizationHint')}
        placeholder="Bearer …"
        {...form.getInputProps('authorization')}
      />
    </>
  )
}
