import type { ConnectionView } from '@guiche/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { connectionList, useLiveConnections } from '../../features/connections/connections.api.ts'
import { queueList, useLiveQueues } from '../../features/queues/queues.api.ts'
import { tagChoices, useLiveTags } from '../../features/tags/tags.api.ts'
import { colleagues } from '../../lib/cache/colleagues.ts'
import { isLost } from '../../features/tickets/lost-connections.ts'
import { useViewer } from '../../features/tickets/use-viewer.ts'
import { useLive } from '../../lib/live.ts'
import { isAdmin, useMe } from '../../lib/session.ts'

export type Picks = ReturnType<typeof usePicks>

/** All choices for the select fields of the workspace. */
export function usePicks() {
  const me = useMe()
  const queues = useQuery(queueList).data ?? []
  const connections = useQuery(connectionList).data ?? none
  const lostConnections = useMemo(() => new Set(connections.filter(isLost).map(({ id }) => id)), [connections])
  const tags = useQuery(tagChoices).data ?? []
  const users = useQuery(colleagues).data ?? []
  useLivePicks()
  const { seesAllTickets } = useViewer()
  const isOwn = ({ id }: { id: number }) => me.queues.some((own) => own.id === id)
  return {
    queues,
    ownQueues: isAdmin(me) ? queues : me.queues,
    /** Tickets of other queues are not visible to this user. */
    seenQueues: seesAllTickets ? queues : queues.filter(isOwn),
    connections,
    lostConnections,
    tags,
    users,
  }
}

const none: ConnectionView[] = []

function useLivePicks() {
  const cache = useQueryClient()
  useLiveQueues()
  useLiveConnections()
  useLiveTags()
  useLive('user', () => void cache.invalidateQueries({ queryKey: colleagues.queryKey }))
}
