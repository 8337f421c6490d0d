import type { CampaignView } from '@guiche/contract'
import { Radio, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { numbers } from '../../../ui/numbers.ts'
import { campaignList } from '../campaigns.api.ts'
import { type Named, optionsOf } from '../choices.ts'
import type { AudienceFieldsProps } from './audience-fields.tsx'
import styles from './audience.module.css'

const answers = ['yes', 'no'] as const

/** How many are offered at least, if there are so many; others are found by typing. */
const fewest = 10

/** The people of an earlier campaign who answered it, or who got it and did not. */
export function EarlierCampaign({ form, campaign, isDisabled }: AudienceFieldsProps) {
  const { t } = useTranslation()
  const { earlierId, answer } = form.values
  const [typed, setTyped] = useState('')
  const [searchParam] = useDebouncedValue(typed.trim(), numbers.searchDebounce)
  const found = useInfiniteQuery(campaignList(searchParam))
  const campaigns = (found.data?.pages.flatMap(({ records }) => records) ?? []).filter(hasBegun)
  const { hasNextPage, isFetching, fetchNextPage } = found
  useEffect(() => {
    // A page may have only campaigns that have not begun.
    if (campaigns.length < fewest && hasNextPage && !isFetching) void fetchNextPage()
  }, [campaigns.length, hasNextPage, isFetching, fetchNextPage])
  const [chosen, setChosen] = useState<readonly Named[]>(() => storedChoice(campaign))
  const options = optionsOf(campaigns, chosen)
  return (
    <>
      <Select
        searchable
        disabled={isDisabled}
        allowDeselect={false}
        label={t('campaigns.audience.earlier')}
        description={t('campaigns.audience.earlierHint')}
        nothingFoundMessage={t(found.isPending ? 'ui.loading' : 'campaigns.audience.noEarlier')}
        data={options}
        onSearchChange={(next) => setTyped(options.some(({ label }) => label === next) ? '' : next)}
        // The server has chosen them.
        filter={({ options: all }) => all}
        onClick={({ currentTarget }) => currentTarget.select()}
        {...form.getInputProps('earlierId')}
        value={earlierId || null}
        onChange={(id) => {
          setChosen(campaigns.filter((one) => String(one.id) === id))
          form.setFieldValue('earlierId', id ?? '')
          form.clearFieldError('earlierId')
        }}
      />
      <Radio.Group
        label={t('campaigns.audience.who')}
        value={answer}
        onChange={(next) => form.setFieldValue('answer', answers.find((one) => one === next) ?? 'yes')}
      >
        <div className={styles.choices}>
          {answers.map((value) => (
            <Radio key={value} disabled={isDisabled} value={value} label={t(`campaigns.audience.answers.${value}`)} />
          ))}
        </div>
      </Radio.Group>
    </>
  )
}

/** One that has not sent anything has no answers. */
const hasBegun = ({ status }: CampaignView): boolean => status !== 'INATIVA' && status !== 'PROGRAMADA'

/** Of a stored campaign, whose name is told although it may be on no page. */
const storedChoice = (campaign: CampaignView | undefined): Named[] =>
  campaign?.audience?.kind === 'answers' ? [{ id: campaign.audience.campaignId, name: campaign.audienceName }] : []
