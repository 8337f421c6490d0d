import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface Props {
  label: string
  /** Shown while nothing is chosen. */
  anyText: string
  options: readonly { id: number; name: string }[]
  value: readonly number[]
  onChange: (ids: number[]) => void
  /** The options belong to the popover, which a press on them would close otherwise. */
  isInPopover?: boolean
}

/** Narrows what is shown to some things of a kind. None chosen: all. */
export function SeveralField({ label, anyText, options, value, onChange, isInPopover = false }: Props) {
  const { t } = useTranslation()
  return (
    <MultiSelect
      size="xs"
      searchable
      clearable
      comboboxProps={{ withinPortal: !isInPopover }}
      label={label}
      placeholder={value.length > 0 ? undefined : anyText}
      nothingFoundMessage={t('ui.nothingFound')}
      data={options.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  )
}
