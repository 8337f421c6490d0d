import { limits } from '@guiche/contract'
import { NumberInput, TextInput, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { IntegrationValues } from './integration-values.ts'
import styles from './queue-integrations.module.css'

export function TypebotFields({ form }: { form: UseFormReturnType<IntegrationValues> }) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        withAsterisk
        type="url"
        label={t('queue-integrations.url')}
        description={t('queue-integrations.typebotUrlHint')}
        placeholder="https://typebot.io"
        {...form.getInputProps('urlN8N')}
      />
      <TextInput
        withAsterisk
        label={t('queue-integrations.slug')}
        description={t('queue-integrations.slugHint')}
        {...form.getInputProps('typebotSlug')}
      />
      <div className={styles.pair}>
        <NumberInput
          min={0}
          max={525_600}
          allowDecimal={false}
          label={t('queue-integrations.expires')}
          description={t('queue-integrations.expiresHint')}
          {...form.getInputProps('typebotExpires')}
        />
        <NumberInput
          min={0}
          max={limits.integrationDelay}
          step={100}
          allowDecimal={false}
          label={t('queue-integrations.delay')}
          description={t('queue-integrations.delayHint')}
          {...form.getInputProps('typebotDelayMessage')}
        />
        <TextInput
          label={t('queue-integrations.keywordFinish')}
          description={t('queue-integrations.keywordHint')}
          {...form.getInputProps('typebotKeywordFinish')}
        />
        <TextInput
          label={t('queue-integrations.keywordRestart')}
          description={t('queue-integrations.keywordHint')}
          {...form.getInputProps('typebotKeywordRestart')}
        />
      </div>
      <Textarea
        autosize
        minRows={2}
        maxRows={6}
        label={t('queue-integrations.unknown')}
        description={t('queue-integrations.unknownHint')}
        {...form.getInputProps('typebotUnknownMessage')}
      />
      <Textarea
        autosize
        minRows={2}
        maxRows={6}
        label={t('queue-integrations.restart')}
        {...form.getInputProps('typebotRestartMessage')}
      />
    </>
  )
}
