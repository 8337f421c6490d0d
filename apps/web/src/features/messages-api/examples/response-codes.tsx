import { useTranslation } from 'react-i18next'
import styles from '../messages-api.module.css'

/** The answers that a program has to expect: the status, and what `error` says. */
const codes = [
  { status: 200, error: '', text: 'success' },
  { status: 400, error: 'ERR_VALIDATION', text: 'validation' },
  { status: 400, error: 'ERR_WAPP_INVALID_CONTACT', text: 'invalidNumber' },
  { status: 400, error: 'ERR_WAPP_NOT_INITIALIZED', text: 'notLinked' },
  { status: 400, error: 'ERR_CONTACT_BLOCKED', text: 'blocked' },
  { status: 400, error: 'ERR_URL_NOT_ALLOWED', text: 'address' },
  { status: 400, error: 'ERR_WAPP_DOWNLOAD_MEDIA', text: 'download' },
  { status: 400, error: 'ERR_API_NEEDS_TICKET', text: 'needsTicket' },
  { status: 401, error: 'ERR_SESSION_EXPIRED', text: 'noToken' },
  { status: 402, error: 'ERR_SUBSCRIPTION_EXPIRED', text: 'expired' },
  { status: 403, error: 'Invalid token…', text: 'invalidToken' },
  { status: 403, error: 'ERR_PLAN_LIMIT', text: 'plan' },
  { status: 403, error: 'ERR_NO_PERMISSION', text: 'scope' },
  { status: 404, error: 'ERR_NO_…_FOUND', text: 'notFound' },
  { status: 409, error: 'ERR_IDEMPOTENCY_KEY_USED', text: 'otherCall' },
  { status: 409, error: 'ERR_SENDING_PAUSED', text: 'paused' },
  { status: 413, error: 'ERR_FILE_TOO_LARGE', text: 'tooLarge' },
  { status: 413, error: 'ERR_TEXT_TOO_LARGE', text: 'textTooLarge' },
  { status: 415, error: 'ERR_FILE_TYPE', text: 'fileType' },
  { status: 429, error: 'ERR_TOO_MANY_REQUESTS', text: 'tooMany' },
  { status: 429, error: 'ERR_SENDING_BUDGET', text: 'budget' },
  { status: 429, error: 'ERR_SENDING_HOURS', text: 'quietHours' },
  { status: 503, error: 'ERR_BUSY', text: 'busy' },
] as const

export function ResponseCodes() {
  const { t } = useTranslation()
  return (
    <section className={styles.card} aria-label={t('messages-api.codes.title')}>
      <h3>{t('messages-api.codes.title')}</h3>
      <p>{t('messages-api.codes.lead')}</p>
      <dl className={styles.fields}>
        {codes.map(({ status, error, text }) => (
          <div key={text}>
            <dt>
              <b>{status}</b> {error && <code>{error}</code>}
            </dt>
            <dd>{t(`messages-api.codes.${text}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
