import type { MailServerView } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import styles from './mail-server.module.css'

/** The latest mails that were not sent, newest first. */
export function UnsentMails({ mails }: { mails: MailServerView['unsent'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <section className={styles.unsent}>
      <h2>{t('mail-server.unsent')}</h2>
      <ul>
        {mails.map(({ id, companyName, recipient, outcome, at }) => (
          <li key={id}>
            <p>
              {recipient}
              <small>
                {companyName} · {format.dateTime(at)}
              </small>
            </p>
            <span>{t(`mail-server.outcomes.${outcome}`, { recipient })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
