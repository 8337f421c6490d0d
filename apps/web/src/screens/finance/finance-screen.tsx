import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { InvoiceList } from '../../features/billing/invoice-list.tsx'
import { useTitle } from '../../lib/browser/title.ts'

/** The invoices of a company, also of one whose subscription has ended; `notice` says so then. */
export function FinanceScreen({ notice }: { notice?: ReactNode }) {
  const { t } = useTranslation()
  useTitle(t('billing.title'))
  const navigate = useNavigate()
  const leave = () => void navigate({ to: '/tickets/{-$ticketId}', params: { ticketId: undefined } })
  return <InvoiceList notice={notice} onPaid={leave} />
}
