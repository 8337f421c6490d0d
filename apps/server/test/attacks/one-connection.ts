import { expect } from 'vitest'
import type pg from 'pg'
import { createPool } from '../../src/platform/database/connect.ts'
import { type Db, sql } from '../../src/platform/database/sql.ts'
import { type Units, createUnits } from '../../src/platform/database/unit-of-work.ts'
import { type Company, type World, eventually } from '#test/world'

interface OneConnection {
  pool: pg.Pool
  units: Units
}

/** Units of work that have one connection to the database. */
export function oneConnection(world: World): OneConnection {
  const pool = createPool(world.databases.app, { max: 1, onError: () => undefined })
  const units = createUnits({
    app: pool,
    operator: world.app.deps.units.operator,
    jobs: { enqueue: async () => undefined, wake: () => undefined },
    beforeCommit: async () => undefined,
    publish: () => undefined,
    wake: () => undefined,
    notePerson: () => undefined,
  })
  return { pool, units }
}

/** Two companies use the connection in turn, and each sees its own messages alone, whatever fails in between. Returns the rounds. */
export async function takeTurns(
  world: World,
  { pool, units }: OneConnection,
  { companies: [a, b], rounds }: { companies: [Company, Company]; rounds: number },
): Promise<number> {
  const seen = new Map([
    [a.id, new Set<number>()],
    [b.id, new Set<number>()],
  ])
  const failures = new Set<string>()
  for (let round = 0; round < rounds; round++) {
    const companyId = round % 2 === 0 ? a.id : b.id
    const open = round % 4 < 2 ? units.run : units.read
    const work = open({ kind: 'system', companyId }, async ({ db }) => {
      const { rows } = await sql<{ company_id: number }>`select company_id from messages`.execute(db)
      for (const row of rows) seen.get(companyId)?.add(row.company_id)
      if (round % 5 === 0) throw new Error('on purpose')
      if (round % 7 === 0) await sql`select 1 / 0`.execute(db)
      if (round % 997 === 0) await cancelled(world, db)
      if (round % 113 === 0) await sql`set local statement_timeout = 1; select pg_sleep(1)`.execute(db)
    })
    await work.catch((error: Error) => failures.add(reasonOf(error)))
    if (round % 50 === 0)
      await pool.query('select * from messages').catch((error: Error) => failures.add(error.message))
  }
  expect([...failures].toSorted()).toEqual([
    'canceling statement due to statement timeout',
    'canceling statement due to user request',
    'division by zero',
    'on purpose',
    'permission denied for table messages',
  ])
  expect([...(seen.get(a.id) ?? [])]).toEqual([a.id])
  expect([...(seen.get(b.id) ?? [])]).toEqual([b.id])
  const { rows } = await pool.query(`select current_setting('app.company_id', true) as company, current_user as role`)
  expect(rows).toEqual([{ company: '', role: 'guiche_app' }])
  return rounds
}

/** The database error behind an error that says "try again". */
const reasonOf = ({ cause, message }: Error) => (cause instanceof Error ? cause.message : message)

/** Another connection cancels the statement while it runs. */
async function cancelled(world: World, db: Db): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const statement = sql`select pg_sleep(60)`.execute(db)
  const cancel = eventually(async () => {
    const done = await world.sql(
      `select pg_cancel_backend(pid) from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'`,
      [rows[0]?.pid],
    )
    if (done.length === 0) throw new Error('it has not begun')
  })
  await Promise.all([statement, cancel])
}
