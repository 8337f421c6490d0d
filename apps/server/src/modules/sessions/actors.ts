import { LRUCache } from 'lru-cache'
import type { Ctx, UserActor } from '#platform/context'
import type { Units } from '#platform/database/unit-of-work'
import { featuresOf } from '#modules/companies'
import { type RightsRow, findActor, findRights } from './sessions.repository.ts'

interface SessionKey {
  companyId: number
  userId: number
  sessionId: string
}

export interface Actors {
  /** The person with their current rights (at most a second old); undefined if the session has ended. */
  get: (session: SessionKey) => Promise<UserActor | undefined>
  /** Call it when their rights or their session have changed, so that the next call loads them again. */
  forget: (companyId: number, userId: number) => void
  forgetCompany: (companyId: number) => void
}

/** In ms. When another process ends a session, it must take effect here within a second (S12). */
const freshFor = 1000

export function createActors(units: Units): Actors {
  const known = new LRUCache<string, SessionKey & { until: number; actor: Promise<UserActor | undefined> }>({
    max: 20_000,
  })

  return {
    get: (session) => {
      const now = performance.now()
      const found = known.get(session.sessionId)
      if (found && found.until > now) return found.actor
      const actor = load(session)
      known.set(session.sessionId, { ...session, until: now + freshFor, actor })
      // Failures are not cached.
      actor.catch(() => known.delete(session.sessionId))
      return actor
    },
    forget: (companyId, userId) =>
      forgetWhere((session) => session.companyId === companyId && session.userId === userId),
    forgetCompany: (companyId) => forgetWhere((session) => session.companyId === companyId),
  }

  function forgetWhere(matches: (session: SessionKey) => boolean) {
    for (const [id, session] of known) if (matches(session)) known.delete(id)
  }

  async function load({ companyId, sessionId }: SessionKey) {
    return units.read({ kind: 'system', companyId }, (ctx) => actorOfSession(ctx, sessionId))
  }
}

/**
 * The person with their current rights, for work that they have asked for earlier and that does not depend on a session.
 * Undefined: they may not log in any more.
 */
export async function findPerson(
  units: Pick<Units, 'read'>,
  { companyId, userId }: Omit<SessionKey, 'sessionId'>,
): Promise<UserActor | undefined> {
  const row = await units.read({ kind: 'system', companyId }, (ctx) => findRights(ctx, userId))
  return row && toActor(row, { companyId, sessionId: 'none' })
}

/** The person of a session with their current rights; undefined if it has ended. */
export async function actorOfSession(ctx: Ctx, sessionId: string): Promise<UserActor | undefined> {
  const row = await findActor(ctx, sessionId)
  return row && toActor(row, { companyId: ctx.companyId, sessionId })
}

export function toActor(row: RightsRow, { companyId, sessionId }: { companyId: number; sessionId: string }): UserActor {
  const isManager = row.profile !== 'user'
  return {
    kind: 'user',
    companyId,
    userId: row.user_id,
    sessionId,
    name: row.name,
    profile: row.profile,
    isSuper: row.is_super,
    queueIds: row.queue_ids,
    seesAllTickets: isManager || row.sees_all_tickets,
    seesGroups: row.profile === 'admin' || row.sees_groups,
    managesConnections: row.manages_connections,
    seesRealTime: row.profile === 'admin' || row.sees_real_time,
    seesDashboard: row.profile === 'admin' || row.sees_dashboard,
    numbersMasked: !isManager && row.hides_numbers,
    subscriptionExpired: row.subscription_expired,
    features: featuresOf(row.features),
    subscriptionEndsAt: row.subscription_ends_at?.getTime(),
  }
}
