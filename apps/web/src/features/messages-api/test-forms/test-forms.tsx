import { useTranslation } from 'react-i18next'
import styles from '../messages-api.module.css'
import { TestForm } from './test-form.tsx'

/** Sends a text or a file through the API (docs/requirements/messages-api.md, section 6). */
export function TestForms({ onSent }: { onSent: (messageId: number) => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.panel}>
      <p className={styles.lead}>{t('messages-api.test.lead')}</p>
      <div className={styles.forms}>
        <TestForm kind="text" onSent={onSent} />
        <TestForm kind="media" onSent={onSent} />
      </div>
    </div>
  )
}
