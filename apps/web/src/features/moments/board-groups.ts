import type { MomentsAttendant, MomentsTicket, QueueRef } from '@guiche/contract'

export interface WaitingQueue {
  /** Null: tickets without a queue. */
  queue: QueueRef | null
  count: number
  /** Of its longest wait. */
  since: string | null
}

/** Queues with waiting tickets, that of the longest wait first. `tickets` are in the order of their waits. */
export function queuesOf(tickets: readonly MomentsTicket[]): WaitingQueue[] {
  const queues = new Map<number, WaitingQueue>()
  for (const { queue, waitingSince } of tickets) {
    const known = queues.get(queue?.id ?? 0)
    if (known) known.count += 1
    else queues.set(queue?.id ?? 0, { queue, count: 1, since: waitingSince })
  }
  return [...queues.values()]
}

export interface Desk {
  attendant: MomentsAttendant
  /** Those that the viewer sees. */
  tickets: MomentsTicket[]
}

/** Attendants with their tickets: who is online first, then by name; and those who are offline without tickets. */
export function desksOf(
  attendants: readonly MomentsAttendant[],
  served: readonly MomentsTicket[],
): { busy: Desk[]; away: MomentsAttendant[] } {
  const tickets = Map.groupBy(served, ({ userId }) => userId)
  const isAway = (attendant: MomentsAttendant) =>
    !attendant.online && attendant.openTickets === 0 && !tickets.has(attendant.id)
  const here = attendants.filter((attendant) => !isAway(attendant))
  return {
    busy: [...here.filter(({ online }) => online), ...here.filter(({ online }) => !online)].map((attendant) => ({
      attendant,
      tickets: tickets.get(attendant.id) ?? [],
    })),
    away: attendants.filter(isAway),
  }
}

export const isSameDesk = (a: Desk, b: Desk): boolean =>
  a.attendant === b.attendant &&
  a.tickets.length === b.tickets.length &&
  a.tickets.every((ticket, index) => ticket === b.tickets[index])
