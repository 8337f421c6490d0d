import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { toast } from '../../ui/toasts/toasts.tsx'
import { ApiError } from '../api-error.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Codes that the caller treats itself (a dialog for a conflict): no toast. `all`: every one. */
      handles?: readonly string[] | 'all'
    }
    queryMeta: { handles?: readonly string[] | 'all' }
  }
}

/** Server state. Live events keep it fresh, so it is not fetched again for a look at another window. */
export const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      // No line: the bar under the top bar says so, and the screen offers to try again.
      if (isNetworkError(error) || handles(query.meta?.handles, error)) return
      tellError(error)
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (!handles(mutation.meta?.handles, error)) tellError(error)
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 15 * 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
      retry: (failures, error) => mayPass(error) && failures < 2,
      retryDelay: (failures) => 500 * 2 ** failures,
    },
    mutations: { networkMode: 'always' },
  },
})

/** The toast of a refusal: its translated text for 2 seconds, else its raw text (docs/requirements/workspace.md, section 8). */
export function tellError(error: unknown): void {
  // Said once, where the session ends, not by every call that was under way.
  if (error instanceof ApiError && error.status === 401 && error.code === 'ERR_SESSION_EXPIRED') return
  toast.serverError(errorText(error))
}

export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return i18next.t('errors.unknown')
  const key = `errors.${error.code}`
  return i18next.exists(key) ? i18next.t(key) : error.code || i18next.t('errors.unknown')
}

const isNetworkError = (error: unknown) => error instanceof ApiError && error.status === 0

/** Lost lines and a server that is starting pass; a refusal does not. */
function mayPass(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 502)
}

function handles(codes: readonly string[] | 'all' | undefined, error: unknown): boolean {
  if (codes === 'all') return true
  return error instanceof ApiError && Boolean(codes?.includes(error.code))
}
