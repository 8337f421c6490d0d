import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './shown-text.module.css'

interface Props {
  label: string
  /** Where to find it. */
  description?: string
  /** The mask of what is stored; empty: nothing is. */
  stored: string
  value?: string
  error?: ReactNode
  onChange: (value: string) => void
  onBlur?: () => void
}

/** A secret that is written and never read: what is stored is shown by its mask, until somebody replaces it. */
export function SecretField({ label, description, stored, value, error, onChange, onBlur }: Props) {
  const { t } = useTranslation()
  const [isReplaced, setIsReplaced] = useState(stored === '')

  if (!isReplaced)
    return (
      <div className={styles.line}>
        <TextInput readOnly size="sm" className={styles.field} label={label} description={description} value={stored} />
        <Button
          variant="default"
          aria-label={t('ui.secret.replaceOf', { name: label })}
          onClick={() => setIsReplaced(true)}
        >
          {t('ui.secret.replace')}
        </Button>
      </div>
    )
  return (
    <div className={styles.line}>
      <PasswordInput
        size="sm"
        className={styles.field}
        label={label}
        description={stored === '' ? description : t('ui.secret.replaceHint')}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('ui.secret.show', { name: label }) }}
        value={value}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onBlur={onBlur}
      />
      {stored !== '' && (
        <Button
          variant="default"
          aria-label={t('ui.secret.keepOf', { name: label })}
          onClick={() => {
            onChange('')
            setIsReplaced(false)
          }}
        >
          {t('ui.secret.keep')}
        </Button>
      )}
    </div>
  )
}
