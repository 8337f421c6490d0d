import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface Props {
  label: string
  /** Shown while nothing is chosen. */
  anyText: string
  options: readonly { id: number; name: string }[]
  value: readonly number[]
  onChange: (ids: number[]) => void
}

/** Narrows what is shown to some things of a kind. None chosen: all. */
export function SeveralField({ label, anyText, options, value, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <MultiSelect
      size="xs"
      searchable
      clearable
      label={label}
      placeholder={value.length > 0 ? undefined : anyText}
      nothingFoundMessage={t('ui.nothingFound')}
      data={options.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  )
}
