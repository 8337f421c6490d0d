import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../files/data-folder.ts'
import { type RunAs, saidBy } from './postgres-files.ts'

/** The password of the superuser `postgres`: as root the database runs as a system user that other programs may have as well. */
const passwordFile = (dataFolder: string) => join(dataFolder, 'postgres-password')

export function readPassword(dataFolder: string): string | undefined {
  const file = passwordFile(dataFolder)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

/** Every connection is asked for a password. The file belongs to us, not to the user that the database runs as. */
export function writeAccessRules(cluster: string): string {
  const file = join(dirname(cluster), 'pg_hba.conf')
  writeFileSync(file, 'local all all scram-sha-256\n', { mode: 0o644 })
  return file
}

interface Place {
  dataFolder: string
  cluster: string
  runAs: RunAs
  /** The server's program, which can also work without being one: for this it must not run. */
  program: string
  settings: Record<string, string>
}

/** Made for a new database, and for one of an earlier version, which had none. Kept only once it is set. */
export async function setPassword({ dataFolder, cluster, runAs, program, settings }: Place): Promise<string> {
  const password = randomBytes(32).toString('base64url')
  const args = Object.entries({ ...settings, exit_on_error: 'on' }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const child = spawn(program, ['--single', '-D', cluster, ...args, 'postgres'], {
    ...runAs,
    cwd: cluster,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stdin.on('error', () => undefined)
  child.stdin.end(`alter role postgres password '${password}'\n`)
  const code = await new Promise((resolve) => {
    child.once('error', (error) => resolve((said = error.message)))
    child.once('close', resolve)
  })
  if (code !== 0) throw new StartError(`The database in ${cluster} cannot be given a password: ${saidBy(said)}.`)
  keep(passwordFile(dataFolder), password)
  return password
}

function keep(file: string, password: string): void {
  const unfinished = `${file}.${process.pid}`
  const fd = openSync(unfinished, 'w', 0o600)
  writeSync(fd, `${password}\n`)
  fsyncSync(fd)
  closeSync(fd)
  renameSync(unfinished, file)
}
