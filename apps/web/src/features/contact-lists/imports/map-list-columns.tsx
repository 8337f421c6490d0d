import { type ContactListImport, ListSheetField } from '@guiche/contract'
import { Alert, Checkbox, Select } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Problems } from '../../../ui/sheets/problems.tsx'
import sheetStyles from '../../../ui/sheets/sheets.module.css'
import styles from '../contact-lists.module.css'
import { beginImport, checkOf, dropSheet, isReady } from './imports.api.ts'
import { useListProblemInWords } from './use-list-problem-in-words.ts'

interface Props {
  sheet: ContactListImport
  onBegun: (sheet: ContactListImport) => void
  onClose: () => void
}

/** The first rows of the sheet, what each column becomes, and what is wrong with these rows. */
export function MapListColumns({ sheet, onBegun, onClose }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const inWords = useListProblemInWords()
  const [columns, setColumns] = useState(sheet.columns.map(({ field }) => field))
  const [optsOut, setOptsOut] = useState(false)
  const check = useQuery(checkOf(sheet.id, columns))
  const begin = useMutation({ mutationFn: () => beginImport(sheet.id, columns, optsOut), onSuccess: onBegun })
  const isComplete = isReady(columns)
  const problems = isComplete ? (check.data ?? []) : []
  const wrong = new Set(problems.map(({ line }) => line))

  return (
    <Dialog
      title={t('contact-lists.import.title')}
      action={t('contact-lists.import.begin')}
      size={900}
      isBusy={begin.isPending}
      isDirty
      isActionDisabled={!isComplete}
      onClose={() => {
        void dropSheet(sheet.id)
        onClose()
      }}
      onSubmit={() => begin.mutate()}
    >
      <p className={sheetStyles.text}>
        {t('contact-lists.import.firstRows', { name: sheet.name, count: sheet.rows.length })}
      </p>
      <div className={styles.preview} role="region" aria-label={t('contact-lists.import.preview')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('contact-lists.import.row')}</th>
              {sheet.columns.map(({ title }, nth) => (
                <th key={nth} scope="col">
                  <span className={styles.title} title={title}>
                    {title}
                  </span>
                  <Select
                    size="xs"
                    aria-label={t('contact-lists.import.fieldOf', { title })}
                    allowDeselect={false}
                    data={ListSheetField.options.map((field) => ({
                      value: field,
                      label: t(`contact-lists.import.fields.${field}`),
                    }))}
                    value={columns[nth] ?? 'none'}
                    onChange={(chosen) => setColumns(changed(columns, nth, chosen))}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sheet.rows.map(({ line, cells }) => (
              <tr key={line} {...(wrong.has(line) && { 'data-wrong': true })}>
                <th scope="row">{format.number(line)}</th>
                {sheet.columns.map((_column, nth) => (
                  <td key={nth} title={cells[nth]}>
                    {cells[nth]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Checkbox
        label={t('contact-lists.import.optsOut')}
        description={t('contact-lists.import.optsOutHint')}
        checked={optsOut}
        onChange={({ currentTarget: { checked } }) => setOptsOut(checked)}
      />
      {!isComplete && (
        <Alert color="red" role="alert">
          {t('contact-lists.import.missing')}
        </Alert>
      )}
      <Problems
        title={t('contact-lists.import.firstProblems')}
        problems={problems.map(inWords)}
        count={problems.length}
      />
    </Dialog>
  )
}

/** Only variables may come from several columns. */
function changed(columns: ListSheetField[], at: number, chosen: string | null): ListSheetField[] {
  const field = ListSheetField.options.find((option) => option === chosen) ?? 'none'
  return columns.map((before, nth) => {
    if (nth === at) return field
    return before === field && field !== 'variable' ? 'none' : before
  })
}
