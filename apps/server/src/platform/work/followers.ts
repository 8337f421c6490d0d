import type { Ctx } from '../context.ts'
import type { Fact, FactKind, Facts } from '../facts.ts'
import type { JobQueue, JobRules } from './jobs.ts'

declare module './jobs.ts' {
  interface Jobs {
    follow: { companyId: number; follower: string; fact: Fact }
  }
}

/**
 * Reactions to a fact that must happen. Reactions that may be lost with the process (browsers, caches) belong to the
 * publisher.
 */
export interface Followers {
  /** Runs in the transaction that emits the fact, right before its commit. */
  within<K extends FactKind>(kind: K, work: (ctx: Ctx, ids: Facts[K]) => Promise<void>): void
  /**
   * Runs in a job that the fact's transaction enqueues. It is retried, becomes a dead letter after the last retry, and
   * may run twice. The name is stored with the job, so do not change it after a release.
   */
  follow<K extends FactKind>(kind: K, name: string, work: (companyId: number, ids: Facts[K]) => Promise<void>): void
  /** Called by units of work: runs the `within` followers and enqueues the jobs of the others. */
  beforeCommit(ctx: Ctx, fact: Fact): Promise<void>
}

const rules: JobRules = { retryLimit: 12, retryDelay: 1, retryDelayMax: 300, expireInSeconds: 300, atOnce: 4 }

export function createFollowers(jobs: Pick<JobQueue, 'define'>): Followers {
  const inside = new Map<string, ((ctx: Ctx, fact: Fact) => Promise<void>)[]>()
  const later = new Map<string, string[]>()
  const works = new Map<string, (companyId: number, fact: Fact) => Promise<void>>()

  jobs.define('follow', rules, async ({ companyId, follower, fact }) => {
    const work = works.get(follower)
    if (!work) throw new Error(`nobody is called ${follower} to follow ${fact.kind}`)
    await work(companyId, fact)
  })

  return { within, follow, beforeCommit }

  function within<K extends FactKind>(kind: K, work: (ctx: Ctx, ids: Facts[K]) => Promise<void>) {
    const all = inside.get(kind) ?? []
    inside.set(kind, [...all, async (ctx, fact) => (isKind(fact, kind) ? work(ctx, fact.ids) : undefined)])
  }

  function follow<K extends FactKind>(
    kind: K,
    name: string,
    work: (companyId: number, ids: Facts[K]) => Promise<void>,
  ) {
    if (works.has(name)) throw new Error(`two followers are called ${name}`)
    works.set(name, async (companyId, fact) => (isKind(fact, kind) ? work(companyId, fact.ids) : undefined))
    later.set(kind, [...(later.get(kind) ?? []), name])
  }

  async function beforeCommit(ctx: Ctx, fact: Fact) {
    for (const work of inside.get(fact.kind) ?? []) await work(ctx, fact)
    for (const follower of later.get(fact.kind) ?? []) await ctx.enqueue('follow', { follower, fact })
  }
}

const isKind = <K extends FactKind>(fact: Fact, kind: K): fact is Fact<K> => fact.kind === kind
