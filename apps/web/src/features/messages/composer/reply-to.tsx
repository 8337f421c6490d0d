import type { MessageView } from '@guiche/contract'
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Quote, quotedOf } from '../content/index.ts'
import styles from './reply-to.module.css'

export function ReplyTo({ message, onCancel }: { message: MessageView; onCancel: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.reply}>
      <Quote quoted={quotedOf(message)} />
      <ActionIcon aria-label={t('messages.composer.cancelReply')} onClick={onCancel}>
        <IconX size={16} stroke={1.8} />
      </ActionIcon>
    </div>
  )
}
