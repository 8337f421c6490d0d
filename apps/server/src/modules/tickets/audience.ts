import type { UserActor } from '#platform/context'
import { rooms } from '#platform/rooms'
import type { TicketPlace } from './tickets.facts.ts'

/** Lists that a browser can follow; `notification` is the bell. */
export const followedLists = ['open', 'pending', 'group', 'closed', 'search', 'notification'] as const
export type FollowedList = (typeof followedLists)[number]

/** The rooms that hear of a ticket in a list: who sees everything, its queue while it has nobody or is everybody's, its owner. */
export function roomsOfList(
  companyId: number,
  list: FollowedList,
  { status, queueId, userId, isGroup }: TicketPlace,
): string[] {
  const kept = keyOf(list, isGroup)
  return [
    rooms.listAll(companyId, kept),
    ...(status === 'open' ? [] : [rooms.listQueue(companyId, kept, queueId ?? 0)]),
    ...(userId === null ? [] : [rooms.listOwner(companyId, list, userId)]),
  ]
}

/** Everybody who is shown a ticket where it stands: its list, the bell, the search, and those who have it open. */
export function roomsOfTicket(companyId: number, ticketId: number, place: TicketPlace): string[] {
  const lists: FollowedList[] = [listOf(place.status), 'notification', 'search']
  return [...lists.flatMap((list) => roomsOfList(companyId, list, place)), rooms.ticket(companyId, ticketId)]
}

/** The same choice from the other side: what a person is put into who follows a list. */
export function roomsToFollow(actor: UserActor, list: FollowedList): string[] {
  const { companyId } = actor
  return [
    rooms.listOwner(companyId, list, actor.userId),
    ...seen(actor, keyOf(list, false), actor.queueIds),
    ...(actor.seesGroups ? seen(actor, keyOf(list, true), [...actor.queueIds, 0]) : []),
  ]
}

function seen({ companyId, seesAllTickets }: UserActor, list: string, queueIds: readonly number[]): string[] {
  return seesAllTickets
    ? [rooms.listAll(companyId, list)]
    : queueIds.map((queueId) => rooms.listQueue(companyId, list, queueId))
}

/** Groups are heard of only by those who may see groups, whatever list they stand in. */
const keyOf = (list: FollowedList, isGroup: boolean) => (isGroup ? `${list}-groups` : list)

/** nps and lgpd are shown nowhere but in searches and the bell; they have no list of their own. */
const listOf = (status: string): FollowedList => followedLists.find((list) => list === status) ?? 'search'
