import { type Voice, isVoice, noVoice, voiceNames, voices } from '@guiche/contract'
import { PasswordInput, Select, type SelectProps, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { PromptValues } from './prompt-values.ts'
import styles from './prompts.module.css'

interface Props {
  form: UseFormReturnType<PromptValues>
}

/** The hint stands below, so that fields beside each other are on one line. */
const hintBelow: Pick<SelectProps, 'inputWrapperOrder'> = {
  inputWrapperOrder: ['label', 'input', 'description', 'error'],
}

/** Whether answers are read out, and by whom. */
export function VoiceSelect({ form }: Props) {
  const { t } = useTranslation()
  return (
    <Select
      {...hintBelow}
      label={t('prompts.voice')}
      description={t('prompts.voiceHint')}
      allowDeselect={false}
      data={[
        { value: noVoice, label: t('prompts.text') },
        ...voiceNames.map((voice) => ({
          value: voice,
          label: t(`prompts.voices.${voices[voice]}`, { name: shortName(voice) }),
        })),
      ]}
      {...form.getInputProps('voice')}
    />
  )
}

/** The account at the speech service. `storedKey`: the mask of the stored key; empty: there is none. */
export function VoiceAccountFields({ form, storedKey }: Props & { storedKey: string }) {
  const { t } = useTranslation()
  if (!isVoice(form.values.voice)) return null
  return (
    <div className={styles.pair}>
      <PasswordInput
        {...hintBelow}
        withAsterisk={storedKey === ''}
        label={t('prompts.voiceKey')}
        placeholder={storedKey}
        description={storedKey === '' ? undefined : t('prompts.keyKept')}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('prompts.show', { name: t('prompts.voiceKey') }) }}
        {...form.getInputProps('voiceKey')}
      />
      <TextInput
        withAsterisk
        label={t('prompts.voiceRegion')}
        placeholder="brazilsouth"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('voiceRegion')}
      />
    </div>
  )
}

const shortName = (voice: Voice) => voice.replace(/^pt-BR-|Neural$/g, '')
