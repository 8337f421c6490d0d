import type { PlanFeature } from '@guiche/contract'

/** Names of the rooms of sockets. All begin with the company, so that no event can reach another company. */
export const rooms = {
  /** Everybody of the company who is logged in. */
  company: (companyId: number) => `c${companyId}`,
  /** People of a company whose subscription has ended. They get no events until it is renewed. */
  expired: (companyId: number) => `c${companyId}:expired`,
  /** Admins and supervisors: presence, and other people's addresses. */
  managers: (companyId: number) => `c${companyId}:managers`,
  admins: (companyId: number) => `c${companyId}:admins`,
  /** Operators: what concerns the whole installation. */
  operators: (companyId: number) => `c${companyId}:operators`,
  /** Admins, and users with allowRealTime. */
  realTime: (companyId: number) => `c${companyId}:real-time`,
  /** Everybody of the company while its plan has the feature, for the events of an area that needs it. */
  feature: (companyId: number, feature: PlanFeature) => `c${companyId}:feature:${feature}`,
  /** Admins and supervisors of the company while its plan has the feature. */
  managersWith: (companyId: number, feature: PlanFeature) => `c${companyId}:managers:${feature}`,
  user: (companyId: number, userId: number) => `c${companyId}:user:${userId}`,
  session: (companyId: number, sessionId: string) => `c${companyId}:session:${sessionId}`,
  /** People who have the ticket open. */
  ticket: (companyId: number, ticketId: number) => `c${companyId}:ticket:${ticketId}`,
  /**
   * A list (a status, or notification): for people who see all of it, for the members of a queue (0: no queue), and for
   * the owner.
   */
  listAll: (companyId: number, list: string) => `c${companyId}:${list}:all`,
  listQueue: (companyId: number, list: string, queueId: number) => `c${companyId}:${list}:q${queueId}`,
  listOwner: (companyId: number, list: string, userId: number) => `c${companyId}:${list}:u${userId}`,
  visitor: (companyId: number, visitorId: string) => `c${companyId}:visitor:${visitorId}`,
} as const

/** The room for people whose phone numbers are masked (S67). */
export const masked = (room: string) => `${room}:masked`

/** Both rooms. live.ts sends every event to both. */
export const withMasked = (room: string) => [room, masked(room)]
