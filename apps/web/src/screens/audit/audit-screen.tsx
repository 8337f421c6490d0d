import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AuditList } from '../../features/audit/audit-list.tsx'
import { companyChoices } from '../../features/companies/companies.api.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { mayOperate } from '../../lib/rights.ts'
import { useMe } from '../../lib/session.ts'
import styles from './audit-screen.module.css'

/** For admins, and for the operator, who chooses the company. */
export function AuditScreen() {
  const { t } = useTranslation()
  useTitle(t('audit.title'))
  const me = useMe()
  const [companyId, setCompanyId] = useState<number | null>(null)
  if (!mayOperate(me)) return <AuditList companyId={null} />
  return (
    <AuditList
      key={companyId}
      companyId={companyId}
      companyField={<CompanyField value={companyId} onChange={setCompanyId} />}
    />
  )
}

/** Wider than the field: names of companies have up to 50 letters. */
const wide = { width: 340, position: 'bottom-start' } as const

interface Props {
  /** Null: the own one. */
  value: number | null
  onChange: (companyId: number | null) => void
}

/** The list is fetched when it is opened, because reading it is in the log too. */
function CompanyField({ value, onChange }: Props) {
  const { t } = useTranslation()
  const me = useMe()
  const [wasOpened, setWasOpened] = useState(false)
  const { data } = useQuery({ ...companyChoices, enabled: wasOpened || value !== null })
  const others = (data ?? []).filter(({ id }) => id !== me.companyId)
  return (
    <Select
      size="xs"
      searchable
      clearable
      className={styles.company ?? ''}
      aria-label={t('audit.company')}
      placeholder={t('audit.ownCompany')}
      nothingFoundMessage={t(data ? 'ui.nothingFound' : 'ui.loading')}
      comboboxProps={wide}
      data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === null ? null : String(value)}
      onDropdownOpen={() => setWasOpened(true)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  )
}
