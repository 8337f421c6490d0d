import { Button, CopyButton, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './copy-field.module.css'

interface Props {
  label: string
  description?: string
  value: string
}

/** A text to read and to copy. */
export function CopyField({ label, description, value }: Props) {
  const { t } = useTranslation()
  return (
    <div className={styles.line}>
      <TextInput
        readOnly
        size="sm"
        className={styles.field}
        label={label}
        description={description}
        value={value}
        spellCheck={false}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyButton value={value} timeout={2000}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            leftSection={copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
            aria-label={t('ui.copyOf', { name: label })}
            onClick={copy}
          >
            <span aria-live="polite">{t(copied ? 'ui.copied' : 'ui.copy')}</span>
          </Button>
        )}
      </CopyButton>
    </div>
  )
}
