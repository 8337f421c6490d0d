import { ColorInput, Switch, TagsInput, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import styles from '../connection-dialog.module.css'
import type { ConnectionValues } from '../connection-values.ts'

/** The look of the chat on the customer's site, and the sites that may embed it. */
export function WebChatLookFields({ form }: { form: UseFormReturnType<ConnectionValues> }) {
  const { t } = useTranslation()
  const originError = Object.entries(form.errors).find(([field]) => field.startsWith('webChat.origins'))?.[1]

  return (
    <>
      <div className={styles.pair}>
        <TextInput
          label={t('connections.look.title')}
          description={t('connections.look.titleHint')}
          maxLength={50}
          {...form.getInputProps('webChat.title')}
        />
        <ColorInput
          size="sm"
          label={t('connections.look.color')}
          description={t('connections.look.colorHint')}
          swatches={swatches}
          swatchesPerRow={6}
          withEyeDropper={false}
          {...form.getInputProps('webChat.color')}
        />
      </div>
      <TextInput
        label={t('connections.look.invitation')}
        description={t('connections.look.invitationHint')}
        maxLength={200}
        {...form.getInputProps('webChat.invitation')}
      />
      <Switch
        label={t('connections.look.asksName')}
        description={t('connections.look.asksNameHint')}
        {...form.getInputProps('webChat.asksName', { type: 'checkbox' })}
      />
      <TagsInput
        size="sm"
        label={t('connections.look.origins')}
        description={t('connections.look.originsHint')}
        placeholder={form.values.webChat.origins.length > 0 ? undefined : 'https://loja.com.br'}
        splitChars={[',', ' ', '\n']}
        acceptValueOnBlur
        {...form.getInputProps('webChat.origins')}
        error={originError && t('connections.look.originsWrong')}
      />
    </>
  )
}

const swatches = ['#0a7d5c', '#2f6fd0', '#8e44ad', '#c2375e', '#d97706', '#16201b']
