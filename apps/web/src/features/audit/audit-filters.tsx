import { auditActions, auditAreaNames, auditAreas, auditObjects } from '@guiche/contract'
import { Button, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DateField } from '../../ui/fields/date-field.tsx'
import { type AuditChoice, everyEntry, isAddress, isFiltered } from './audit-choice.ts'
import styles from './audit.module.css'
import { actionText } from './value-words.ts'

interface Props {
  value: AuditChoice
  onChange: (choice: AuditChoice) => void
}

/** Wider than the field: names of actions are long. */
const wide = { width: 340, position: 'bottom-start' } as const

/** An action, or all of an area. */
export function ActionFilter({ value, onChange }: Props) {
  const { t } = useTranslation()
  const wholes = auditAreaNames.map((area) => `${area}.*` as const)
  return (
    <Select
      size="xs"
      searchable
      clearable
      className={styles.action ?? ''}
      aria-label={t('audit.filters.action')}
      placeholder={t('audit.filters.anyAction')}
      nothingFoundMessage={t('ui.nothingFound')}
      maxDropdownHeight={360}
      comboboxProps={wide}
      data={auditAreaNames.map((area) => ({
        group: t(`audit.areas.${area}`),
        items: [
          { value: `${area}.*`, label: t('audit.filters.wholeArea', { area: t(`audit.areas.${area}`) }) },
          ...auditAreas[area].map((action) => ({ value: action, label: actionText(t, action) })),
        ],
      }))}
      value={value.action}
      onChange={(chosen) =>
        onChange({ ...value, action: [...wholes, ...auditActions].find((one) => one === chosen) ?? null })
      }
    />
  )
}

/** The rarer filters, and a button that clears all. */
export function FilterPanel({ id, value, onChange }: Props & { id: string }) {
  const { t } = useTranslation()
  const isWrong = value.address !== '' && !isAddress(value.address)
  return (
    <div id={id} className={styles.panel} role="group" aria-label={t('audit.filters.open')}>
      <DateField
        clearable
        size="xs"
        label={t('audit.filters.from')}
        value={value.from}
        onChange={(from) => onChange({ ...value, from })}
      />
      <DateField
        clearable
        size="xs"
        label={t('audit.filters.until')}
        minDate={value.from ?? undefined}
        value={value.until}
        onChange={(until) => onChange({ ...value, until })}
      />
      <Select
        size="xs"
        clearable
        label={t('audit.filters.actor')}
        placeholder={t('audit.filters.anyActor')}
        data={(['operator', 'system'] as const).map((name) => ({ value: name, label: t(`audit.actors.${name}`) }))}
        value={value.actor}
        onChange={(chosen) =>
          onChange({ ...value, actor: chosen === 'operator' || chosen === 'system' ? chosen : null })
        }
      />
      <Select
        size="xs"
        searchable
        clearable
        label={t('audit.filters.object')}
        placeholder={t('audit.filters.anyObject')}
        nothingFoundMessage={t('ui.nothingFound')}
        data={auditObjects.map((name) => ({ value: name, label: t(`audit.objects.${name}`) }))}
        value={value.object}
        onChange={(chosen) => onChange({ ...value, object: auditObjects.find((name) => name === chosen) ?? null })}
      />
      <TextInput
        size="xs"
        label={t('audit.filters.objectId')}
        maxLength={100}
        value={value.objectId}
        onChange={({ currentTarget }) => onChange({ ...value, objectId: currentTarget.value.trim() })}
      />
      <TextInput
        size="xs"
        label={t('audit.filters.address')}
        maxLength={45}
        error={isWrong && t('audit.filters.addressWrong')}
        value={value.address}
        onChange={({ currentTarget }) => onChange({ ...value, address: currentTarget.value.trim() })}
      />
      <Button size="xs" variant="subtle" disabled={!isFiltered(value)} onClick={() => onChange(everyEntry)}>
        {t('audit.filters.clear')}
      </Button>
    </div>
  )
}
