import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContactDialog } from '../../features/contacts/contact-dialog.tsx'
import { ContactSelect } from '../../features/contacts/contact-select.tsx'
import { contactOf } from '../../features/contacts/contacts.api.ts'
import { ExportList, ExportMenu } from '../../features/reports/exports/index.ts'
import type { ReportChoice } from '../../features/reports/report-choice.ts'
import { ReportFilters } from '../../features/reports/report-filters.tsx'
import { ReportList } from '../../features/reports/report-list.tsx'
import { useTitle } from '../../lib/browser/title.ts'
import { useNow } from '../../lib/clock.ts'
import { useFormat } from '../../lib/format.ts'
import { Page } from '../../ui/page/page.tsx'
import { usePicks } from '../tickets/use-picks.ts'
import { ReportsSearch, choiceOf } from './reports-search.ts'

/** What was served, for admins and who has the right. */
export function ReportsScreen() {
  const { t } = useTranslation()
  useTitle(t('reports.title'))
  const format = useFormat()
  const navigate = useNavigate()
  const picks = usePicks()
  const choice = choiceOf(ReportsSearch.parse(useSearch({ strict: false })), format.day(useNow()))
  // Another choice begins with its first page.
  const change = (part: Partial<ReportChoice>) =>
    void navigate({ to: '.', search: { ...choice, page: 1, ...part }, replace: true })

  return (
    <Page title={t('reports.title')} tools={<ExportMenu choice={choice} />}>
      <ReportFilters
        value={choice}
        onChange={change}
        picks={picks}
        contactField={<ContactField value={choice.contactId} onChange={(contactId) => change({ contactId })} />}
      />
      <ExportList />
      <ReportList choice={choice} onChange={change} />
    </Page>
  )
}

interface Props {
  value: number | undefined
  onChange: (contactId: number | undefined) => void
}

/** From three letters on it offers to create a contact of that name. */
function ContactField({ value, onChange }: Props) {
  const { t } = useTranslation()
  const contact = useQuery({ ...contactOf(value ?? 0), enabled: value !== undefined }).data
  const [typed, setTyped] = useState<string>()
  return (
    <>
      <ContactSelect
        isFilter
        label={t('reports.columns.contact')}
        value={value === undefined ? undefined : { id: value, name: contact?.name ?? '…' }}
        withGroups
        error={false}
        onChange={(chosen) => onChange(chosen?.id)}
        onCreate={setTyped}
      />
      {typed !== undefined && (
        <ContactDialog
          given={/^[\d\s()+-]+$/.test(typed) ? { number: typed } : { name: typed }}
          onSaved={({ id }) => onChange(id)}
          onClose={() => setTyped(undefined)}
        />
      )}
    </>
  )
}
