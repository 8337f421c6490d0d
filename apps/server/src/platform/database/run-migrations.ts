import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type MigrationInfo, Migrator } from 'kysely/migration'
import { StartError } from '../files/data-folder.ts'

/** In ms. A migration that waits for a table blocks every statement that comes after it. */
const lockTimeout = 2_000
/** In ms. Between two tries the blocked statements go first. */
const retryPause = 1_000
const maxTries = 120

/** The first line of a file whose statements run one by one, such as building an index on a large table. */
const outside = '-- outside of a transaction'

/**
 * Migrates the tables to the newest version: numbered SQL files, forward only, run as the owner of the tables. An empty
 * database gets all of them in one transaction; later each file has its own.
 */
export async function runMigrations(db: Kysely<unknown>, folder: string): Promise<void> {
  await waitForTurn(db)
  await sql`set lock_timeout = ${sql.lit(lockTimeout)}`.execute(db)
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrationsIn(folder)) } })
  for (let next = nextBatch(await migrator.getMigrations(), folder); next;) {
    await migrateWithRetries(migrator, next)
    next = nextBatch(await migrator.getMigrations(), folder)
  }
  // With nothing left to do, this still reports migrations in the database that this program does not know.
  assertDone(await migrator.migrateToLatest())
}

/**
 * Waits until no other process migrates. It polls, because waiting inside of a statement would keep `create index
 * concurrently` of the other process from finishing.
 */
async function waitForTurn(db: Kysely<unknown>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ is_ours: boolean }>`
      select pg_try_advisory_lock(hashtext('guiche migrations')) as is_ours`.execute(db)
    if (rows[0]?.is_ours) return
    await pause(100)
  }
}

interface Batch {
  /** The last migration of the group. */
  target: string
  isOutside: boolean
}

function nextBatch(all: readonly MigrationInfo[], folder: string): Batch | undefined {
  const pending = all.filter(({ executedAt }) => !executedAt).map(({ name }) => name)
  const [first] = pending
  if (first === undefined) return undefined
  if (isOutside(folder, first)) return { target: first, isOutside: true }
  if (pending.length < all.length) return { target: first, isOutside: false }
  const end = pending.findIndex((name) => isOutside(folder, name))
  return { target: pending.at(end === -1 ? -1 : end - 1) ?? first, isOutside: false }
}

async function migrateWithRetries(
  migrator: Migrator,
  { target, isOutside: disableTransactions }: Batch,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const done = await migrator.migrateTo(target, { disableTransactions })
    if (!isLocked(done.error) || tries === maxTries) return assertDone(done)
    await pause(retryPause)
  }
}

/** A lock took too long, or a deadlock. */
const isLocked = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01')

function assertDone({ error, results }: Awaited<ReturnType<Migrator['migrateToLatest']>>): void {
  // Kysely reports it in no other way.
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

/** Building an index waits for readers and writers without blocking them, for as long as it takes. */
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
      await sql`reset role; set lock_timeout = ${sql.lit(lockTimeout)}`.execute(db)
    }
  }

const withoutComments = (statement: string) => statement.replaceAll(/^\s*--.*$/gm, '').trim()

/** A killed build leaves an invalid index, which `if not exists` would accept. */
async function dropHalfMade(db: Kysely<unknown>, statement: string): Promise<void> {
  const index = /create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)/i.exec(statement)?.[1]
  if (index === undefined) return
  const { rows } = await sql`
    select from pg_index where indexrelid = to_regclass(${index}) and not indisvalid`.execute(db)
  if (rows.length > 0) await sql`drop index concurrently ${sql.id(index)}`.execute(db)
}
