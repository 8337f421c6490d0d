import { type SessionUser, api } from '@guiche/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, refreshSession } from '../../lib/api.ts'
import { numbers } from '../../ui/numbers.ts'

/**
 * For a window of a blocked company: lets it work again also if no event told it to, because the operator has moved the
 * due date, or because the event was lost.
 */
export function RenewalWatch({ user: { companyId, company } }: { user: SessionUser }) {
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['renewal-watch', companyId],
    queryFn: ({ signal }) => call(api.companyPlan, { params: { id: companyId } }, { signal }),
    staleTime: 0,
    refetchInterval: numbers.lookForPayment,
    refetchOnWindowFocus: 'always',
    meta: { handles: 'all' },
  })
  const isMoved = data !== undefined && data.dueDate.slice(0, 10) !== company.dueDate.slice(0, 10)
  useEffect(() => {
    // Without an answer it is tried again with the next look.
    if (isMoved) refreshSession().catch(() => undefined)
  }, [isMoved, dataUpdatedAt])
  return null
}
