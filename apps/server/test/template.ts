import pg from 'pg'

const templateName = 'guiche_template'

/** The address of a database that asks for no passwords. */
export const databaseUrl = (adminUrl: string, database: string, user?: string): string => {
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  if (user) url.username = user
  return url.href
}

/** Creates the template database that each test file copies. PostgreSQL copies it only while nobody is connected, so it takes no connections. */
export async function createTemplate(adminUrl: string): Promise<void> {
  const { pathname } = new URL(adminUrl)
  const admin = new pg.Client({ connectionString: databaseUrl(adminUrl, 'template1') })
  await admin.connect()
  await admin.query(`create database ${templateName} template ${pathname.slice(1)} strategy file_copy`)
  await admin.query(`alter database ${templateName} with allow_connections false`)
  await admin.end()
}

export interface TestDatabase {
  urls: { admin: string; app: string; operator: string }
  drop: () => Promise<void>
}

/** A new copy of the template; `drop` removes it. */
export async function createTestDatabase(adminUrl: string): Promise<TestDatabase> {
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
