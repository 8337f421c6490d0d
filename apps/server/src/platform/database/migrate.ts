import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { connectOnce } from './connect.ts'
import { runMigrations } from './run-migrations.ts'

const folder = join(import.meta.dirname, '../../../migrations')

/**
 * Creates the roles and migrates the tables to the newest version, with the login that installs (`adminUrl`). Every
 * process runs this when it starts: a lock lets one of them work, and the others find nothing to do. `passwords` are
 * those of the server's logins; tests leave them out because their database asks for none.
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
  // Roles are shared by all databases of a server, and processes may start at the same time.
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
