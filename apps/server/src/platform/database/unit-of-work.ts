import type pg from 'pg'
import type { Actor, Ctx } from '../context.ts'
import type { Fact, NumberedFact } from '../facts.ts'
import { createFairSemaphore } from '../work/fair-semaphore.ts'
import type { JobName, JobQueue } from '../work/jobs.ts'
import type { WorkerName } from '../work/wakes.ts'
import { kyselyOfClient } from './client-kysely.ts'
import type { Db } from './connect.ts'
import { unavailable } from './unavailable.ts'

export interface Units {
  /** One transaction in the actor's company. Its facts are published after the commit, in the order of the commits. */
  run<A extends Actor, T>(actor: A, work: (ctx: Ctx<A>) => Promise<T>): Promise<T>
  /** The same for work that only reads: the answer does not wait for the end of the transaction. */
  read<A extends Actor, T>(actor: A, work: (ctx: Ctx<A>) => Promise<T>): Promise<T>
  /** Across companies: timers, log-in, operator screens. Named apart so that it stands out. */
  readonly operator: Db
}

interface Deps {
  app: pg.Pool
  operator: Db
  jobs: Pick<JobQueue, 'enqueue' | 'wake'>
  /** What has to happen because of a fact, in its transaction. */
  beforeCommit: (ctx: Ctx, fact: Fact) => Promise<void>
  publish: (companyId: number, facts: NumberedFact[]) => void
  wake: (worker: WorkerName, companyId: number) => void
}

export function createUnits({ app, operator, jobs, beforeCommit, publish, wake }: Deps): Units {
  const turns = createFairSemaphore(sharesOf(app.options.max))
  return { operator, run, read }

  async function run<A extends Actor, T>(actor: A, work: (ctx: Ctx<A>) => Promise<T>): Promise<T> {
    const facts: Fact[] = []
    const followUps: (() => void)[] = []
    const woken = new Set<WorkerName>()
    const enqueued = new Set<JobName>()
    const undos: (() => void)[] = []
    let isCommitting = false
    const begin = opening('begin', actor)
    const lease = await connect(actor.companyId)
    const { result, numbered } = await whole(lease, begin, async (db) => {
      const ctx: Ctx<A> = {
        companyId: actor.companyId,
        actor,
        db,
        emit: (kind, ids) => void facts.push({ kind, ids }),
        enqueue: async (name, payload, options) => {
          await jobs.enqueue(db, name, { ...payload, companyId: actor.companyId }, options)
          if (!options?.startAfter) enqueued.add(name)
        },
        wake: (worker) => void woken.add(worker),
        afterCommit: (followUp) => void followUps.push(followUp),
        afterRollback: (undo) => void undos.push(undo),
      }
      const result = await work(ctx)
      // What follows may emit facts as well: they are looked at in their turn.
      for (const fact of facts) await beforeCommit(ctx, fact)
      isCommitting = true
      return { result, numbered: await commit(lease.client, actor.companyId, facts) }
    }).catch((error: unknown) => {
      if (!isCommitting) for (const undo of undos) undo()
      throw error
    })
    lease.release()
    for (const followUp of followUps) followUp()
    for (const worker of woken) wake(worker, actor.companyId)
    for (const name of enqueued) jobs.wake(name)
    if (numbered.length > 0) publish(actor.companyId, numbered)
    return result
  }

  async function read<A extends Actor, T>(actor: A, work: (ctx: Ctx<A>) => Promise<T>): Promise<T> {
    const refuse = () => {
      throw new Error('a unit of work that only reads has changed something')
    }
    const begin = opening('begin read only', actor)
    const lease = await connect(actor.companyId)
    const result = await whole(lease, begin, (db) =>
      work({
        companyId: actor.companyId,
        actor,
        db,
        emit: refuse,
        enqueue: refuse,
        wake: refuse,
        afterCommit: refuse,
        afterRollback: refuse,
      }),
    )
    // Nothing was changed, so nothing can go wrong any more that the caller has to know.
    lease.client.query('commit').then(
      () => lease.release(),
      (error: Error) => lease.release(error),
    )
    return result
  }

  async function connect(companyId: number): Promise<Lease> {
    const giveBack = await turns.acquire(companyId)
    try {
      const client = await app.connect()
      const release = (error?: Error) => {
        client.release(error)
        giveBack()
      }
      return { client, release }
    } catch (error) {
      giveBack()
      throw unavailable(error)
    }
  }
}

interface Lease {
  client: pg.PoolClient
  release: (error?: Error) => void
}

/**
 * Of the connections, one company has a third while another one waits, and never all: the first call of another one finds
 * a connection at once. Who waits longer than this for one is told to come back.
 */
function sharesOf(places: number) {
  const share = Math.max(1, Math.floor(places / 3))
  return { places, share, most: Math.max(1, places - share), inLine: 1000, patience: 5_000 }
}

/** People are told that it is busy; what a network has brought waits as long as a statement may. */
const lockPatience = '2s'

/**
 * The opening goes out together with the first statement of the work, in one round trip. Should it fail, that statement
 * is refused as well: the login by itself may touch nothing.
 */
async function whole<T>({ client, release }: Lease, begin: string, work: (db: Db) => Promise<T>): Promise<T> {
  const opened = client.query(begin).then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  try {
    const result = await work(kyselyOfClient(client))
    const failed = await opened
    if (failed) throw failed.error
    return result
  } catch (error) {
    const cause = (await opened)?.error ?? error
    // A connection that broke has rolled back by itself; what went wrong first is what is told.
    await client.query('rollback').then(
      () => release(),
      (broken: Error) => release(broken),
    )
    throw unavailable(cause)
  }
}

const opening = (begin: string, { kind, companyId }: Actor) => {
  if (!Number.isSafeInteger(companyId)) throw new Error('a unit of work needs a company')
  const patience = kind === 'user' ? `; set local lock_timeout = '${lockPatience}'` : ''
  return `${begin}; set local role guiche_tenant; set local app.company_id = '${companyId}'${patience}`
}

/** As a statement and not as a function: a function of SQL is planned anew with each call, which costs more than this does. */
const numberFacts = `
  with given as (select value, ordinality as position from jsonb_array_elements($2::jsonb) with ordinality),
  head as (
    insert into event_heads as h (company_id, last) select $1, count(*) from given
    on conflict (company_id) do update set last = h.last + excluded.last returning h.last),
  kept as (
    insert into events (company_id, number, kind, ids)
    select $1, head.last - (select count(*) from given) + given.position, given.value ->> 'kind', given.value -> 'ids' from head, given returning number)
  select min(number) as first from kept`

/** The numbers of the facts are taken with the commit, in one round trip: their head stays locked for as short as can be. */
async function commit(client: pg.PoolClient, companyId: number, facts: Fact[]): Promise<NumberedFact[]> {
  const numbering =
    facts.length > 0 ? client.query<{ first: number }>(numberFacts, [companyId, JSON.stringify(facts)]) : undefined
  const [numbers, ended] = await Promise.all([numbering, client.query('commit')])
  // A statement had failed and nobody had said so: the database has undone it all.
  if (ended.command !== 'COMMIT') throw new Error('the unit of work was rolled back')
  const first = numbers?.rows[0]?.first ?? 0
  return facts.map((fact, index) => ({ ...fact, number: first + index }))
}
