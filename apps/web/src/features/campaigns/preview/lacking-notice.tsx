import { limits, variablesIn } from '@guiche/contract'
import { Alert } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconBraces } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { numbers } from '../../../ui/numbers.ts'
import { hasPeople, sentAudienceOf } from '../audience-values.ts'
import { type CampaignValues, variants } from '../campaign-values.ts'
import { type PlannedCampaign, previewOf } from './preview.api.ts'
import styles from './preview.module.css'

interface Props {
  values: CampaignValues
  takesTemplates: boolean
  /** A stopped campaign, which goes on with those who wait. Undefined: the values say who gets it. */
  goesOn: number | undefined
}

/** Which variables without a default some of the people lack, and what they read then. Shown while the texts are written. */
export function LackingNotice({ values, takesTemplates, goesOn }: Props) {
  const { t } = useTranslation()
  const [asked] = useDebouncedValue(values, numbers.searchDebounce)
  const needed = neededIn(asked, takesTemplates)
  const mayLack = needed.length > 0 && (goesOn !== undefined || hasPeople(asked))
  const { data } = useQuery({ ...previewOf(plannedOf(asked, goesOn, needed)), enabled: mayLack })
  const lacking = mayLack ? (data?.lacking ?? []) : []

  return (
    <div role="status" className={styles.speaks}>
      {lacking.length > 0 && (
        <Alert
          className={styles.lacking}
          color="yellow"
          icon={<IconBraces size={18} stroke={1.8} aria-hidden />}
          title={t('campaign-preview.lackingTitle')}
        >
          <ul>
            {lacking.map(({ variable, count }) => (
              <li key={variable}>{t('campaign-preview.lackingFor', { variable: `{${variable}}`, count })}</li>
            ))}
          </ul>
          <p>
            {t(takesTemplates ? 'campaign-preview.lackingLeftOut' : 'campaign-preview.lackingHint', {
              example: `{${lacking[0]?.variable ?? ''}|${t('campaign-preview.customer')}}`,
            })}
          </p>
        </Alert>
      )}
    </div>
  )
}

const neededIn = (values: CampaignValues, takesTemplates: boolean): string[] => {
  const asks = values.confirmation === 'enabled'
  const texts = variants.flatMap((nth) =>
    takesTemplates
      ? [values[`template${nth}`], asks ? values[`confirmationTemplate${nth}`] : null].flatMap((choice) =>
          Object.values(choice?.values ?? {}),
        )
      : [values[`message${nth}`], asks ? values[`confirmationMessage${nth}`] : ''],
  )
  return [...new Set(texts.flatMap(variablesIn))].toSorted()
}

/** With the variables alone, so that the server is not asked again with every key. */
const plannedOf = (values: CampaignValues, goesOn: number | undefined, needed: readonly string[]): PlannedCampaign => ({
  ...(goesOn === undefined ? sentAudienceOf(values) : { campaignId: goesOn, confirmation: false }),
  message1: needed
    .map((variable) => `{${variable}}`)
    .join(' ')
    .slice(0, limits.campaignText),
  message2: null,
  message3: null,
  message4: null,
  message5: null,
  template1: null,
  template2: null,
  template3: null,
  template4: null,
  template5: null,
})
