import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { StartError } from '../data-folder.ts'
import { connectOnce } from './connect.ts'

const folder = join(import.meta.dirname, '../../../migrations')

/**
 * Makes the roles and brings the tables to the newest version, as the login that installs (`adminUrl`).
 * Run by every process that starts: a lock lets one work, the others find nothing to do.
 * `passwords` are set where the logins come over a network; on the socket of the embedded server none is asked.
 */
export async function migrate(adminUrl: string, passwords?: { app: string; operator: string }): Promise<void> {
  const db = connectOnce(adminUrl)
  try {
    await db.connection().execute((connection) => prepareRoles(connection, passwords))
    const { error, results } = await new Migrator({
      db,
      provider: { getMigrations: () => Promise.resolve(migrations()) },
    }).migrateToLatest()
    // Kysely has no other way to tell it.
    if (error instanceof Error && error.message.startsWith('corrupted migrations'))
      throw new StartError(`The database was made by another version of the program: ${error.message}.`)
    const failed = results?.find((result) => result.status === 'Error')
    if (error) throw new Error(`migration ${failed?.migrationName ?? ''} failed`, { cause: error })
  } finally {
    await db.destroy()
  }
}

/** Numbered SQL files, forward only. Each runs as the owner of the tables. */
function migrations() {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return Object.fromEntries(
    files.map((file) => [
      file.replace('.sql', ''),
      {
        up: async (db: Kysely<unknown>) => {
          await sql`set local role guiche_owner`.execute(db)
          await sql.raw(readFileSync(join(folder, file), 'utf8')).execute(db)
          await sql`reset role`.execute(db)
        },
      },
    ]),
  )
}

async function prepareRoles(db: Kysely<unknown>, passwords?: { app: string; operator: string }): Promise<void> {
  // Roles are shared by all databases of a server: processes that start at once must not trip over each other.
  await sql`select pg_advisory_lock(hashtext('guiche roles'))`.execute(db)
  try {
    await sql.raw(readFileSync(join(import.meta.dirname, 'roles.sql'), 'utf8')).execute(db)
    if (!passwords) return
    await sql`alter role guiche_app password ${sql.lit(passwords.app)}`.execute(db)
    await sql`alter role guiche_operator password ${sql.lit(passwords.operator)}`.execute(db)
  } finally {
    await sql`select pg_advisory_unlock(hashtext('guiche roles'))`.execute(db)
  }
}
