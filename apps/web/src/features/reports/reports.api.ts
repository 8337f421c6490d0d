import { type ReportFormat, type ReportRows, api } from '@guiche/contract'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { type ReportChoice, filterOf, isPeriodWrong } from './report-choice.ts'

/** A page of the report. Nothing tells of changes, so it is fetched anew with each visit. */
export const reportPage = (choice: ReportChoice) =>
  queryOptions({
    queryKey: ['report', choice],
    queryFn: ({ signal }) =>
      call(api.ticketReport, { query: { ...filterOf(choice), page: choice.page, pageSize: choice.size } }, { signal }),
    enabled: !isPeriodWrong(choice),
    // The rows stay while another page is fetched.
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** In ms. While a file is being made; and before its link ends. */
const lookForProgress = 1000
const renewLinks = 5 * 60_000

export const reportExports = queryOptions({
  queryKey: ['report-exports'],
  queryFn: ({ signal }) => call(api.listReportExports, undefined, { signal }),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) =>
    data?.some(({ state }) => state === 'waiting' || state === 'running') ? lookForProgress : renewLinks,
})

export interface ExportKind {
  rows: ReportRows
  format: ReportFormat
}

export function useCreateExport(choice: ReportChoice) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (kind: ExportKind) => call(api.createReportExport, { body: { ...kind, ...filterOf(choice) } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: reportExports.queryKey }),
  })
}

export function useRemoveExport() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(api.deleteReportExport, { params: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: reportExports.queryKey }),
  })
}
