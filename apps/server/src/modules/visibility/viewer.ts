import type { UserActor } from '#platform/context'

/** Queues whose tickets somebody sees. Null stands for tickets without a queue. */
export type SeenQueues = 'all' | readonly (number | null)[]

/** Which tickets somebody sees: those assigned to them, and those of certain queues. */
export interface Viewer {
  userId: number
  /** Queues of tickets with one customer. */
  chats: SeenQueues
  /** Queues of tickets of a group. */
  groups: SeenQueues
}

/**
 * The visibility rule (docs/requirements/visibility.md); it is implemented only here. The check of one ticket, the SQL
 * conditions and the socket rooms all use its result.
 */
export function viewerOf({ userId, queueIds, seesAllTickets, seesGroups }: UserActor): Viewer {
  const queues = (withoutQueue: boolean): SeenQueues =>
    seesAllTickets ? 'all' : withoutQueue ? [...queueIds, null] : queueIds
  return { userId, chats: queues(false), groups: seesGroups ? queues(true) : [] }
}

/** Whether they see every ticket that has one customer, and with `groups` also those of groups. */
export function seesAll(actor: UserActor, { groups }: { groups: boolean }): boolean {
  const viewer = viewerOf(actor)
  return viewer.chats === 'all' && (!groups || viewer.groups === 'all')
}
