import type pg from 'pg'
import type { CompiledQuery } from 'kysely'
import type { Actor, Ctx, EndStatement } from '../context.ts'
import type { Fact, NumberedFact } from '../facts.ts'
import { watch } from '../process/metrics.ts'
import { createFairSemaphore } from '../work/fair-semaphore.ts'
import type { JobName, JobQueue } from '../work/jobs.ts'
import type { WorkerName } from '../work/wakes.ts'
import { lastFactNumber } from './last-fact-number.ts'
import { createClientKyselys } from './client-kysely.ts'
import type { Db } from './connect.ts'
import { unavailable } from './unavailable.ts'

export interface Units {
  /** Identifies the application; see `perApplication`. */
  readonly application: object
  /** One transaction in the actor's company. Its facts are published after the commit, in the order of commits. */
  run<A extends Actor, T>(actor: A, work: (ctx: Ctx<A>) => Promise<T>): Promise<T>
  /** For work that only reads: returns without waiting for the commit. */
  read<A extends Actor, T>(actor: A, work: (ctx: Ctx<A>) => Promise<T>): Promise<T>
  /** The same, but all statements see one state: that after the fact with the number `asOf`. */
  readAsOf<A extends Actor, T>(actor: A, work: (ctx: Ctx<A>) => Promise<T>): Promise<{ state: T; asOf: number }>
  /** Works across companies: timers, login, operator screens. A separate name makes such calls stand out. */
  readonly operator: Db
}

interface Deps {
  app: pg.Pool
  operator: Db
  jobs: Pick<JobQueue, 'enqueue' | 'wake'>
  /** Runs the followers of a fact within its transaction. */
  beforeCommit: (ctx: Ctx, fact: Fact) => Promise<void>
  publish: (companyId: number, facts: NumberedFact[]) => void
  wake: (worker: WorkerName, companyId: number) => void
  /** A person waits for the work. */
  notePerson: () => void
}

export function createUnits({ app, operator, jobs, beforeCommit, publish, wake, notePerson }: Deps): Units {
  const application = {}
  const kyselyOf = createClientKyselys()
  const turns = createFairSemaphore(sharesOf(app.options.max))
  watch(
    {
      name: 'guiche_database_waiting',
      help: 'Units of work that wait for a connection to the database',
      label: 'pool',
    },
    async () => ({ app: turns.waiting() }),
  )
  return { application, operator, run, read, readAsOf }

  async function run<A extends Actor, T>(actor: A, work: (ctx: Ctx<A>) => Promise<T>): Promise<T> {
    const facts: Fact[] = []
    const followUps: (() => void)[] = []
    const woken = new Set<WorkerName>()
    const enqueued = new Set<JobName>()
    const undos: (() => void)[] = []
    const ends = new Map<EndStatement, Set<number>>()
    let isCommitting = false
    const begin = opening('begin', actor)
    const lease = await connect(actor)
    const { result, numbered } = await whole(lease, begin, async (db) => {
      const ctx: Ctx<A> = {
        application,
        companyId: actor.companyId,
        actor,
        db,
        emit: (kind, ids) => void facts.push({ kind, ids }),
        enqueue: async (name, payload, options) => {
          await jobs.enqueue(db, name, { ...payload, companyId: actor.companyId }, options)
          if (!options?.startAfter) enqueued.add(name)
        },
        atEnd: (statement, ids = []) => void ends.set(statement, new Set([...(ends.get(statement) ?? []), ...ids])),
        wake: (worker) => void woken.add(worker),
        afterCommit: (followUp) => void followUps.push(followUp),
        afterRollback: (undo) => void undos.push(undo),
      }
      const result = await work(ctx)
      // Followers may emit facts too; the loop reaches those as well.
      for (const fact of facts) await beforeCommit(ctx, fact)
      const last = [...ends].map(([statement, ids]) => statement(ctx, [...ids]).compile(db))
      isCommitting = true
      return { result, numbered: await commit(lease.client, actor.companyId, { last, facts }) }
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

  function read<A extends Actor, T>(actor: A, work: (ctx: Ctx<A>) => Promise<T>): Promise<T> {
    return readOnly('begin read only', actor, work)
  }

  function readAsOf<A extends Actor, T>(actor: A, work: (ctx: Ctx<A>) => Promise<T>) {
    return readOnly('begin isolation level repeatable read read only', actor, async (ctx) => {
      const snapshot = { ...ctx, isSnapshot: true }
      const [state, asOf] = await Promise.all([work(snapshot), lastFactNumber(snapshot)])
      return { state, asOf }
    })
  }

  async function readOnly<A extends Actor, T>(
    beginning: string,
    actor: A,
    work: (ctx: Ctx<A>) => Promise<T>,
  ): Promise<T> {
    const refuse = () => {
      throw new Error('a unit of work that only reads has changed something')
    }
    const begin = opening(beginning, actor)
    const lease = await connect(actor)
    const result = await whole(lease, begin, (db) =>
      work({
        application,
        companyId: actor.companyId,
        actor,
        db,
        emit: refuse,
        enqueue: refuse,
        atEnd: refuse,
        wake: refuse,
        afterCommit: refuse,
        afterRollback: refuse,
      }),
    )
    // Nothing was changed, so a failed commit does not concern the caller.
    lease.client.query('commit').then(
      () => lease.release(),
      (error: Error) => lease.release(error),
    )
    return result
  }

  async function connect({ kind, companyId }: Actor): Promise<Lease> {
    if (kind === 'user') notePerson()
    const releaseSlot = await turns.acquire(companyId)
    try {
      const client = await app.connect()
      const release = (error?: Error) => {
        client.release(error)
        releaseSlot()
      }
      return { client, db: kyselyOf(client), release }
    } catch (error) {
      releaseSlot()
      throw unavailable(error)
    }
  }
}

interface Lease {
  client: pg.PoolClient
  db: Db
  release: (error?: Error) => void
}

/**
 * One company gets a third of the connections while another one waits, and never all of them, so that the first call of
 * another company finds a free one. Calls that wait longer than `timeout` ms are refused as busy.
 */
function sharesOf(slots: number) {
  const share = Math.max(1, Math.floor(slots / 3))
  return { slots, share, maxPerKey: Math.max(1, slots - share), maxWaiting: 1000, timeout: 5_000 }
}

/** Calls of users fail with ERR_BUSY after this time. Other work waits until the statement timeout. */
const lockTimeout = '2s'

/**
 * `begin` is sent together with the first statement, in one round trip. If `begin` fails, the statement fails as well,
 * because the login itself has no rights.
 */
async function whole<T>({ client, db, release }: Lease, begin: string, work: (db: Db) => Promise<T>): Promise<T> {
  const opened = client.query(begin).then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  try {
    const result = await work(db)
    const failed = await opened
    if (failed) throw failed.error
    return result
  } catch (error) {
    const cause = (await opened)?.error ?? error
    // A broken connection has rolled back by itself. The first error is the one to report.
    await client.query('rollback').then(
      () => release(),
      (broken: Error) => release(broken),
    )
    throw unavailable(cause)
  }
}

const opening = (begin: string, { kind, companyId }: Actor) => {
  if (!Number.isSafeInteger(companyId)) throw new Error('a unit of work needs a company')
  const limit = kind === 'user' ? `; set local lock_timeout = '${lockTimeout}'` : ''
  return `${begin}; set local role guiche_tenant; set local app.company_id = '${companyId}'${limit}`
}

/** A statement and not a function: PostgreSQL plans an SQL function again at each call, which costs more. */
const numberFacts = `
  with given as (select value, ordinality as position from jsonb_array_elements($2::jsonb) with ordinality),
  head as (
    insert into event_heads as h (company_id, last) select $1, count(*) from given
    on conflict (company_id) do update set last = h.last + excluded.last returning h.last),
  kept as (
    insert into events (company_id, number, kind, ids)
    select $1, head.last - (select count(*) from given) + given.position, given.value ->> 'kind', given.value -> 'ids' from head, given returning number)
  select min(number) as first from kept`

/**
 * Facts get their numbers together with the commit, in one round trip, so that the row of the last number stays locked
 * as briefly as possible. So do the last statements.
 */
async function commit(
  client: pg.PoolClient,
  companyId: number,
  { last, facts }: { last: readonly CompiledQuery[]; facts: Fact[] },
): Promise<NumberedFact[]> {
  const sent = last.map(({ sql, parameters }) => client.query(sql, [...parameters]))
  const numbering =
    facts.length > 0 ? client.query<{ first: number }>(numberFacts, [companyId, JSON.stringify(facts)]) : undefined
  const [numbers, ended] = await Promise.all([numbering, client.query('commit'), ...sent])
  // A statement failed and its error was not awaited; the database has rolled everything back.
  if (ended.command !== 'COMMIT') throw new Error('the unit of work was rolled back')
  const first = numbers?.rows[0]?.first ?? 0
  return facts.map((fact, index) => ({ ...fact, number: first + index }))
}
