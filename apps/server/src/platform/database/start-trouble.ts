import { join } from 'node:path'
import { StartError } from '../files/data-folder.ts'
import { isErrno } from '../process/running-process.ts'
import { unavailable } from './unavailable.ts'

/** The database that the process was started with. */
interface Settings {
  databaseUrl: string | undefined
  dataFolder: string
}

/**
 * Turns an error of the database during the start into a StartError with one sentence; other errors are returned
 * unchanged.
 */
export function describeStartFailure(error: unknown, { databaseUrl, dataFolder }: Settings): unknown {
  const trouble = ofDatabase(error)
  if (!trouble) return error
  const words = trouble.message.replace(/\.$/, '')
  if (databaseUrl === undefined) return new StartError(ofOwn(dataFolder, trouble.code, words))
  const { host } = new URL(databaseUrl)
  return new StartError(
    trouble.code === lacksRight
      ? `DATABASE_URL: its login may not do what a start needs (docs/operations/run.md says what): ${words}.`
      : `DATABASE_URL: the database at ${host} cannot be used: ${words}.`,
  )
}

/** Only this program writes in the embedded database, so most other errors mean damaged files. */
function ofOwn(dataFolder: string, code: string, words: string): string {
  const what = /^5[37]/.test(code) ? 'cannot be used' : 'is damaged'
  return `The database in ${join(dataFolder, 'postgres')} ${what}: ${words}; its log is ${join(dataFolder, 'postgres.log')}.`
}

const lacksRight = '42501'

function ofDatabase(error: unknown): { code: string; message: string } | undefined {
  if (!(error instanceof Error)) return undefined
  const isSaid = 'severity' in error && 'code' in error && typeof error.code === 'string'
  if (isSaid) return { code: String(error.code), message: error.message }
  const isOfFile = isErrno(error) && !['connect', 'read', 'write'].includes(error.syscall ?? 'connect')
  if (!isOfFile && unavailable(error) !== error) return { code: '57000', message: error.message || error.name }
  return ofDatabase(error.cause)
}
