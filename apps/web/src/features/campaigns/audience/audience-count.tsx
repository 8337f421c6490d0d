import type { CampaignPreview } from '@guiche/contract'
import { Button, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/cache/queries.ts'
import { useFormat } from '../../../lib/format.ts'
import { numbers } from '../../../ui/numbers.ts'
import { type AudienceValues, hasPeople, sentAudienceOf } from '../audience-values.ts'
import { previewOf } from '../preview/index.ts'
import styles from './audience.module.css'

/** How many get it as it is chosen now, and why others do not. */
export function AudienceCount({ values }: { values: AudienceValues }) {
  const { t } = useTranslation()
  const [asked] = useDebouncedValue(values, numbers.searchDebounce)
  const isChosen = hasPeople(values)
  const count = useQuery({ ...previewOf(sentAudienceOf(asked)), enabled: isChosen && hasPeople(asked) })
  const isAsked = JSON.stringify(sentAudienceOf(values)) === JSON.stringify(sentAudienceOf(asked))
  const isOld = !isAsked || count.isFetching

  return (
    <div className={styles.count}>
      <div role="status" aria-busy={isChosen && isOld} data-old={isChosen && isOld}>
        {!isChosen ? (
          <p className={styles.hint}>{t('campaigns.audience.unchosen')}</p>
        ) : count.isError && isAsked ? (
          <p className={styles.failure}>
            {errorText(count.error)}
            <Button size="compact-xs" variant="default" onClick={() => void count.refetch()}>
              {t('ui.failure.retry')}
            </Button>
          </p>
        ) : count.data ? (
          <Counted preview={count.data} />
        ) : (
          <Skeleton height={44} aria-label={t('campaign-preview.loading')} />
        )}
      </div>
      <p className={styles.hint}>{t('campaigns.audience.fixedAtStart')}</p>
    </div>
  )
}

function Counted({ preview: { people, mostPeople, leftOut } }: { preview: CampaignPreview }) {
  const { t } = useTranslation()
  const format = useFormat()
  const out = leftOut.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <p className={styles.figure}>
        <IconUsers size={18} stroke={1.7} aria-hidden />
        <b>{t('campaigns.audience.getIt', { count: people })}</b>
        {out > 0 && <span>{t('campaigns.audience.leftOut', { count: out })}</span>}
      </p>
      {out > 0 && (
        <ul className={styles.reasons} aria-label={t('campaign-preview.leftOut')}>
          {leftOut.map(({ reason, count }) => (
            <li key={reason}>
              {t(`campaign-preview.reasons.${reason}`)} <b>{format.number(count)}</b>
            </li>
          ))}
        </ul>
      )}
      {people === 0 && <p className={styles.warning}>{t('campaign-preview.nobody')}</p>}
      {people > mostPeople && <p className={styles.warning}>{t('campaign-preview.tooMany', { count: mostPeople })}</p>}
    </>
  )
}
