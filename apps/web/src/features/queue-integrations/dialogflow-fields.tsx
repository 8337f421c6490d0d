import { integrationLanguages } from '@guiche/contract'
import { Select, TextInput, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { IntegrationValues } from './integration-values.ts'
import styles from './queue-integrations.module.css'

interface Props {
  form: UseFormReturnType<IntegrationValues>
  /** The address of the stored service account; empty: there is none. */
  serviceAccount: string
}

export function DialogflowFields({ form, serviceAccount }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        label={t('queue-integrations.projectName')}
        description={t('queue-integrations.projectNameHint')}
        {...form.getInputProps('projectName')}
      />
      <div className={styles.pair}>
        <Select
          label={t('queue-integrations.language')}
          allowDeselect={false}
          data={integrationLanguages.map((code) => ({ value: code, label: t(`queue-integrations.languages.${code}`) }))}
          {...form.getInputProps('language')}
        />
        <TextInput label={t('queue-integrations.location')} placeholder="global" {...form.getInputProps('location')} />
      </div>
      <Textarea
        withAsterisk
        autosize
        minRows={4}
        maxRows={10}
        spellCheck={false}
        className={styles.code}
        label={t('queue-integrations.jsonContent')}
        description={
          serviceAccount
            ? t('queue-integrations.jsonContentKept', { account: serviceAccount })
            : t('queue-integrations.jsonContentHint')
        }
        {...form.getInputProps('jsonContent')}
      />
    </>
  )
}
