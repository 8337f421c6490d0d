import { templateLimits } from '@guiche/contract'
import type { UseFormReturnType } from '@mantine/form'
import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './message-templates.module.css'
import { type TemplateFormValues, buttonKinds } from './template-values.ts'

/** What the customer can tap below the text. */
export function ButtonsField({ form }: { form: UseFormReturnType<TemplateFormValues> }) {
  const { t } = useTranslation()
  const { buttons } = form.values
  return (
    <fieldset className={styles.buttons}>
      <legend>{t('message-templates.buttons')}</legend>
      {buttons.map((button, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- buttons have no id
        <div key={at} className={styles.buttonRow}>
          <Select
            size="sm"
            allowDeselect={false}
            aria-label={t('message-templates.buttonKind', { nth: at + 1 })}
            data={buttonKinds.map((value) => ({ value, label: t(`message-templates.buttonKinds.${value}`) }))}
            {...form.getInputProps(`buttons.${at}.kind`)}
          />
          <TextInput
            size="sm"
            aria-label={t('message-templates.buttonText', { nth: at + 1 })}
            placeholder={t('message-templates.buttonTextHint')}
            maxLength={templateLimits.buttonText + 10}
            {...form.getInputProps(`buttons.${at}.text`)}
          />
          <ActionIcon
            aria-label={t('message-templates.removeButton', { nth: at + 1 })}
            onClick={() => form.removeListItem('buttons', at)}
          >
            <IconTrash size={16} stroke={1.7} />
          </ActionIcon>
          {button.kind === 'url' && (
            <TextInput
              size="sm"
              className={styles.buttonMore ?? ''}
              aria-label={t('message-templates.buttonUrl', { nth: at + 1 })}
              placeholder="https://exemplo.com.br/pedido/{{1}}"
              {...form.getInputProps(`buttons.${at}.url`)}
            />
          )}
          {button.kind === 'phone' && (
            <TextInput
              size="sm"
              className={styles.buttonMore ?? ''}
              aria-label={t('message-templates.buttonPhone', { nth: at + 1 })}
              placeholder="+551133334444"
              {...form.getInputProps(`buttons.${at}.number`)}
            />
          )}
        </div>
      ))}
      {buttons.length < templateLimits.buttons && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          onClick={() => form.insertListItem('buttons', { kind: 'reply', text: '', url: '', number: '' })}
        >
          {t('message-templates.addButton')}
        </Button>
      )}
    </fieldset>
  )
}
