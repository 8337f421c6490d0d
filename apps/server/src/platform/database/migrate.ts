import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { connectOnce } from './connect.ts'
import { runMigrations } from './run-migrations.ts'

const folder = join(import.meta.dirname, '../../../migrations')

/**
 * Makes the roles and brings the tables to the newest version, as the login that installs (`adminUrl`).
 * Run by every process that starts: a lock lets one work, the others find nothing to do.
 * `passwords` of the logins that the server works as; tests leave them out, on a server that asks for none.
 */
export async function migrate(adminUrl: string, passwords?: { app: string; operator: string }): Promise<void> {
  const db = connectOnce(adminUrl)
  try {
    await db.connection().execute((connection) => prepareRoles(connection, passwords))
    await runMigrations(db, folder)
  } finally {
    await db.destroy()
  }
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
