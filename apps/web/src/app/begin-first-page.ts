import { messagesOfTicket } from '../features/messages/messages.api.ts'
import { ticketByUuid } from '../features/tickets/tickets.api.ts'
import { queries } from '../lib/cache/queries.ts'
import { session } from '../lib/session.ts'
import { preloadTicket } from '../screens/tickets/lazy-parts.tsx'
import { sessionStart } from './session/starting.tsx'

/**
 * Asks for what the first page needs while its texts and styles are still loading. Otherwise the session, the ticket and its
 * messages would be asked for one after the other, each once the one before is painted. Called before anything is rendered.
 */
export function beginFirstPage(): void {
  if (session.get().status !== 'starting') return
  // A message that the address names is loaded with those around it.
  const [, uuid] = location.search === '' ? (/^\/tickets\/([\da-f-]{36})$/.exec(location.pathname) ?? []) : []
  if (uuid) fetchOnceKnown(uuid)
  void queries.prefetchQuery(sessionStart)
  // If this fails, the page asks for it again, and says so.
  if (uuid) preloadTicket().catch(() => undefined)
}

function fetchOnceKnown(uuid: string): void {
  // The first listener: the others render the page, and the call would wait for that.
  const stop = session.subscribe(() => {
    stop()
    const current = session.get()
    if (current.status === 'in' && !current.isExpired) void fetchTicket(uuid)
  })
}

/** The page asks again for what failed, and says so. */
const quiet = { meta: { handles: 'all' } } as const

async function fetchTicket(uuid: string): Promise<void> {
  const query = ticketByUuid(uuid)
  await queries.prefetchQuery({ ...query, ...quiet })
  const ticket = queries.getQueryData(query.queryKey)
  if (ticket) await queries.prefetchInfiniteQuery({ ...messagesOfTicket(ticket.id), ...quiet })
}
