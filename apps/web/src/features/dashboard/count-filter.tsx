import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { SeveralField } from '../../ui/fields/several-field.tsx'
import { type Counting, type DashboardPicks, columnOf, countSet, narrowings } from './dashboard-choice.ts'
import { useFilterOptions } from './use-filter-options.ts'

interface Props {
  counting: Counting
  picks: DashboardPicks
  onChange: (change: Partial<Counting>) => void
}

/** What the numbers are narrowed to, and what they leave out unless one wants it. Each change applies at once. */
export function CountFilter({ counting, picks, onChange }: Props) {
  const { t } = useTranslation()
  const optionsOf = useFilterOptions(picks)
  const count = countSet(counting)
  return (
    <Popover position="bottom-end" width={320} trapFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant={count > 0 ? 'light' : 'default'}
          leftSection={<IconAdjustmentsHorizontal size={16} />}
        >
          {t('dashboard.counts')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs" role="group" aria-label={t('dashboard.counts')}>
          {narrowings.map((name) => (
            <SeveralField
              key={name}
              isInPopover
              label={t(`dashboard.list.${columnOf[name]}`)}
              anyText={t(`dashboard.any.${name}`)}
              options={optionsOf(name)}
              value={counting[name]}
              onChange={(ids) => onChange({ [name]: ids })}
            />
          ))}
          {(['groups', 'imports'] as const).map((name) => (
            <Checkbox
              key={name}
              label={t(`dashboard.${name}`)}
              checked={counting[name]}
              onChange={({ currentTarget }) => onChange({ [name]: currentTarget.checked })}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
