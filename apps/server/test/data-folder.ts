import { spawnSync } from 'node:child_process'
import { type Hash, createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { migrate } from '../src/platform/database/migrate.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/embedded-postgres.ts'
import { readMasterSecret } from '../src/platform/security/secret.ts'

const server = join(import.meta.dirname, '..')
const modules = join(server, '../../node_modules')
const cache = join(modules, '.cache/guiche-database')

/** An empty data folder. */
export function emptyDataFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `guiche-${name}-`))
  // As root the database runs as another user, who must be able to enter.
  chmodSync(folder, 0o711)
  return folder
}

/** A data folder with an empty, migrated database: a first start takes a fifth of the time. */
export async function preparedDataFolder(name: string): Promise<string> {
  const prepared = await prepareDatabase()
  const folder = emptyDataFolder(name)
  // A secret of its own: the server makes none if there is a database already.
  readMasterSecret({ secret: undefined, dataFolder: folder })
  copy(prepared, join(folder, 'postgres'))
  // The server makes its secret only if there is no database yet.
  writeFileSync(join(folder, 'secret'), `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600 })
  return folder
}

/** The address of the running database of a data folder, with its superuser. */
export function databaseUrlIn(folder: string): string {
  const pidFile = join(folder, 'postgres', 'postmaster.pid')
  const socketFolder = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n')[4]?.trim() : undefined
  if (!socketFolder) throw new Error('the database does not run')
  const password = readFileSync(join(folder, 'postgres-password'), 'utf8').trim()
  return `postgres://postgres:${password}@localhost/postgres?host=${encodeURIComponent(socketFolder)}`
}

/** Also removes the database, which as root may be elsewhere, behind a link. */
export function removeDataFolder(folder: string): void {
  const place = join(folder, 'postgres')
  const cluster = existsSync(place) ? realpathSync(place) : undefined
  rmSync(folder, { recursive: true, force: true })
  if (cluster && existsSync(cluster)) rmSync(dirname(cluster), { recursive: true, force: true })
}

/** Created once for these migrations and this PostgreSQL, and reused by later runs. */
async function prepareDatabase(): Promise<string> {
  const prepared = join(cache, key())
  if (existsSync(prepared)) return prepared

  const folder = emptyDataFolder('prepare')
  const unfinished = `${prepared}.${process.pid}`
  try {
    await makeDatabase(folder)
    mkdirSync(cache, { recursive: true })
    removeFormer(basename(prepared))
    copy(realpathSync(join(folder, 'postgres')), unfinished)
    renameSync(unfinished, prepared)
  } catch (error) {
    // Another process was first.
    if (!existsSync(prepared)) throw error
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
    removeDataFolder(folder)
  }
  return prepared
}

async function makeDatabase(folder: string): Promise<void> {
  const postgres = await startEmbeddedPostgres(folder, { isDurable: false })
  try {
    await migrate(postgres.adminUrl)
  } finally {
    await postgres.stop()
  }
}

/** Those of other migrations. */
function removeFormer(current: string): void {
  for (const name of readdirSync(cache))
    if (!name.startsWith(current)) rmSync(join(cache, name), { recursive: true, force: true })
}

/** A hash of everything that a prepared database depends on, and of the user who may read it. */
function key(): string {
  const hash = createHash('sha256').update(String(process.getuid?.()))
  for (const name of [
    'embedded-postgres/embedded-postgres.ts',
    'embedded-postgres/postgres-files.ts',
    'embedded-postgres/postgres-password.ts',
    'database/migrate.ts',
    'database/roles.sql',
  ])
    hash.update(readFileSync(join(server, 'src/platform', name)))
  hash.update(readFileSync(join(modules, '@embedded-postgres', `${process.platform}-${process.arch}`, 'package.json')))
  addMigrations(hash)
  return hash.digest('hex').slice(0, 16)
}

function addMigrations(hash: Hash): void {
  const folder = join(server, 'migrations')
  for (const name of readdirSync(folder).toSorted()) hash.update(name).update(readFileSync(join(folder, name)))
}

/** With owners and rights of the files, which PostgreSQL checks. */
function copy(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the database could not be copied: ${stderr}`)
}
