import type { Terms } from '@guiche/contract'
import { Button, Checkbox, type CheckboxProps } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import styles from './sign-up.module.css'

/** The box to check, and the text that it is about. */
export function TermsField({ terms, ...box }: CheckboxProps & { terms: Terms }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={styles.terms}>
      <Checkbox size="sm" label={t('sign-up.terms')} {...box} />
      <Button size="compact-sm" variant="subtle" onClick={() => setIsOpen(true)}>
        {t('sign-up.readTerms')}
      </Button>
      {isOpen && (
        <Dialog title={t('sign-up.termsTitle')} size={640} onClose={() => setIsOpen(false)}>
          <p className={styles.version}>
            {t('sign-up.termsVersion', { version: terms.version, date: format.date(terms.createdAt) })}
          </p>
          <div className={styles.text}>{terms.text}</div>
        </Dialog>
      )}
    </div>
  )
}
