import { ActionIcon } from '@mantine/core'
import { IconPencil, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './reply-to.module.css'

/** Says that the text in the field replaces a sent message. */
export function EditBar({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.reply}>
      <p className={styles.editing}>
        <IconPencil size={15} stroke={1.8} aria-hidden /> {t('messages.composer.editing')}
      </p>
      <ActionIcon aria-label={t('messages.composer.cancelEdit')} onClick={onCancel}>
        <IconX size={16} stroke={1.8} />
      </ActionIcon>
    </div>
  )
}
