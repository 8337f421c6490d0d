import { type CampaignPace, campaignPaceOptions } from '@guiche/contract'
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './settings.module.css'

interface Props {
  value: CampaignPace
  onChange: (change: Partial<CampaignPace>) => void
}

export function PaceFields({ value, onChange }: Props) {
  const { t } = useTranslation()
  const seconds = (count: number) =>
    count === 0 ? t('campaigns.settings.noPause') : t('campaigns.settings.seconds', { count })
  const messages = (count: number) =>
    count === 0 ? t('campaigns.settings.never') : t('campaigns.settings.messages', { count })
  const fields = [
    ['messageInterval', seconds],
    ['longerIntervalAfter', messages],
    ['greaterInterval', seconds],
  ] as const
  return (
    <div className={styles.pace}>
      {fields.map(([key, textOf]) => (
        <Select
          key={key}
          label={t(`campaigns.settings.${key}`)}
          allowDeselect={false}
          data={campaignPaceOptions[key].map((count) => ({ value: String(count), label: textOf(count) }))}
          value={String(value[key])}
          onChange={(chosen) => onChange({ [key]: Number(chosen) })}
        />
      ))}
    </div>
  )
}
