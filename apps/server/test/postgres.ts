import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/embedded-postgres.ts'
import { preparedDataFolder, removeDataFolder } from './data-folder.ts'
import { createTemplate } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's address of this run's server: `inject('adminUrl')`. */
    adminUrl: string
  }
}

/** Starts one PostgreSQL for the whole run, in a folder of its own that is removed at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await preparedDataFolder('test')
  const postgres = await startEmbeddedPostgres(folder, {
    isDurable: false,
    isOpen: true,
    settings: { max_connections: '300' },
  })
  const teardown = async () => {
    await postgres.stop()
    removeDataFolder(folder)
  }
  try {
    await createTemplate(postgres.adminUrl)
  } catch (error) {
    await teardown()
    throw error
  }
  project.provide('adminUrl', postgres.adminUrl)
  return teardown
}
