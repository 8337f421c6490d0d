import { type PromptView, limits } from '@guiche/contract'
import { NumberInput, PasswordInput, Select, TextInput, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFieldError } from '../../lib/field-errors.ts'
import { checkedOnBlur } from '../../lib/form-rules.ts'
import { useFate } from '../../lib/live/fate.ts'
import { SaveDialog } from '../../ui/dialogs/save-dialog.tsx'
import { type PromptValues, rules, valuesOf } from './prompt-values.ts'
import { useSavePrompt } from './prompts.api.ts'
import styles from './prompts.module.css'
import { VoiceAccountFields, VoiceSelect } from './voice-fields.tsx'

interface Props {
  /** Undefined for a new one. */
  prompt?: PromptView | undefined
  queues: { id: number; name: string }[]
  /** The models of this installation want a key. */
  needsKey: boolean
  onClose: () => void
}

/** What a model is told, how much it may say, and in which voice. */
export function PromptDialog({ prompt, queues, needsKey, onClose }: Props) {
  const { t } = useTranslation()
  const [before] = useState(() => valuesOf(prompt))
  const stored = { apiKey: prompt?.apiKey ?? '', voiceKey: prompt?.voiceKey ?? '' }
  const fate = useFate('prompt', {
    id: prompt?.id,
    before,
    read: (event) =>
      event.action === 'delete' ? { id: event.promptId } : { id: event.prompt.id, values: valuesOf(event.prompt) },
  })
  const save = useSavePrompt(prompt?.id, before)
  const form = useForm<PromptValues>({
    initialValues: before,
    validate: (values) => rules(values, stored, needsKey),
    ...checkedOnBlur,
  })

  return (
    <SaveDialog
      title={t(prompt ? 'prompts.edit' : 'prompts.add')}
      form={form}
      save={save}
      saved={t('prompts.saved')}
      size={620}
      fate={fate}
      onClose={onClose}
      onRefused={(error) => showFieldError(form, error, { ERR_NO_QUEUE_FOUND: 'queueId' })}
    >
      <TextInput data-autofocus withAsterisk label={t('prompts.name')} {...form.getInputProps('name')} />
      <PasswordInput
        withAsterisk={needsKey && stored.apiKey === ''}
        label={t('prompts.apiKey')}
        placeholder={stored.apiKey}
        description={keyHint()}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('prompts.show', { name: t('prompts.apiKey') }) }}
        {...form.getInputProps('apiKey')}
      />
      <Textarea
        withAsterisk
        label={t('prompts.prompt')}
        description={t('prompts.promptHint')}
        autosize
        minRows={5}
        maxRows={14}
        {...form.getInputProps('prompt')}
      />
      <Select
        withAsterisk
        searchable
        label={t('prompts.queue')}
        description={t('prompts.queueHint')}
        placeholder={t('prompts.chooseQueue')}
        nothingFoundMessage={t('ui.nothingFound')}
        data={queues.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.getInputProps('queueId')}
      />
      <div className={styles.pair}>
        <VoiceSelect form={form} />
        <NumberInput
          withAsterisk
          min={0}
          max={2}
          step={0.1}
          decimalScale={2}
          label={t('prompts.temperature')}
          {...form.getInputProps('temperature')}
        />
      </div>
      <VoiceAccountFields form={form} storedKey={stored.voiceKey} />
      <div className={styles.pair}>
        <NumberInput
          withAsterisk
          min={1}
          max={limits.promptTokens}
          allowDecimal={false}
          label={t('prompts.maxTokens')}
          {...form.getInputProps('maxTokens')}
        />
        <NumberInput
          withAsterisk
          min={1}
          max={limits.promptMessages}
          allowDecimal={false}
          label={t('prompts.maxMessages')}
          {...form.getInputProps('maxMessages')}
        />
      </div>
    </SaveDialog>
  )

  function keyHint() {
    if (stored.apiKey !== '') return t('prompts.keyKept')
    return needsKey ? undefined : t('prompts.keyOptional')
  }
}
