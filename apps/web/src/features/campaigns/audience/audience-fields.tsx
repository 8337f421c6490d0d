import type { CampaignView } from '@guiche/contract'
import { SegmentedControl, Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { audienceKinds } from '../audience-values.ts'
import type { CampaignValues } from '../campaign-values.ts'
import { type Named, choicesOf } from '../choices.ts'
import styles from './audience.module.css'
import { AudienceCount } from './audience-count.tsx'
import { ContactFilter } from './contact-filter.tsx'
import { EarlierCampaign } from './earlier-campaign.tsx'

export interface AudienceFieldsProps {
  form: UseFormReturnType<CampaignValues>
  campaign: CampaignView | undefined
  lists: readonly Named[]
  tags: readonly Named[]
  isDisabled: boolean
}

/** Who gets a campaign, and how many they are now. */
export function AudienceFields(props: AudienceFieldsProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const isPhone = useIsPhone()
  const { form, isDisabled } = props
  const { audienceKind } = form.values
  return (
    <section className={styles.audience} aria-labelledby={titleId}>
      <div className={styles.kinds}>
        <span id={titleId} className={styles.title}>
          {t('campaigns.audience.title')}
        </span>
        <SegmentedControl
          fullWidth
          size="sm"
          orientation={isPhone ? 'vertical' : 'horizontal'}
          aria-labelledby={titleId}
          disabled={isDisabled}
          data={audienceKinds.map((value) => ({ value, label: t(`campaigns.audience.kinds.${value}`) }))}
          value={audienceKind}
          onChange={(chosen) => {
            form.setFieldValue('audienceKind', audienceKinds.find((kind) => kind === chosen) ?? 'list')
            for (const field of ['contactListId', 'tagIds', 'earlierId']) form.clearFieldError(field)
          }}
        />
      </div>
      {audienceKind === 'list' && <ContactList {...props} />}
      {(audienceKind === 'tags' || audienceKind === 'filter') && <ContactFilter {...props} />}
      {audienceKind === 'answers' && <EarlierCampaign {...props} />}
      {isDisabled ? (
        <p className={styles.hint}>{t('campaigns.audience.wasFixed')}</p>
      ) : (
        <AudienceCount values={form.values} />
      )}
    </section>
  )
}

function ContactList({ form, campaign, lists, isDisabled }: AudienceFieldsProps) {
  const { t } = useTranslation()
  return (
    <Select
      searchable
      disabled={isDisabled}
      allowDeselect={false}
      label={t('campaigns.contactList')}
      nothingFoundMessage={t('ui.nothingFound')}
      onClick={({ currentTarget }) => currentTarget.select()}
      data={choicesOf(lists, t('campaigns.noList'), campaign?.contactList ? [campaign.contactList] : [])}
      {...form.getInputProps('contactListId')}
    />
  )
}
