import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/embedded-postgres.ts'
import { tool } from './tool.ts'

/** After a migration: the types of the tables, made from a database that has all of them. */
export async function writeTables(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-tables-'))
  // As root the database runs as another user, who has to get in.
  chmodSync(folder, 0o711)
  const postgres = await startEmbeddedPostgres(folder, { isDurable: false })
  try {
    await migrate(postgres.adminUrl)
    return await tool('kysely-codegen', [
      '--dialect=postgres',
      `--url=${postgres.adminUrl}`,
      '--out-file=apps/server/src/platform/database/tables.ts',
      // As `connect.ts` has them read.
      '--date-parser=string',
      '--type-mapping={"int8":"number"}',
      '--exclude-pattern=*kysely_*',
    ])
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
