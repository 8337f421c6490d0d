import type { Actor, Ctx } from '../context.ts'
import type { Fact, NumberedFact } from '../facts.ts'
import type { Enqueue } from '../jobs.ts'
import { sql } from 'kysely'
import { busy } from '../errors.ts'
import type { Db } from './connect.ts'

export interface Units {
  /** One transaction in the actor's company. Its facts are published after the commit, in the order of the commits. */
  run<A extends Actor, T>(actor: A, work: (ctx: Ctx<A>) => Promise<T>): Promise<T>
  /** The same for work that only reads: the answer does not wait for the end of the transaction. */
  read<A extends Actor, T>(actor: A, work: (ctx: Ctx<A>) => Promise<T>): Promise<T>
  /** Across companies: timers, log-in, operator screens. Named apart so that it stands out. */
  readonly operator: Db
}

interface Parts {
  app: Db
  operator: Db
  enqueue: Enqueue
  publish: (companyId: number, facts: NumberedFact[]) => void
}

export function createUnits({ app, operator, enqueue, publish }: Parts): Units {
  return { operator, run, read }

  async function run<A extends Actor, T>(actor: A, work: (ctx: Ctx<A>) => Promise<T>): Promise<T> {
    const facts: Fact[] = []
    const followUps: (() => void)[] = []
    const { result, numbered } = await connected(async (db) => {
      await open(db, actor.companyId)
      const ctx: Ctx<A> = {
        companyId: actor.companyId,
        actor,
        db,
        emit: (kind, ids) => void facts.push({ kind, ids }),
        enqueue: (name, payload, options) => enqueue(db, name, { ...payload, companyId: actor.companyId }, options),
        afterCommit: (followUp) => void followUps.push(followUp),
      }
      const result = await work(ctx)
      return { result, numbered: await commit(db, facts) }
    })
    for (const followUp of followUps) followUp()
    if (numbered.length > 0) publish(actor.companyId, numbered)
    return result
  }

  async function read<A extends Actor, T>(actor: A, work: (ctx: Ctx<A>) => Promise<T>): Promise<T> {
    const refuse = () => {
      throw new Error('a unit of work that only reads has changed something')
    }
    return new Promise<T>((resolve, reject) => {
      connected(async (db) => {
        await sql.raw(`${opening(actor.companyId)}; set local transaction_read_only = on`).execute(db)
        resolve(
          await work({ companyId: actor.companyId, actor, db, emit: refuse, enqueue: refuse, afterCommit: refuse }),
        )
        await sql`commit`.execute(db)
      }).catch(reject)
    })
  }

  /** One connection for the whole unit; rolled back if anything throws. */
  async function connected<T>(work: (db: Db) => Promise<T>): Promise<T> {
    try {
      return await app.connection().execute(async (db) => {
        try {
          return await work(db)
        } catch (error) {
          // A connection that broke has rolled back by itself; what went wrong first is what is told.
          await sql`rollback`.execute(db).catch(() => undefined)
          throw error
        }
      })
    } catch (error) {
      throw isUnavailable(error) ? Object.assign(busy(), { cause: error }) : error
    }
  }
}

const opening = (companyId: number) => {
  if (!Number.isSafeInteger(companyId)) throw new Error('a unit of work needs a company')
  return `begin; set local role guiche_tenant; set local app.company_id = '${companyId}'`
}

// One simple query, one round trip (measured: the wall itself costs next to nothing, round trips do).
const open = (db: Db, companyId: number) => sql.raw(opening(companyId)).execute(db)

/** The number of a fact is taken as the last thing before the commit, with it in one round trip: the head stays locked for as short as can be. */
async function commit(db: Db, facts: Fact[]): Promise<NumberedFact[]> {
  if (facts.length === 0) {
    await sql`commit`.execute(db)
    return []
  }
  const { rows } = await sql<{ first: number }>`select emit_events(${JSON.stringify(facts)}::jsonb) as first`.execute(
    db,
  )
  await sql`commit`.execute(db)
  const first = rows[0]?.first ?? 0
  return facts.map((fact, index) => ({ ...fact, number: first + index }))
}

/** The database is down, starting, stopping, or has no connection to give: try again, nothing was decided. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    /^(57P0[1-5]|08...|53[123]00|ECONN|EPIPE|ENOENT)/.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end/.test(
      error.message,
    )
  )
}
