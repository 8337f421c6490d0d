/** Names of the rooms that the server puts sockets into. All begin with the company: no event can cross. */
export const rooms = {
  /** Everybody of the company who is logged in. */
  company: (companyId: number) => `c${companyId}`,
  /** Admins and supervisors: what concerns the running of the desk (presence, other people's addresses). */
  managers: (companyId: number) => `c${companyId}:managers`,
  admins: (companyId: number) => `c${companyId}:admins`,
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

/** Every attendant of the company, for what shows no number: masked or not, each socket once. */
export const everybody = (companyId: number) => [rooms.company(companyId), masked(rooms.company(companyId))]
