import type pg from 'pg'
import type { Actor, Ctx } from '../context.ts'
import type { Fact, NumberedFact } from '../facts.ts'
import type { Enqueue } from '../jobs.ts'
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

interface Parts {
  app: pg.Pool
  operator: Db
  enqueue: Enqueue
  publish: (companyId: number, facts: NumberedFact[]) => void
}

export function createUnits({ app, operator, enqueue, publish }: Parts): Units {
  return { operator, run, read }

  async function run<A extends Actor, T>(actor: A, work: (ctx: Ctx<A>) => Promise<T>): Promise<T> {
    const facts: Fact[] = []
    const followUps: (() => void)[] = []
    const begin = opening('begin', actor.companyId)
    const client = await connect()
    const { result, numbered } = await whole(client, begin, async (db) => {
      const result = await work({
        companyId: actor.companyId,
        actor,
        db,
        emit: (kind, ids) => void facts.push({ kind, ids }),
        enqueue: (name, payload, options) => enqueue(db, name, { ...payload, companyId: actor.companyId }, options),
        afterCommit: (followUp) => void followUps.push(followUp),
      })
      return { result, numbered: await commit(client, actor.companyId, facts) }
    })
    client.release()
    for (const followUp of followUps) followUp()
    if (numbered.length > 0) publish(actor.companyId, numbered)
    return result
  }

  async function read<A extends Actor, T>(actor: A, work: (ctx: Ctx<A>) => Promise<T>): Promise<T> {
    const refuse = () => {
      throw new Error('a unit of work that only reads has changed something')
    }
    const begin = opening('begin read only', actor.companyId)
    const client = await connect()
    const result = await whole(client, begin, (db) =>
      work({ companyId: actor.companyId, actor, db, emit: refuse, enqueue: refuse, afterCommit: refuse }),
    )
    // Nothing was changed, so nothing can go wrong any more that the caller has to know.
    client.query('commit').then(
      () => client.release(),
      (error: Error) => client.release(error),
    )
    return result
  }

  async function connect(): Promise<pg.PoolClient> {
    try {
      return await app.connect()
    } catch (error) {
      throw unavailable(error)
    }
  }
}

/**
 * The opening goes out together with the first statement of the work, in one round trip. Should it fail, that statement
 * is refused as well: the login by itself may touch nothing.
 */
async function whole<T>(client: pg.PoolClient, begin: string, work: (db: Db) => Promise<T>): Promise<T> {
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
      () => client.release(),
      (broken: Error) => client.release(broken),
    )
    throw unavailable(cause)
  }
}

const opening = (begin: string, companyId: number) => {
  if (!Number.isSafeInteger(companyId)) throw new Error('a unit of work needs a company')
  return `${begin}; set local role guiche_tenant; set local app.company_id = '${companyId}'`
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
