import { type CampaignCost, decimalOf } from '@guiche/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import styles from './preview.module.css'

/** By the price table of the company. A paired phone costs nothing, and may cost the number. */
export function CostOfCampaign({ cost }: { cost: CampaignCost }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { cents, currency, priced, unpriced, hasPairedPhone } = cost
  return (
    <section>
      <h3>{t('campaign-preview.cost')}</h3>
      {cents === null ? (
        <p className={styles.hint}>
          {t('campaign-preview.noPrices')}{' '}
          <Link to="/campaigns-config" target="_blank">
            {t('campaign-preview.fillPrices')}
          </Link>
        </p>
      ) : (
        <p className={styles.figure}>
          <b>{format.money(decimalOf(cents), currency)}</b>
        </p>
      )}
      {priced.length > 0 && (
        <ul className={styles.groups}>
          {priced.map(({ category, prefix, count, millionths }) => (
            <li key={`${category} ${prefix}`} className={styles.group}>
              <span>
                {t(`campaign-preview.categories.${category}`)} ·{' '}
                {prefix === '' ? t('campaign-preview.otherNumbers') : `+${prefix}`}
              </span>
              <span>
                {t('campaign-preview.times', {
                  count,
                  // For a thousand messages, because one costs parts of a cent.
                  price: format.money(decimalOf(Math.round(millionths / 10)), currency),
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
      {cents !== null && unpriced > 0 && (
        <p className={styles.warning}>{t('campaign-preview.unpriced', { count: unpriced })}</p>
      )}
      {hasPairedPhone && <p className={styles.hint}>{t('campaign-preview.pairedPhone')}</p>}
    </section>
  )
}
