import { type ContactSheet, SheetField } from '@guiche/contract'
import { Alert, Select, Switch } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Problems } from '../../../ui/sheets/problems.tsx'
import styles from '../../../ui/sheets/sheets.module.css'
import { checkOf, dropSheet, importSheet } from './sheets.api.ts'
import { useProblemInWords } from './use-problem-in-words.ts'

interface Props {
  sheet: ContactSheet
  onBegun: (sheet: ContactSheet) => void
  onClose: () => void
}

/** What each column becomes, and what the import would do. */
export function MapColumns({ sheet, onBegun, onClose }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const inWords = useProblemInWords()
  const [columns, setColumns] = useState(sheet.columns.map(({ field }) => field))
  const [completes, setCompletes] = useState(true)
  const check = useQuery(checkOf(sheet.id, columns))
  const begin = useMutation({
    mutationFn: () => importSheet(sheet.id, columns, completes),
    onSuccess: onBegun,
  })
  const hasNumber = columns.includes('number')
  const found = hasNumber ? check.data : undefined
  const usable = found ? found.created + found.known + found.repeated : 0

  return (
    <Dialog
      title={t('contact-list.import.title')}
      action={found ? t('contact-list.import.begin', { count: usable }) : t('contact-list.import.beginAny')}
      size={680}
      isBusy={begin.isPending}
      isDirty
      isActionDisabled={usable === 0 || check.isFetching}
      onClose={() => {
        void dropSheet(sheet.id)
        onClose()
      }}
      onSubmit={() => begin.mutate()}
    >
      <p className={styles.text}>
        {t('contact-list.import.found', { name: sheet.name, count: sheet.total, rows: format.number(sheet.total) })}
      </p>
      <ul className={styles.columns} aria-label={t('contact-list.import.columns')}>
        {sheet.columns.map(({ title, samples }, index) => (
          <li key={index}>
            <div className={styles.column}>
              <b>{title}</b>
              <small>{samples.filter((sample) => sample !== '').join(' · ') || '–'}</small>
            </div>
            <FieldSelect
              title={title}
              value={columns[index] ?? 'none'}
              onChange={(field) => setColumns(chosen(columns, index, field))}
            />
          </li>
        ))}
      </ul>
      {!hasNumber && (
        <Alert color="red" role="alert">
          {t('contact-list.import.noNumber')}
        </Alert>
      )}
      {found && (
        <dl className={styles.counts} role="status">
          {(['created', 'known', 'repeated', 'failed'] as const).map((kind) => (
            <div key={kind} data-kind={kind}>
              <dt>{t(`contact-list.import.count.${kind}`)}</dt>
              <dd>{format.number(found[kind])}</dd>
            </div>
          ))}
        </dl>
      )}
      {found && <Problems problems={found.problems.map(inWords)} count={found.failed} />}
      <Switch
        label={t('contact-list.import.completes')}
        description={t('contact-list.import.completesText')}
        checked={completes}
        onChange={({ currentTarget }) => setCompletes(currentTarget.checked)}
      />
    </Dialog>
  )
}

interface FieldSelectProps {
  title: string
  value: SheetField
  onChange: (field: SheetField) => void
}

function FieldSelect({ title, value, onChange }: FieldSelectProps) {
  const { t } = useTranslation()
  return (
    <Select
      size="xs"
      className={styles.field ?? ''}
      aria-label={t('contact-list.import.fieldOf', { title })}
      allowDeselect={false}
      data={SheetField.options.map((field) => ({ value: field, label: t(`contact-list.import.fields.${field}`) }))}
      value={value}
      onChange={(chosenField) => onChange(SheetField.options.find((field) => field === chosenField) ?? 'none')}
    />
  )
}

/** Only extra fields may come from several columns. */
const chosen = (columns: SheetField[], at: number, field: SheetField): SheetField[] =>
  columns.map((before, index) => {
    if (index === at) return field
    return before === field && field !== 'extra' ? 'none' : before
  })
