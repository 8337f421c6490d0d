import { type TicketStatus, isWaiting } from '@guiche/contract'
import type { UserActor } from '#platform/context'
import { rooms } from '#platform/live/rooms'
import { type SeenQueues, viewerOf } from './viewer.ts'

/** The state of a ticket that decides who sees it and in which list. */
export interface TicketState {
  status: TicketStatus
  queueId: number | null
  userId: number | null
  isGroup: boolean
}

/** Lists that a browser can follow; `notification` is the bell. */
export const followedLists = ['open', 'pending', 'group', 'closed', 'search', 'notification'] as const
export type FollowedList = (typeof followedLists)[number]

/**
 * The rooms for a ticket in a list: people who see all queues, the members of its queue while nobody serves it, and its
 * owner.
 */
export function roomsOfList(
  companyId: number,
  list: FollowedList,
  { status, queueId, userId, isGroup }: TicketState,
): string[] {
  const kept = keyOf(list, isGroup)
  return [
    rooms.listAll(companyId, kept),
    ...(status === 'open' ? [] : [rooms.listQueue(companyId, kept, queueId ?? 0)]),
    ...(userId === null ? [] : [rooms.listOwner(companyId, list, userId)]),
  ]
}

/** The rooms of everybody who is shown a ticket: its list, notifications, search, and people who have it open. */
export function roomsOfTicket(companyId: number, ticketId: number, ticket: TicketState): string[] {
  const lists: FollowedList[] = [listOf(ticket.status), 'notification', 'search']
  return [...lists.flatMap((list) => roomsOfList(companyId, list, ticket)), rooms.ticket(companyId, ticketId)]
}

/**
 * The rooms whose lists show the ack of a ticket's last message: that of its owner; for a group without an owner,
 * everybody who sees it.
 */
export function roomsOfTicks(companyId: number, ticket: TicketState): string[] {
  const list = listOf(ticket.status)
  if (ticket.userId !== null) return [rooms.listOwner(companyId, list, ticket.userId)]
  return list === 'group' ? roomsOfList(companyId, list, ticket) : []
}

/** The rooms that somebody joins to follow a list: those of the tickets that they see. */
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

/** Groups have rooms of their own, because not everybody who sees a queue sees its groups. */
const keyOf = (list: FollowedList, isGroup: boolean) => (isGroup ? `${list}-groups` : list)

/** The list that shows tickets of this status. Those with status nps have none; searches and notifications show them. */
export function listOf(status: TicketStatus): FollowedList {
  if (isWaiting(status)) return 'pending'
  return followedLists.find((list) => list === status) ?? 'search'
}
