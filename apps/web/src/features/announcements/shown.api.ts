import { type AnnouncementEvent, type ShownAnnouncement, api } from '@guiche/contract'
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { createJournal } from '../../lib/cache/journal.ts'
import { perCache } from '../../lib/cache/per-cache.ts'
import { useLive } from '../../lib/live.ts'
import { useAfterLoss } from '../../lib/live/after-loss.ts'
import { withEvent, withRead } from './shown-list.ts'

type Change = (shown: ShownAnnouncement[]) => ShownAnnouncement[]
const journalOf = perCache(() => createJournal<Change>())

/** The addresses of pictures in it are valid for some minutes. */
const freshFor = 5 * 60_000

/** What the user is shown. The top bar asks for it on every page, so a failure is not shown as a toast. */
export const shownAnnouncements = queryOptions({
  queryKey: ['announcements'],
  queryFn: async ({ client, signal }) => {
    const askedAt = performance.now()
    const shown = await call(api.shownAnnouncements, undefined, { signal })
    // The answer may be older than events that arrived meanwhile.
    return journalOf(client)
      .since(askedAt)
      .reduce((all, change) => change(all), shown)
  },
  staleTime: freshFor,
  meta: { handles: 'all' },
})

/** The list keeps its age, because the addresses of its other pictures do. */
function amend(client: QueryClient, change: Change): void {
  const { queryKey } = shownAnnouncements
  journalOf(client).note(change)
  const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt
  client.setQueryData(queryKey, (shown) => shown && change(shown), updatedAt === undefined ? {} : { updatedAt })
}

/** Events are not caught up after a lost connection. Another plan may show other announcements. */
export function useLiveAnnouncements(): void {
  const client = useQueryClient()
  const renew = () => void client.invalidateQueries({ queryKey: shownAnnouncements.queryKey })
  useLive('announcement', (event: AnnouncementEvent) => amend(client, (shown) => withEvent(shown, event)))
  useLive('announcementsRead', ({ ids }) => amend(client, (shown) => withRead(shown, ids)))
  useLive('company', renew)
  useAfterLoss(renew)
}

export function useUnreadAnnouncements(): number {
  const { data } = useQuery({ ...shownAnnouncements, select: (shown) => shown.filter(({ isRead }) => !isRead).length })
  return data ?? 0
}

/** Shows them as read at once; if the server could not be told, they are unread again with the next answer. */
export function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (announcementIds: number[]) => call(api.readAnnouncements, { body: { announcementIds } }),
    onMutate: (ids) => amend(client, (shown) => withRead(shown, ids)),
    onError: () => void client.invalidateQueries({ queryKey: shownAnnouncements.queryKey }),
    meta: { handles: 'all' },
  })
}
