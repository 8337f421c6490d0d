import type { UserActor } from '#platform/context'
import { masked, rooms } from '#platform/live/rooms'
import { type FollowedList, roomsToFollow } from '#modules/visibility'

/** What a socket has asked to follow. */
export interface Followed {
  lists: Set<FollowedList>
  tickets: Set<number>
  /** Those and the ones for which it is still checked whether they may be followed. */
  asked: Set<number>
}

/** When the subscription has ended, calls are refused and sockets get events of the session only. */
export function roomsOf(actor: UserActor, followed: Followed | undefined): string[] {
  const { companyId, userId, sessionId, profile, features } = actor
  if (actor.subscriptionExpired)
    return [rooms.user(companyId, userId), rooms.session(companyId, sessionId), rooms.expired(companyId)]
  return maskedRoomsOf(actor, [
    rooms.company(companyId),
    ...features.map((feature) => rooms.feature(companyId, feature)),
    ...[...(followed?.lists ?? [])].flatMap((list) => roomsToFollow(actor, list)),
    ...[...(followed?.tickets ?? [])].map((id) => rooms.ticket(companyId, id)),
  ]).concat(
    rooms.user(companyId, userId),
    rooms.session(companyId, sessionId),
    profile === 'user' ? [] : managerRoomsOf(actor),
    profile === 'admin' ? [rooms.admins(companyId)] : [],
    actor.isSuper ? [rooms.operators(companyId)] : [],
    actor.seesRealTime ? [rooms.realTime(companyId)] : [],
  )
}

/** Of admins and supervisors. */
export const managerRoomsOf = ({ companyId, features }: Pick<UserActor, 'companyId' | 'features'>): string[] => [
  rooms.managers(companyId),
  ...features.map((feature) => rooms.managersWith(companyId, feature)),
]

/** People whose phone numbers are masked join the masked rooms only (S67). */
export const maskedRoomsOf = (actor: UserActor, heard: string[]) => (actor.numbersMasked ? heard.map(masked) : heard)
