import type { ListedCompany } from '@guiche/contract'
import { type ComponentProps, useState } from 'react'
import { LedgerDialog } from '../../features/billing/ledger/index.ts'
import { CompanyList } from '../../features/companies/company-list.tsx'
import { CompanyUsersDialog } from '../../features/users/company-users-dialog.tsx'

/** The companies, each with its invoices, its ledger and its users. */
export function Companies(props: Omit<ComponentProps<typeof CompanyList>, 'onLedger' | 'onUsers'>) {
  const [billed, setBilled] = useState<ListedCompany>()
  const [staffed, setStaffed] = useState<ListedCompany>()
  return (
    <>
      <CompanyList {...props} onLedger={setBilled} onUsers={setStaffed} />
      {billed && <LedgerDialog company={billed} onClose={() => setBilled(undefined)} />}
      {staffed && <CompanyUsersDialog company={staffed} onClose={() => setStaffed(undefined)} />}
    </>
  )
}
