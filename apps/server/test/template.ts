import pg from 'pg'
import { migrate } from '../src/platform/database/migrate.ts'

export const templateName = 'guiche_template'

export const databaseUrl = (adminUrl: string, database: string, user?: string): string => {
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  if (user) url.username = user
  return url.href
}

/** Migrated once; each file of tests works in a copy of its own. */
export async function prepareTemplate(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${templateName}`)
  await admin.end()
  await migrate(databaseUrl(adminUrl, templateName))
}

/** A fresh database; `drop` takes it away again. */
export async function createTestDatabase(
  adminUrl: string,
): Promise<{ urls: { admin: string; app: string; operator: string }; drop: () => Promise<void> }> {
  const name = `t${crypto.randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${name} template ${templateName} strategy file_copy`)
  await admin.end()
  return {
    urls: {
      admin: databaseUrl(adminUrl, name),
      app: databaseUrl(adminUrl, name, 'guiche_app'),
      operator: databaseUrl(adminUrl, name, 'guiche_operator'),
    },
    drop: async () => {
      const closer = new pg.Client({ connectionString: adminUrl })
      await closer.connect()
      await closer.query(`drop database ${name} with (force)`)
      await closer.end()
    },
  }
}
