import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open as openFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

export interface Storage {
  /** Moves a finished temporary file into the storage; it appears whole or not at all. Returns its key. */
  keep(companyId: number, path: string, extension: string): Promise<string>
  open(companyId: number, key: string, range?: { start: number; end: number }): Readable
  /** Bytes, or undefined where there is no such file. */
  size(companyId: number, key: string): Promise<number | undefined>
  remove(companyId: number, key: string): Promise<void>
  /** Removes all files of a company. */
  removeCompany(companyId: number): Promise<void>
  pathOf(companyId: number, key: string): string
  /** A path to write to before `keep`; nobody reads half-written files there. */
  temporary(): Promise<string>
  discard(path: string): Promise<void>
  /** Removes temporary files that killed processes left behind: those not written to for an hour. */
  sweep(): Promise<void>
  /** Lists files whose age in ms is between `from` and `to`, some of one company at a time. */
  kept(age: { from: number; to: number }): AsyncGenerator<{ companyId: number; keys: string[] }>
}

const keyPattern = /^[a-f0-9]{40}\.[a-z0-9]{1,8}$/

/** Files on disk: a folder per company and random names. The original names are in the database (S53). */
export function createDiskStorage(root: string): Storage {
  const temporaryFolder = join(root, 'tmp')
  return { keep, open, size, remove, removeCompany, pathOf, temporary, discard, sweep, kept }

  async function keep(companyId: number, path: string, extension: string) {
    const key = `${randomBytes(20).toString('hex')}.${extension}`
    const target = pathOf(companyId, key)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await flush(path)
    await move(path, target)
    return key
  }

  function open(companyId: number, key: string, range?: { start: number; end: number }) {
    return createReadStream(pathOf(companyId, key), range)
  }

  async function size(companyId: number, key: string) {
    const found = await stat(pathOf(companyId, key)).catch(() => undefined)
    return found?.size
  }

  async function remove(companyId: number, key: string) {
    await rm(pathOf(companyId, key), { force: true })
  }

  async function removeCompany(companyId: number) {
    await rm(folderOf(companyId), { recursive: true, force: true })
  }

  function pathOf(companyId: number, key: string) {
    if (!keyPattern.test(key)) throw new Error('not a storage key')
    return join(folderOf(companyId), key.slice(0, 2), key)
  }

  function folderOf(companyId: number) {
    return join(root, `company${companyId}`)
  }

  async function temporary() {
    await mkdir(temporaryFolder, { recursive: true, mode: 0o700 })
    return join(temporaryFolder, randomBytes(20).toString('hex'))
  }

  async function discard(path: string) {
    await rm(path, { force: true })
  }

  async function sweep() {
    for (const name of await namesIn(temporaryFolder)) {
      const path = join(temporaryFolder, name)
      const found = await stat(path).catch(() => undefined)
      if (found && found.mtimeMs < Date.now() - temporaryFor) await discard(path)
    }
  }

  async function* kept({ from, to }: { from: number; to: number }) {
    for (const folder of await namesIn(root)) {
      const companyId = Number(/^company(\d+)$/.exec(folder)?.[1])
      if (!companyId) continue
      for (const part of await namesIn(join(root, folder))) {
        const keys: string[] = []
        for (const name of await namesIn(join(root, folder, part))) {
          const found = await stat(join(root, folder, part, name)).catch(() => undefined)
          const age = Date.now() - (found?.mtimeMs ?? Infinity)
          if (keyPattern.test(name) && age >= from && age <= to) keys.push(name)
        }
        if (keys.length > 0) yield { companyId, keys }
      }
    }
  }
}

const temporaryFor = 3_600_000

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

/** The database row survives a power cut, so the file has to survive it too. */
async function flush(path: string) {
  const file = await openFile(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A rename is atomic. Across file systems it becomes a copy next to the target and then a rename. */
async function move(from: string, to: string) {
  try {
    await rename(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
    await copyFile(from, `${to}.part`)
    await rename(`${to}.part`, to)
    await rm(from, { force: true })
  }
}
