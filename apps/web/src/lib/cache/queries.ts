import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { z } from 'zod'
import { toast } from '../../ui/toasts/toasts.tsx'
import { ApiError } from '../api-error.ts'
import { refetchOvertaken } from './fetches.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Error codes that the caller handles itself, without a toast. `all`: every code. */
      handles?: readonly string[] | 'all'
    }
    queryMeta: { handles?: readonly string[] | 'all' }
  }
}

/** Server state. Live events keep it up to date, so focusing the window does not refetch. */
export const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      // Without a connection, the bar under the top bar says so and the screen offers a retry.
      if (isNetworkError(error) || handles(query.meta?.handles, error)) return
      showError(error)
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (!handles(mutation.meta?.handles, error)) showError(error)
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 15 * 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
      retry: (failures, error) => mayRecover(error) && failures < 2,
      retryDelay: (failures) => 500 * 2 ** failures,
    },
    mutations: { networkMode: 'always' },
  },
})
refetchOvertaken(queries)

/**
 * Shows an error as a toast for 2 seconds: its translated text, else the raw one (docs/requirements/workspace.md,
 * section 8).
 */
export function showError(error: unknown): void {
  // Shown once where the session ends, not for every call in flight.
  if (error instanceof ApiError && error.status === 401 && error.code === 'ERR_SESSION_EXPIRED') return
  toast.serverError(errorText(error))
}

const Told = z.object({ details: z.string().min(1) })

/** With the words of whoever has refused it, if another system has. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return i18next.t('errors.unknown')
  const { data: told } = Told.safeParse(error.details)
  return [codeText(error.code), told?.details].filter(Boolean).join(' ')
}

export function codeText(code: string): string {
  const key = `errors.${code}`
  return i18next.exists(key) ? i18next.t(key) : code || i18next.t('errors.unknown')
}

const isNetworkError = (error: unknown) => error instanceof ApiError && error.status === 0

/** A lost connection or a starting server may recover; an error answer does not. */
function mayRecover(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 502)
}

function handles(codes: readonly string[] | 'all' | undefined, error: unknown): boolean {
  if (codes === 'all') return true
  return error instanceof ApiError && Boolean(codes?.includes(error.code))
}
