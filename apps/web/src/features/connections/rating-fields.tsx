import { NumberInput, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import styles from './connection-dialog.module.css'
import type { ConnectionValues } from './connection-values.ts'

/** How customers are asked to rate the service when their ticket is closed. */
export function RatingFields({ form }: { form: UseFormReturnType<ConnectionValues> }) {
  const { t } = useTranslation()
  return (
    <>
      <Textarea
        label={t('connections.rating.message')}
        description={t('connections.rating.messageHint')}
        autosize
        minRows={3}
        maxRows={8}
        {...form.getInputProps('ratingMessage')}
      />
      <Textarea
        label={t('connections.rating.comment')}
        description={t('connections.rating.commentHint')}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('ratingCommentMessage')}
      />
      <div className={styles.pair}>
        <NumberInput
          size="sm"
          min={0}
          allowDecimal={false}
          label={t('connections.rating.tries')}
          description={t('connections.rating.triesHint')}
          {...form.getInputProps('maxUseBotQueuesNPS')}
        />
        <NumberInput
          size="sm"
          min={0}
          allowDecimal={false}
          label={t('connections.rating.expires')}
          description={t('connections.rating.expiresHint')}
          suffix={t('connections.minutesSuffix')}
          {...form.getInputProps('expiresTicketNPS')}
        />
      </div>
    </>
  )
}
