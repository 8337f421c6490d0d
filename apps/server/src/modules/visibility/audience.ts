import type { TicketStatus } from '@guiche/contract'
import type { UserActor } from '#platform/context'
import { rooms } from '#platform/live/rooms'
import { type SeenQueues, viewerOf } from './viewer.ts'

/** Where a ticket stands: what decides who sees it and in which list. */
export interface TicketPlace {
  status: TicketStatus
  queueId: number | null
  userId: number | null
  isGroup: boolean
}

/** Lists that a browser can follow; `notification` is the bell. */
export const followedLists = ['open', 'pending', 'group', 'closed', 'search', 'notification'] as const
export type FollowedList = (typeof followedLists)[number]

/** The rooms that hear of a ticket in a list: of those who see all queues, of its queue unless somebody serves it, of its owner. */
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

/** The rooms of everybody who is shown a ticket: its list, the notifications, the search, and those who have it open. */
export function roomsOfTicket(companyId: number, ticketId: number, place: TicketPlace): string[] {
  const lists: FollowedList[] = [listOf(place.status), 'notification', 'search']
  return [...lists.flatMap((list) => roomsOfList(companyId, list, place)), rooms.ticket(companyId, ticketId)]
}

/**
 * The rooms whose lists show how far the last message of a ticket has come: of its owner, in the list where it stands; of
 * a group that nobody has, all who see it.
 */
export function roomsOfTicks(companyId: number, place: TicketPlace): string[] {
  const list = listOf(place.status)
  if (place.userId !== null) return [rooms.listOwner(companyId, list, place.userId)]
  return list === 'group' ? roomsOfList(companyId, list, place) : []
}

/** The rooms that somebody joins who follows a list: those of the tickets that they see. */
export function roomsToFollow(actor: UserActor, list: FollowedList): string[] {
  const { companyId } = actor
  const { userId, chats, groups } = viewerOf(actor)
  return [
    rooms.listOwner(companyId, list, userId),
    ...roomsOfQueues(companyId, keyOf(list, false), chats),
    ...roomsOfQueues(companyId, keyOf(list, true), groups),
  ]
}

function roomsOfQueues(companyId: number, list: string, queues: SeenQueues): string[] {
  return queues === 'all'
    ? [rooms.listAll(companyId, list)]
    : queues.map((queueId) => rooms.listQueue(companyId, list, queueId ?? 0))
}

/** Tickets of groups have rooms of their own: not everybody who sees a queue sees its groups. */
const keyOf = (list: FollowedList, isGroup: boolean) => (isGroup ? `${list}-groups` : list)

/** Tickets with status nps or lgpd have no list of their own: searches and notifications show them. */
const listOf = (status: string): FollowedList => followedLists.find((list) => list === status) ?? 'search'
