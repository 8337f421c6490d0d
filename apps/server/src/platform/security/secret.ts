import { hkdfSync, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../process/config.ts'
import { StartError, describeErrno } from '../files/data-folder.ts'

/** A key for each use, so that a token of one kind is never valid as another kind (S11). */
const purposes = {
  accessToken: 'access token',
  publicToken: 'public token of the live socket',
  mediaLinks: 'media links',
  refreshHash: 'hash of refresh tokens',
  visitorHash: 'hash of web chat secrets',
  recoveryHash: 'hash of recovery codes',
  connectionTokenHash: 'hash of connection tokens',
  namedTokenHash: 'hash of named tokens',
  optOutHash: 'hash of numbers that get no campaigns',
  appDatabasePassword: 'password of guiche_app',
  operatorDatabasePassword: 'password of guiche_operator',
  secretsAtRest: 'secrets at rest',
  loginState: 'state of logins at networks',
  webPush: 'private key of web push',
  demoPassword: 'password of the demo company',
} as const
export type KeyPurpose = keyof typeof purposes

const minimum = 32

/** Returns 32 bytes. */
export function deriveKey(master: string, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', master, 'guiche', purposes[purpose], 32))
}

export function allKeys(master: string): Readonly<Record<KeyPurpose, Buffer>> {
  const derive = (purpose: KeyPurpose) => deriveKey(master, purpose)
  return {
    accessToken: derive('accessToken'),
    publicToken: derive('publicToken'),
    mediaLinks: derive('mediaLinks'),
    refreshHash: derive('refreshHash'),
    visitorHash: derive('visitorHash'),
    recoveryHash: derive('recoveryHash'),
    connectionTokenHash: derive('connectionTokenHash'),
    namedTokenHash: derive('namedTokenHash'),
    optOutHash: derive('optOutHash'),
    appDatabasePassword: derive('appDatabasePassword'),
    operatorDatabasePassword: derive('operatorDatabasePassword'),
    secretsAtRest: derive('secretsAtRest'),
    loginState: derive('loginState'),
    webPush: derive('webPush'),
    demoPassword: derive('demoPassword'),
  }
}

/** GUICHE_SECRET, or the secret in the data folder, which the first start makes. */
export function readMasterSecret({ secret, dataFolder }: { secret: string | undefined; dataFolder: string }): string {
  if (secret !== undefined) {
    const objection = objectionTo(secret)
    if (objection) throw new ConfigError(`GUICHE_SECRET ${objection}.`)
    return secret
  }
  const file = join(dataFolder, 'secret')
  if (!existsSync(file)) makeSecret(file, dataFolder)
  return readSecret(file)
}

function readSecret(file: string): string {
  try {
    chmodSync(file, 0o600)
    const secret = readFileSync(file, 'utf8').trim()
    const objection = objectionTo(secret)
    if (!objection) return secret
    throw new StartError(`The secret in ${file} ${objection}; bring it back from a backup.`)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`The secret in ${file} cannot be read: ${describeErrno(error)}.`)
  }
}

function makeSecret(file: string, dataFolder: string): void {
  if (existsSync(join(dataFolder, 'postgres')))
    throw new StartError(
      `${file} is missing, and what the database holds cannot be read without it: bring it back from a backup, or set GUICHE_SECRET to what it was.`,
    )
  const made = `${file}.${process.pid}`
  try {
    const fd = openSync(made, 'wx', 0o600)
    writeSync(fd, `${randomBytes(48).toString('base64url')}\n`)
    fsyncSync(fd)
    closeSync(fd)
    linkUnlessThere(made, file)
  } catch (error) {
    throw new StartError(`The secret cannot be kept in ${file}: ${describeErrno(error)}.`)
  } finally {
    rmSync(made, { force: true })
  }
}

/** If two processes start at once, the first one's secret is used; the file is never half-written. */
function linkUnlessThere(made: string, file: string): void {
  try {
    linkSync(made, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  }
}

function objectionTo(secret: string): string | undefined {
  if (Buffer.byteLength(secret) < minimum) return `is shorter than ${minimum} bytes`
  if (isWellKnown(secret)) return 'is an example that everybody knows; make one with: openssl rand -base64 48'
  return undefined
}

/** Values from public example files, and typical placeholder texts. */
function isWellKnown(secret: string): boolean {
  const examples = ['kZaOTd+YZpjRUyyuQUpigJaEMk4vcW4YOymKPZX0Ts8=', 'dBSXqFg9TaNUEDXVp6fhMTRLBysP+j2DSqf7+raxD3A=']
  if (examples.includes(secret)) return true
  if (new Set(secret).size < 10) return true
  return /mysecret|my[-_ ]secret|your[-_ ]?secret|change[-_ ]?(me|it|this)|replace[-_ ]?(me|this)|example|password|0123456789|1234567890|abcdefghij|qwertyuiop/i.test(
    secret,
  )
}
