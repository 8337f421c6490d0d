import { NumberInput, Select, Switch, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import styles from './connection-dialog.module.css'
import { type ConnectionValues, usualClosing } from './connection-values.ts'

/** How often the menu comes again, and what happens to tickets in which nothing happens. */
export function ChatbotFields({ form }: { form: UseFormReturnType<ConnectionValues> }) {
  const { t } = useTranslation()
  return (
    <>
      <div className={styles.pair}>
        <NumberInput
          {...whole}
          label={t('connections.chatbot.tries')}
          description={t('connections.chatbot.triesHint')}
          {...form.getInputProps('maxUseBotQueues')}
        />
        <NumberInput
          {...whole}
          label={t('connections.chatbot.pause')}
          description={t('connections.chatbot.pauseHint')}
          suffix={t('connections.minutesSuffix')}
          {...form.getInputProps('timeUseBotQueues')}
        />
      </div>
      <div className={styles.pair}>
        <NumberInput
          {...whole}
          label={t('connections.chatbot.warnAfter')}
          description={t('connections.chatbot.warnAfterHint')}
          suffix={t('connections.minutesSuffix')}
          {...form.getInputProps('timeInactiveMessage')}
        />
        <NumberInput
          {...whole}
          label={t('connections.chatbot.closeAfter')}
          description={t('connections.chatbot.closeAfterHint')}
          suffix={t('connections.minutesSuffix')}
          {...form.getInputProps('expiresTicket')}
        />
      </div>
      <Switch
        label={t('connections.chatbot.closes')}
        checked={Number(form.values.expiresTicket) > 0}
        onChange={({ currentTarget: { checked } }) => form.setFieldValue('expiresTicket', checked ? usualClosing : 0)}
      />
      <Textarea
        label={t('connections.chatbot.warning')}
        description={t('connections.chatbot.warningHint')}
        {...grows}
        {...form.getInputProps('inactiveMessage')}
      />
      <Select
        size="sm"
        allowDeselect={false}
        label={t('connections.chatbot.closeWhen')}
        data={(['0', '1'] as const).map((value) => ({ value, label: t(`connections.chatbot.when.${value}`) }))}
        {...form.getInputProps('whenExpiresTicket')}
      />
      <Textarea
        label={t('connections.chatbot.closing')}
        description={t('connections.chatbot.closingHint')}
        {...grows}
        {...form.getInputProps('expiresInactiveMessage')}
      />
    </>
  )
}

const whole = { size: 'sm', min: 0, allowDecimal: false } as const
const grows = { autosize: true, minRows: 2, maxRows: 6 }
