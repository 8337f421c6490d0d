import { Radio, SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ChoiceCard, ChoiceCards } from '../../../ui/fields/choice-card.tsx'
import styles from './official.module.css'

const ways = ['login', 'token'] as const
export type Way = (typeof ways)[number]

/** Where the number is used: by the API alone, or by the app on a phone too. */
const uses = ['api', 'phone'] as const
export type Use = (typeof uses)[number]

interface Props<T> {
  value: T
  onChange: (value: T) => void
}

export function WayField({ value, onChange }: Props<Way>) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label={t('connections.signUp.way')}
      value={value}
      data={ways.map((way) => ({ value: way, label: t(`connections.signUp.ways.${way}`) }))}
      onChange={onChange}
    />
  )
}

export function SignUpFields({ value, onChange }: Props<Use>) {
  const { t } = useTranslation()
  return (
    <>
      <p className={styles.lead}>{t('connections.signUp.about')}</p>
      <Radio.Group
        size="md"
        label={t('connections.signUp.use')}
        value={value}
        onChange={(chosen) => onChange(uses.find((use) => use === chosen) ?? value)}
      >
        <ChoiceCards>
          {uses.map((use) => (
            <ChoiceCard
              key={use}
              value={use}
              name={t(`connections.signUp.uses.${use}`)}
              lines={[t(`connections.signUp.useHints.${use}`)]}
            />
          ))}
        </ChoiceCards>
      </Radio.Group>
    </>
  )
}
