import type { CampaignRisk } from '@guiche/contract'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './preview.module.css'

/** What may cost the number, in plain sentences. */
export function Risks({ risks }: { risks: readonly CampaignRisk[] }) {
  const { t } = useTranslation()
  return (
    <section>
      <h3>{t('campaign-preview.risk')}</h3>
      {risks.length === 0 ? (
        <p className={styles.calm}>
          <IconCircleCheck size={16} stroke={1.7} aria-hidden /> {t('campaign-preview.noRisk')}
        </p>
      ) : (
        <ul className={styles.risks}>
          {risks.map(({ code, value, connection }) => (
            <li key={`${code} ${connection ?? ''}`}>
              <IconAlertTriangle size={16} stroke={1.7} aria-hidden />
              <span>{t(`campaign-preview.risks.${code}`, { count: value, name: connection ?? '' })}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
