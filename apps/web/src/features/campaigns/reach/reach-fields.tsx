import {
  type CampaignSettings,
  type MessagePrice,
  PriceCategory,
  limits,
  priceCategories,
  priceKey,
  usualCurrency,
  weeklyCap,
} from '@guiche/contract'
import { ActionIcon, Button, NumberInput, Select, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isAdmin, useMe } from '../../../lib/session.ts'
import { millionthsOf, priceText } from './price-text.ts'
import styles from './reach.module.css'

type Reach = Pick<CampaignSettings, 'weeklyCap' | 'prices' | 'currency'>

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
      <Prices
        prices={value.prices ?? []}
        currency={value.currency ?? usualCurrency}
        onChange={(table) => onChange({ ...value, ...table })}
      />
    </div>
  )
}

interface PricesProps {
  prices: readonly MessagePrice[]
  currency: string
  onChange: (table: Pick<Reach, 'prices' | 'currency'>) => void
}

/** Money, so only admins change it. */
function Prices({ prices, currency, onChange }: PricesProps) {
  const { t } = useTranslation()
  const mayChange = isAdmin(useMe())
  const set = (next: MessagePrice[]) => onChange({ prices: next })
  return (
    <fieldset className={styles.prices}>
      <legend>{t('campaign-preview.settings.prices')}</legend>
      <p>
        {t('campaign-preview.settings.pricesHint')} {!mayChange && t('campaign-preview.settings.forAdmins')}
      </p>
      {mayChange && (
        <Select
          size="sm"
          className={styles.cap ?? ''}
          searchable
          allowDeselect={false}
          label={t('campaign-preview.settings.currency')}
          nothingFoundMessage={t('ui.nothingFound')}
          data={currencies}
          value={currency}
          onChange={(chosen) => chosen !== null && onChange({ currency: chosen })}
        />
      )}
      {prices.length > 0 && (
        <ul>
          {prices.map((price) => (
            <li key={priceKey(price)}>
              <span>
                {t(`campaign-preview.categories.${price.category}`)} ·{' '}
                {price.prefix === '' ? t('campaign-preview.otherNumbers') : `+${price.prefix}`}
              </span>
              <span>
                {currency} {priceText(price.millionths)}
              </span>
              {mayChange && (
                <ActionIcon
                  size={28}
                  aria-label={t('campaign-preview.settings.remove', {
                    prefix: `${t(`campaign-preview.categories.${price.category}`)} +${price.prefix}`,
                  })}
                  onClick={() => set(prices.filter((one) => priceKey(one) !== priceKey(price)))}
                >
                  <IconTrash size={17} stroke={1.7} />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && prices.length < limits.messagePrices && (
        <NewPrice
          currency={currency}
          onAdd={(added) => set([...prices.filter((one) => priceKey(one) !== priceKey(added)), added])}
        />
      )}
    </fieldset>
  )
}

/** Meta bills in these; any other one of the table stays. */
const currencies = ['BRL', 'USD', 'EUR', 'GBP', 'INR', 'IDR', 'AUD', 'MXN', 'TRY']

function NewPrice({ currency, onAdd }: { currency: string; onAdd: (price: MessagePrice) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<{ category: PriceCategory; prefix: string; price: string }>({
    category: 'marketing',
    prefix: '',
    price: '',
  })
  const [isWrong, setWrong] = useState(false)
  const millionths = millionthsOf(typed.price)

  function add() {
    setWrong(millionths === undefined)
    if (millionths === undefined) return
    onAdd({ category: typed.category, prefix: typed.prefix, millionths })
    setTyped({ ...typed, prefix: '', price: '' })
  }

  return (
    <div className={styles.add}>
      <Select
        size="sm"
        allowDeselect={false}
        label={t('campaign-preview.settings.category')}
        data={priceCategories.map((value) => ({ value, label: t(`campaign-preview.categories.${value}`) }))}
        value={typed.category}
        onChange={(value) => setTyped({ ...typed, category: PriceCategory.catch('marketing').parse(value) })}
      />
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
        leftSection={<small>{currency}</small>}
        leftSectionWidth={44}
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
