import type { PlanFeature } from '@guiche/contract'

/** Names of the rooms that the server puts sockets into. All begin with the company: no event can cross. */
export const rooms = {
  /** Everybody of the company who is logged in. */
  company: (companyId: number) => `c${companyId}`,
  /** Those whose company's subscription has ended. They hear nothing of it until it is renewed. */
  expired: (companyId: number) => `c${companyId}:expired`,
  /** Admins and supervisors: what concerns the running of the desk (presence, other people's addresses). */
  managers: (companyId: number) => `c${companyId}:managers`,
  admins: (companyId: number) => `c${companyId}:admins`,
  /** Everybody of the company while its plan has the feature: for the events of an area that needs it. */
  feature: (companyId: number, feature: PlanFeature) => `c${companyId}:feature:${feature}`,
  user: (companyId: number, userId: number) => `c${companyId}:user:${userId}`,
  session: (companyId: number, sessionId: string) => `c${companyId}:session:${sessionId}`,
  /** Those who have the ticket open. */
  ticket: (companyId: number, ticketId: number) => `c${companyId}:ticket:${ticketId}`,
  /** A list (a status, or notification), for who sees all of it, the members of a queue (0: none), or the owner. */
  listAll: (companyId: number, list: string) => `c${companyId}:${list}:all`,
  listQueue: (companyId: number, list: string, queueId: number) => `c${companyId}:${list}:q${queueId}`,
  listOwner: (companyId: number, list: string, userId: number) => `c${companyId}:${list}:u${userId}`,
  visitor: (companyId: number, visitorId: string) => `c${companyId}:visitor:${visitorId}`,
} as const

/** Rooms of people for whom phone numbers are masked (S67) stand beside the others. */
export const masked = (room: string) => `${room}:masked`

/** Everybody in a room, whether numbers are masked for them or not. What is told to a room, live.ts sends to both. */
export const withMasked = (room: string) => [room, masked(room)]
