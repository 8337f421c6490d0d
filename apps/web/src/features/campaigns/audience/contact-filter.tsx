import { limits } from '@guiche/contract'
import { MultiSelect, Radio, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isEverybody } from '../audience-values.ts'
import { optionsOf } from '../choices.ts'
import type { AudienceFieldsProps } from './audience-fields.tsx'
import styles from './audience.module.css'

const matches = ['any', 'all'] as const

/** Contacts by their tags; those of a filter also by a part of their name, number or e-mail. */
export function ContactFilter({ form, tags, isDisabled }: AudienceFieldsProps) {
  const { t } = useTranslation()
  const { audienceKind, tagIds, tagMatch } = form.values
  const isFilter = audienceKind === 'filter'
  return (
    <>
      {isFilter && (
        <TextInput
          disabled={isDisabled}
          label={t('campaigns.audience.search')}
          description={t('campaigns.audience.searchHint')}
          maxLength={200}
          {...form.getInputProps('contactSearch')}
        />
      )}
      <div className={styles.pair}>
        <Tags
          field="tagIds"
          label={t('campaigns.audience.with')}
          placeholder={isFilter ? t('campaigns.audience.anyTag') : undefined}
          {...{ form, tags, isDisabled }}
        />
        <Tags
          field="withoutTagIds"
          label={t('campaigns.audience.without')}
          placeholder={t('campaigns.audience.nobodyOut')}
          {...{ form, tags, isDisabled }}
        />
      </div>
      {tagIds.length > 1 && (
        <Radio.Group
          label={t('campaigns.audience.match')}
          value={tagMatch}
          onChange={(chosen) => form.setFieldValue('tagMatch', matches.find((one) => one === chosen) ?? 'any')}
        >
          <div className={styles.choices}>
            {matches.map((value) => (
              <Radio key={value} disabled={isDisabled} value={value} label={t(`campaigns.audience.matches.${value}`)} />
            ))}
          </div>
        </Radio.Group>
      )}
      {isEverybody(form.values) && !isDisabled && <p className={styles.warning}>{t('campaigns.audience.everybody')}</p>}
    </>
  )
}

interface TagsProps extends Pick<AudienceFieldsProps, 'form' | 'tags' | 'isDisabled'> {
  field: 'tagIds' | 'withoutTagIds'
  label: string
  placeholder: string | undefined
}

function Tags({ form, field, tags, label, placeholder, isDisabled }: TagsProps) {
  const { t } = useTranslation()
  const chosen = form.values[field]
  const gone = chosen
    .filter((id) => !tags.some((tag) => String(tag.id) === id))
    .map((id) => ({ id: Number(id), name: t('campaigns.audience.unknownTag', { id }) }))
  return (
    <MultiSelect
      searchable
      hidePickedOptions
      disabled={isDisabled}
      label={label}
      placeholder={chosen.length === 0 ? placeholder : undefined}
      maxValues={limits.audienceTags}
      nothingFoundMessage={t(tags.length === 0 ? 'campaigns.audience.noTags' : 'ui.nothingFound')}
      data={optionsOf(tags, gone)}
      {...form.getInputProps(field)}
    />
  )
}
