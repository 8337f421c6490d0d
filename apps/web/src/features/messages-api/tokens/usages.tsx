import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { causeOf } from '../../../lib/api-error.ts'
import { useFormat } from '../../../lib/format.ts'
import { Failure } from '../../../ui/states/failure.tsx'
import { apiUsages } from '../messages-api.api.ts'
import styles from '../messages-api.module.css'

const counted = ['texts', 'images', 'videos', 'pdfs', 'others', 'checks'] as const

/** What programs did on each of the last 30 days. */
export function Usages() {
  const { t } = useTranslation()
  const format = useFormat()
  const usages = useQuery(apiUsages)

  if (usages.isPending) return null
  return (
    <section className={styles.usages} aria-label={t('messages-api.usages.title')}>
      <h2>{t('messages-api.usages.title')}</h2>
      {usages.isError && <Failure cause={causeOf(usages.error)} onRetry={() => void usages.refetch()} />}
      {usages.data?.length === 0 && <p className={styles.hint}>{t('messages-api.usages.empty')}</p>}
      {usages.data && usages.data.length > 0 && (
        <div className={styles.scroll} tabIndex={0} role="region" aria-label={t('messages-api.usages.title')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('messages-api.usages.day')}</th>
                {counted.map((kind) => (
                  <th key={kind} scope="col">
                    {t(`messages-api.usages.${kind}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {usages.data.map((usage) => (
                <tr key={usage.day}>
                  <th scope="row">{format.date(`${usage.day}T12:00:00Z`)}</th>
                  {counted.map((kind) => (
                    <td key={kind}>{format.number(usage[kind])}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
