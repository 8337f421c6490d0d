import { type Voice, isVoice, noVoice, voiceNames, voices } from '@guiche/contract'
import { PasswordInput, Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { PromptValues } from './prompt-values.ts'
import styles from './prompts.module.css'

interface Props {
  form: UseFormReturnType<PromptValues>
  /** The mask of the stored key; empty: there is none. */
  storedKey: string
}

/** Whether answers are read out, by whom, and with which key of the speech service. */
export function VoiceFields({ form, storedKey }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <Select
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
      {isVoice(form.values.voice) && (
        <div className={styles.pair}>
          <PasswordInput
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
      )}
    </>
  )
}

const shortName = (voice: Voice) => voice.replace(/^pt-BR-|Neural$/g, '')
