import { type NoticeText, fillNotice } from '@guiche/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Which } from './notice-texts.api.ts'
import styles from './notice-texts.module.css'
import { sampleValues } from './sample-values.ts'

/** What a company would read: the subject by e-mail only. */
export function NoticePreview({ which, written }: { which: Which; written: NoticeText }) {
  const { t } = useTranslation()
  const [today] = useState(() => new Date())
  const values = sampleValues(which, { company: t('billing.notices.sampleCompany'), origin: location.origin, today })
  return (
    <section className={styles.preview} aria-label={t('billing.notices.preview')}>
      <h2>{t('billing.notices.preview')}</h2>
      <b>{fillNotice(written.subject, values)}</b>
      <p>{fillNotice(written.text, values)}</p>
    </section>
  )
}
