import { api } from '@guiche/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call, download } from '../../lib/api.ts'
import { type AuditChoice, queryOf } from './audit-choice.ts'

/** Entries of the log, the newest first. Nothing tells of new ones, so they are fetched anew with each visit. */
export const auditList = (choice: AuditChoice) =>
  infiniteQueryOptions({
    queryKey: ['audit', choice],
    queryFn: ({ pageParam, signal }) =>
      call(
        api.listAudit,
        { query: { ...queryOf(choice), ...(pageParam !== undefined && { before: pageParam }) } },
        { signal },
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ entries, hasMore }) => (hasMore ? entries.at(-1)?.id : undefined),
    staleTime: 0,
  })

/** The same entries, a line for each. */
export const exportedAudit = (choice: AuditChoice): Promise<Blob> =>
  download(api.exportAudit, { query: queryOf(choice) })
