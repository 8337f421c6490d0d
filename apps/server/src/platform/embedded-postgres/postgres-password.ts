import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../files/data-folder.ts'
import { type RunAs, summaryOfOutput } from './postgres-files.ts'

/**
 * Where the password of the superuser `postgres` is kept. It is needed because, as root, the database runs as a system
 * user that other programs may use too.
 */
const passwordFile = (dataFolder: string) => join(dataFolder, 'postgres-password')

export function readPassword(dataFolder: string): string | undefined {
  const file = passwordFile(dataFolder)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

/** Makes the server ask every connection for a password. The file belongs to us, not to the user of the database. */
export function writeAccessRules(cluster: string): string {
  const file = join(dirname(cluster), 'pg_hba.conf')
  writeFileSync(file, 'local all all scram-sha-256\n', { mode: 0o644 })
  return file
}

interface Target {
  dataFolder: string
  cluster: string
  runAs: RunAs
  /** The `postgres` program in single-user mode; the server must not be running. */
  program: string
  settings: Record<string, string>
}

/**
 * Sets a password in a new database, or in one of an earlier version that had none. The password file is written last.
 */
export async function setPassword({ dataFolder, cluster, runAs, program, settings }: Target): Promise<string> {
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
  if (code !== 0)
    throw new StartError(`The database in ${cluster} cannot be given a password: ${summaryOfOutput(said)}.`)
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
