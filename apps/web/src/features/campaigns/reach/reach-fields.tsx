import { type CampaignSettings, type MessagePrice, limits, weeklyCap } from '@guiche/contract'
import { ActionIcon, Button, NumberInput, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { millionthsOf, priceText } from './price-text.ts'
import styles from './reach.module.css'

type Reach = Pick<CampaignSettings, 'weeklyCap' | 'prices'>

interface Props {
  value: Reach
  onChange: (reach: Reach) => void
}

/** How often one person gets campaigns, and what messages cost. Saved with the settings of campaigns. */
export function ReachFields({ value, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <div className={styles.fields}>
      <NumberInput
        size="sm"
        className={styles.cap ?? ''}
        min={weeklyCap.least}
        max={weeklyCap.most}
        allowDecimal={false}
        clampBehavior="strict"
        label={t('campaign-preview.settings.cap')}
        description={t('campaign-preview.settings.capHint')}
        value={value.weeklyCap ?? weeklyCap.usual}
        onChange={(cap) => typeof cap === 'number' && onChange({ ...value, weeklyCap: cap })}
      />
      <Prices prices={value.prices ?? []} onChange={(prices) => onChange({ ...value, prices })} />
    </div>
  )
}

interface PricesProps {
  prices: readonly MessagePrice[]
  onChange: (prices: MessagePrice[]) => void
}

function Prices({ prices, onChange }: PricesProps) {
  const { t } = useTranslation()
  return (
    <fieldset className={styles.prices}>
      <legend>{t('campaign-preview.settings.prices')}</legend>
      <p>{t('campaign-preview.settings.pricesHint')}</p>
      {prices.length > 0 && (
        <ul>
          {prices.map(({ prefix, millionths }) => (
            <li key={prefix}>
              <span>{prefix === '' ? t('campaign-preview.otherNumbers') : `+${prefix}`}</span>
              <span>R$ {priceText(millionths)}</span>
              <ActionIcon
                size={28}
                aria-label={t('campaign-preview.settings.remove', { prefix: `+${prefix}` })}
                onClick={() => onChange(prices.filter((price) => price.prefix !== prefix))}
              >
                <IconTrash size={17} stroke={1.7} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {prices.length < limits.messagePrices && (
        <NewPrice onAdd={(added) => onChange([...prices.filter(({ prefix }) => prefix !== added.prefix), added])} />
      )}
    </fieldset>
  )
}

function NewPrice({ onAdd }: { onAdd: (price: MessagePrice) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState({ prefix: '', price: '' })
  const [isWrong, setWrong] = useState(false)
  const millionths = millionthsOf(typed.price)

  function add() {
    setWrong(millionths === undefined)
    if (millionths === undefined) return
    onAdd({ prefix: typed.prefix, millionths })
    setTyped({ prefix: '', price: '' })
  }

  return (
    <div className={styles.add}>
      <TextInput
        size="sm"
        inputMode="numeric"
        label={t('campaign-preview.settings.prefix')}
        placeholder="55"
        value={typed.prefix}
        onChange={({ currentTarget }) =>
          setTyped({ ...typed, prefix: currentTarget.value.replace(/\D/g, '').slice(0, 6) })
        }
      />
      <TextInput
        size="sm"
        inputMode="decimal"
        leftSection="R$"
        label={t('campaign-preview.settings.price')}
        placeholder="0,35"
        value={typed.price}
        error={isWrong && millionths === undefined && t('campaign-preview.settings.priceInvalid')}
        onChange={({ currentTarget }) => setTyped({ ...typed, price: currentTarget.value })}
      />
      <Button size="sm" variant="default" leftSection={<IconPlus size={16} />} onClick={add}>
        {t('campaign-preview.settings.add')}
      </Button>
    </div>
  )
}
