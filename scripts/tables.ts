import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/embedded-postgres.ts'
import { tool } from './tool.ts'

/** Writes the types of the tables after a migration, from a database that has all migrations. */
export async function writeTables(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-tables-'))
  // When this runs as root, the database runs as another user, who needs access to the folder.
  chmodSync(folder, 0o711)
  const postgres = await startEmbeddedPostgres(folder, { isDurable: false })
  try {
    await migrate(postgres.adminUrl)
    return await tool('kysely-codegen', [
      '--dialect=postgres',
      `--url=${postgres.adminUrl}`,
      '--out-file=apps/server/src/platform/database/tables.ts',
      // The same parsers as in `connect.ts`.
      '--date-parser=string',
      '--type-mapping={"int8":"number"}',
      '--exclude-pattern=*kysely_*',
    ])
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
