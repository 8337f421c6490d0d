import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type MigrationInfo, Migrator } from 'kysely/migration'
import { StartError } from '../files/data-folder.ts'

/** A migration that waits for a table holds up everybody who comes after it. In ms. */
const lockPatience = 2_000
/** Between two tries those who had to wait go first. In ms. */
const betweenTries = 1_000
const mostTries = 120

/** The first line of a file whose statements run one by one, such as the making of an index on a large table. */
const outside = '-- outside of a transaction'

/**
 * Brings the tables to the newest version: numbered SQL files, forward only, each run as the owner of the tables. Those of
 * an empty database run in one transaction, later ones in one each.
 */
export async function runMigrations(db: Kysely<unknown>, folder: string): Promise<void> {
  await alone(db)
  await sql`set lock_timeout = ${sql.lit(lockPatience)}`.execute(db)
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrationsIn(folder)) } })
  for (let next = stretch(await migrator.getMigrations(), folder); next;) {
    await patiently(migrator, next)
    next = stretch(await migrator.getMigrations(), folder)
  }
  // With nothing left to do it says whether there are some that this program does not know.
  assertDone(await migrator.migrateToLatest())
}

/**
 * Processes that start at once take turns. Asked again and again: whoever waits inside of a statement would keep an index
 * from being made, which in turn keeps the lock.
 */
async function alone(db: Kysely<unknown>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ is_ours: boolean }>`
      select pg_try_advisory_lock(hashtext('guiche migrations')) as is_ours`.execute(db)
    if (rows[0]?.is_ours) return
    await pause(100)
  }
}

interface Stretch {
  /** The last of it. */
  target: string
  isOutside: boolean
}

function stretch(all: readonly MigrationInfo[], folder: string): Stretch | undefined {
  const pending = all.filter(({ executedAt }) => !executedAt).map(({ name }) => name)
  const [first] = pending
  if (first === undefined) return undefined
  if (isOutside(folder, first)) return { target: first, isOutside: true }
  if (pending.length < all.length) return { target: first, isOutside: false }
  const end = pending.findIndex((name) => isOutside(folder, name))
  return { target: pending.at(end === -1 ? -1 : end - 1) ?? first, isOutside: false }
}

async function patiently(migrator: Migrator, { target, isOutside: disableTransactions }: Stretch): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const done = await migrator.migrateTo(target, { disableTransactions })
    if (!isLocked(done.error) || tries === mostTries) return assertDone(done)
    await pause(betweenTries)
  }
}

const isLocked = (error: unknown) => error instanceof Error && 'code' in error && error.code === '55P03'

function assertDone({ error, results }: Awaited<ReturnType<Migrator['migrateToLatest']>>): void {
  // Kysely has no other way to tell it.
  if (error instanceof Error && error.message.startsWith('corrupted migrations'))
    throw new StartError(`The database was made by another version of the program: ${error.message}.`)
  const failed = results?.find((result) => result.status === 'Error')
  if (error) throw new Error(`migration ${failed?.migrationName ?? ''} failed`, { cause: error })
}

function migrationsIn(folder: string) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return Object.fromEntries(
    names
      .map((name) => name.replace('.sql', ''))
      .map((name) => [name, { up: isOutside(folder, name) ? oneByOne(folder, name) : asOne(folder, name) }]),
  )
}

type Up = (db: Kysely<unknown>) => Promise<void>

const textOf = (folder: string, name: string) => readFileSync(join(folder, `${name}.sql`), 'utf8')

const isOutside = (folder: string, name: string) => textOf(folder, name).startsWith(outside)

const asOne =
  (folder: string, name: string): Up =>
  async (db) => {
    await sql`set local role guiche_owner`.execute(db)
    await sql.raw(textOf(folder, name)).execute(db)
    await sql`reset role`.execute(db)
  }

/** The making of an index waits for those who read and write, and lets them: for as long as it takes. */
const oneByOne =
  (folder: string, name: string): Up =>
  async (db) => {
    await sql`set lock_timeout = 0; set role guiche_owner`.execute(db)
    try {
      for (const statement of textOf(folder, name).split(/;\s*$/m)) {
        if (withoutComments(statement) === '') continue
        await dropHalfMade(db, statement)
        await sql.raw(statement).execute(db)
      }
    } finally {
      await sql`reset role; set lock_timeout = ${sql.lit(lockPatience)}`.execute(db)
    }
  }

const withoutComments = (statement: string) => statement.replaceAll(/^\s*--.*$/gm, '').trim()

/** A try that was killed leaves an index that nobody uses and that `if not exists` takes for done. */
async function dropHalfMade(db: Kysely<unknown>, statement: string): Promise<void> {
  const index = /create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)/i.exec(statement)?.[1]
  if (index === undefined) return
  const { rows } = await sql`
    select from pg_index where indexrelid = to_regclass(${index}) and not indisvalid`.execute(db)
  if (rows.length > 0) await sql`drop index concurrently ${sql.id(index)}`.execute(db)
}
