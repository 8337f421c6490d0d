import { type CompanyRegion, type CompanySetting, type ScheduleEntry, api } from '@guiche/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { amendData } from '../../lib/cache/fetches.ts'
import { useLive } from '../../lib/live.ts'
import { amendSetting } from '../../lib/session.ts'

/** Saves a setting. The session keeps the old value until the server has accepted the new one. */
export const useSaveSetting = () =>
  useMutation({
    mutationFn: (change: { column: CompanySetting; data: string }) => call(api.updateCompanySetting, { body: change }),
    onSuccess: (_, { column, data }) => amendSetting(column, data),
    // A text that is not valid is named under its field.
    meta: { handles: ['ERR_VALIDATION'] },
  })

export const companyQuery = (id: number) =>
  queryOptions({
    queryKey: ['companies', id],
    queryFn: ({ signal }) => call(api.getCompany, { params: { id } }, { signal }),
  })

export function useSaveCompanyHours(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (schedules: ScheduleEntry[]) => call(api.setCompanySchedules, { params: { id }, body: { schedules } }),
    onSuccess: (company) => client.setQueryData(companyQuery(id).queryKey, company),
  })
}

export function useSaveRegion(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (region: CompanyRegion) => call(api.setCompanyRegion, { params: { id }, body: region }),
    onSuccess: (company) => client.setQueryData(companyQuery(id).queryKey, company),
  })
}

/** What other admins change. */
export function useLiveCompany(): void {
  const client = useQueryClient()
  useLive('company', ({ company }) =>
    amendData(client, companyQuery(company.id).queryKey, (known) => ({ ...known, ...company })),
  )
}
