import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './payment-settings.module.css'

interface Props {
  label: string
  /** The mask of what is stored; empty: nothing is. */
  stored: string
  value?: string
  error?: ReactNode
  onChange: (value: string) => void
  onBlur?: () => void
}

/** A secret that is written and never read: what is stored is shown by its mask, until somebody replaces it. */
export function SecretField({ label, stored, value, error, onChange, onBlur }: Props) {
  const { t } = useTranslation()
  const [isReplaced, setIsReplaced] = useState(stored === '')

  if (!isReplaced)
    return (
      <div className={styles.line}>
        <TextInput readOnly size="sm" className={styles.field} label={label} value={stored} />
        <Button
          variant="default"
          aria-label={t('billing.settings.replaceOf', { name: label })}
          onClick={() => setIsReplaced(true)}
        >
          {t('billing.settings.replace')}
        </Button>
      </div>
    )
  return (
    <div className={styles.line}>
      <PasswordInput
        size="sm"
        className={styles.field}
        label={label}
        description={stored === '' ? undefined : t('billing.settings.replaceHint')}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('billing.settings.show', { name: label }) }}
        value={value}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onBlur={onBlur}
      />
      {stored !== '' && (
        <Button
          variant="default"
          aria-label={t('billing.settings.keepOf', { name: label })}
          onClick={() => {
            onChange('')
            setIsReplaced(false)
          }}
        >
          {t('billing.settings.keep')}
        </Button>
      )}
    </div>
  )
}
