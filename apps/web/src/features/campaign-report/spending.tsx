import { type CampaignSpending, decimalOf } from '@guiche/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import styles from './campaign-report.module.css'

/** What the messages cost, by what the network has said of each and the price table of the company. */
export function Spending({ spending }: { spending: CampaignSpending | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (spending === null) return null
  const { cents, currency, categories } = spending
  const unpriced = categories.reduce((sum, one) => sum + one.unpriced, 0)
  return (
    <section className={styles.box} aria-label={t('campaign-report.spending.title')}>
      <h2>{t('campaign-report.spending.title')}</h2>
      {cents === null ? (
        <p>
          {t('campaign-report.spending.noPrices')}{' '}
          <Link to="/campaigns-config">{t('campaign-report.spending.fillPrices')}</Link>
        </p>
      ) : (
        <p>
          <b>{format.money(decimalOf(cents), currency)}</b>
        </p>
      )}
      {categories.length === 0 && <p>{t('campaign-report.spending.nothingYet')}</p>}
      <dl>
        {categories.map(({ category, billed, free }) => (
          <div key={category}>
            <dt>{t(`campaign-report.spending.categories.${category}`)}</dt>
            <dd>
              {t('campaign-report.spending.billed', { count: billed })}
              {free > 0 && ` · ${t('campaign-report.spending.free', { count: free })}`}
            </dd>
          </div>
        ))}
      </dl>
      {cents !== null && unpriced > 0 && <p>{t('campaign-report.spending.unpriced', { count: unpriced })}</p>}
      <small>{t('campaign-report.spending.hint')}</small>
    </section>
  )
}
