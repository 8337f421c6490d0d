import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser of the server that this run of the tests has: `inject('adminUrl')`. */
    adminUrl: string
  }
}

/** One PostgreSQL for the whole run, in a folder of its own, that forgets everything at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-test-'))
  // As root the database runs as another user, who has to get in.
  chmodSync(folder, 0o711)
  const postgres = await startEmbeddedPostgres(folder, { isDurable: false, settings: { max_connections: '300' } })
  const teardown = async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await prepareTemplate(postgres.adminUrl)
  } catch (error) {
    await teardown()
    throw error
  }
  project.provide('adminUrl', postgres.adminUrl)
  return teardown
}

/** Migrated once; the databases of the tests are copies of it. */
async function prepareTemplate(adminUrl: string): Promise<void> {
  const file = join(import.meta.dirname, 'template.ts')
  if (!existsSync(file)) return
  const template: { prepareTemplate: (adminUrl: string) => Promise<void> } = await import(pathToFileURL(file).href)
  await template.prepareTemplate(adminUrl)
}
