import { LRUCache } from 'lru-cache'
import type { UserActor } from '#platform/context'
import type { Units } from '#platform/database/unit-of-work'
import { featuresOf } from '#modules/companies'
import { type ActorRow, findActor } from './sessions.repository.ts'

interface SessionKey {
  companyId: number
  userId: number
  sessionId: string
}

export interface Actors {
  /** The person as their session and their rights are now (a second old at most); undefined: the session has ended. */
  get: (session: SessionKey) => Promise<UserActor | undefined>
  /** Their rights or their session have changed: asked anew with the next call. */
  forget: (companyId: number, userId: number) => void
  forgetCompany: (companyId: number) => void
}

/** Another process may have ended a session: that is to be felt within a second (S12). */
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
      // A failure is nothing to be remembered.
      actor.catch(() => known.delete(session.sessionId))
      return actor
    },
    forget: (companyId, userId) =>
      forgetWhere((session) => session.companyId === companyId && session.userId === userId),
    forgetCompany: (companyId) => forgetWhere((session) => session.companyId === companyId),
  }

  function forgetWhere(isMeant: (session: SessionKey) => boolean) {
    for (const [id, session] of known) if (isMeant(session)) known.delete(id)
  }

  async function load({ companyId, sessionId }: SessionKey) {
    const row = await units.read({ kind: 'system', companyId }, (ctx) => findActor(ctx, sessionId))
    return row && toActor(row, { companyId, sessionId })
  }
}

export function toActor(row: ActorRow, { companyId, sessionId }: { companyId: number; sessionId: string }): UserActor {
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
    numbersMasked: !isManager && row.hides_numbers,
    subscriptionExpired: row.subscription_expired,
    features: featuresOf(row.features),
    subscriptionEndsAt: row.subscription_ends_at?.getTime(),
  }
}
