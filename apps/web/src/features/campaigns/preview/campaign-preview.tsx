import { Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { causeOf } from '../../../lib/api-error.ts'
import { numbers } from '../../../ui/numbers.ts'
import { Failure } from '../../../ui/states/failure.tsx'
import { CostOfCampaign } from './cost-of-campaign.tsx'
import { EndOfCampaign } from './end-of-campaign.tsx'
import { PeopleCounts } from './people-counts.tsx'
import { type PlannedCampaign, previewOf, readable } from './preview.api.ts'
import styles from './preview.module.css'
import { Risks } from './risks.tsx'
import { TestToOneself } from './test-to-oneself.tsx'
import { type ShownTemplate, TextsOfPerson } from './texts-of-person.tsx'

interface Props {
  planned: PlannedCampaign
  /** The form differs from what is stored, so a test would send something else. */
  isDirty?: boolean
  template: (template: ShownTemplate) => ReactNode
}

/** What happens when the campaign starts: who gets what, until when, at which risk and cost. Nothing is stored. */
export function CampaignPreview({ planned, isDirty = false, template }: Props) {
  const { t } = useTranslation()
  // As text, because the form makes a new object with every key.
  const [asked] = useDebouncedValue(JSON.stringify(readable(planned)), numbers.searchDebounce)
  const [body, setBody] = useState<{ asked: string; planned: PlannedCampaign }>({ asked, planned: readable(planned) })
  if (body.asked !== asked) setBody({ asked, planned: readable(planned) })
  const preview = useQuery(previewOf(body.planned))
  const [personKey, setPersonKey] = useState<string | null>(null)

  if (preview.isError && !preview.data)
    return (
      <Failure cause={causeOf(preview.error)} onRetry={() => void preview.refetch()} isRetrying={preview.isFetching} />
    )
  if (!preview.data) return <Loading />
  const { data } = preview
  return (
    <section className={styles.preview} aria-label={t('campaign-preview.title')} aria-busy={preview.isFetching}>
      <PeopleCounts planned={body.planned} preview={data} />
      <TextsOfPerson
        planned={body.planned}
        hasPeople={data.people > 0}
        personKey={personKey}
        template={template}
        onPerson={setPersonKey}
      />
      <TestToOneself planned={body.planned} isDirty={isDirty} personKey={personKey} />
      {data.end && data.people > 0 && <EndOfCampaign end={data.end} />}
      <Risks risks={data.risks} />
      <CostOfCampaign cost={data.cost} />
    </section>
  )
}

function Loading() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-busy aria-label={t('campaign-preview.loading')} className={styles.preview}>
      <Skeleton height={64} />
      <Skeleton height={120} />
      <Skeleton height={64} />
    </div>
  )
}
