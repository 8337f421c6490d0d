import type { CampaignView } from '@guiche/contract'
import { MultiSelect, Select, type SelectProps, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AudienceFields } from '../../features/campaigns/audience/index.ts'
import { type CampaignValues, mayHaveCampaigns } from '../../features/campaigns/campaign-values.ts'
import styles from '../../features/campaigns/campaigns.module.css'
import { choicesOf, optionsOf } from '../../features/campaigns/choices.ts'
import { connectionList } from '../../features/connections/connections.api.ts'
import { contactListChoices } from '../../features/contact-lists/contact-lists.api.ts'
import { queueList } from '../../features/queues/queues.api.ts'
import { tagChoices } from '../../features/tags/tags.api.ts'
import { useNow } from '../../lib/clock.ts'
import { useFormat } from '../../lib/format.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { HourField } from '../../ui/fields/hour-field.tsx'

interface Props {
  form: UseFormReturnType<CampaignValues>
  campaign: CampaignView | undefined
  isDisabled: boolean
}

/** Who gets it, over which connections, when, and where the answers go. */
export function CampaignFields({ form, campaign, isDisabled }: Props) {
  const { t } = useTranslation()
  const lists = useQuery(contactListChoices).data ?? []
  const tags = useQuery(tagChoices).data ?? []
  const queues = useQuery(queueList).data ?? []
  const connections = (useQuery(connectionList).data ?? []).filter(mayHaveCampaigns)

  return (
    <div className={styles.fields}>
      <TextInput
        data-autofocus={!isDisabled || undefined}
        disabled={isDisabled}
        withAsterisk
        label={t('campaigns.name')}
        maxLength={50}
        {...form.getInputProps('name')}
      />
      <Select
        disabled={isDisabled}
        label={t('campaigns.confirmation')}
        allowDeselect={false}
        data={(['disabled', 'enabled'] as const).map((value) => ({
          value,
          label: t(`campaigns.confirmations.${value}`),
        }))}
        {...form.getInputProps('confirmation')}
      />
      <AudienceFields form={form} campaign={campaign} lists={lists} tags={tags} isDisabled={isDisabled} />
      <MultiSelect
        disabled={isDisabled}
        withAsterisk
        searchable
        label={t('campaigns.connections')}
        description={t('campaigns.connectionsHint')}
        nothingFoundMessage={t('ui.nothingFound')}
        data={optionsOf(connections, campaign?.whatsapps ?? [])}
        {...form.getInputProps('connectionIds')}
      />
      <DateFields form={form} isDisabled={isDisabled} />
      <Choice
        disabled={isDisabled}
        label={t('campaigns.queue')}
        description={t('campaigns.queueHint')}
        data={choicesOf(queues, t('campaigns.usualQueue'))}
        {...form.getInputProps('queueId')}
      />
      <Choice
        disabled={isDisabled}
        label={t('campaigns.answerTag')}
        description={t('campaigns.answerTagHint')}
        data={choicesOf(tags, t('campaigns.noTag'))}
        {...form.getInputProps('answerTagId')}
      />
    </div>
  )
}

/** Of many. A click selects what is there, so that one can type at once. */
function Choice(props: SelectProps) {
  const { t } = useTranslation()
  return (
    <Select
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('ui.nothingFound')}
      onClick={({ currentTarget }) => currentTarget.select()}
      {...props}
    />
  )
}

/** The hour is asked for once there is a day. */
function DateFields({ form, isDisabled }: Pick<Props, 'form' | 'isDisabled'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const { day, hour } = form.values
  return (
    <div className={styles.pair}>
      <DateField
        clearable
        disabled={isDisabled}
        label={t('campaigns.scheduledAt')}
        description={t('campaigns.scheduledAtHint')}
        minDate={format.day(now)}
        {...form.getInputProps('day')}
        value={day}
      />
      {day !== null && (
        <HourField
          label={t('campaigns.hour')}
          step={5}
          disabled={isDisabled}
          {...form.getInputProps('hour')}
          value={hour}
        />
      )}
    </div>
  )
}
