import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyDataFolder, removeDataFolder } from '#test/data-folder'
import { StartError } from '../files/data-folder.ts'
import { createPool } from '../database/connect.ts'
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { hasEnded, isRunning } from '../process/running-process.ts'

// With fsync, as in production: these tests kill the server.
const small = { shared_buffers: '16MB' }

let folder: string
let running: EmbeddedPostgres[] = []
beforeEach(() => {
  folder = emptyDataFolder('postgres')
})
afterEach(async () => {
  for (const postgres of running) await postgres.stop()
  running = []
  removeDataFolder(folder)
})

async function start(options: EmbeddedOptions = {}) {
  const postgres = await startEmbeddedPostgres(folder, { settings: small, ...options })
  running.push(postgres)
  return postgres
}

async function query(adminUrl: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(adminUrl)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Starts the same database in another process and returns the pid of its server. */
async function startElsewhere(
  options: EmbeddedOptions = {},
): Promise<{ owner: ChildProcess; pid: number; adminUrl: string }> {
  const module = JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))
  const program = `
    const { startEmbeddedPostgres } = await import(${module})
    const { pid, adminUrl } = await startEmbeddedPostgres(${JSON.stringify(folder)}, ${JSON.stringify({ settings: small, ...options })})
    console.log(JSON.stringify({ pid: pid(), adminUrl }))
    setInterval(() => {}, 1000)`
  const owner = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await new Promise<string>((resolve) => owner.stdout.once('data', (data) => resolve(String(data))))
  const { pid, adminUrl }: { pid: number; adminUrl: string } = JSON.parse(line)
  return { owner, pid, adminUrl }
}

async function killHard(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL')
  expect(await hasEnded(pid, 30_000)).toBe(true)
}

test('data survives a stop and a start, and nothing listens on the network', async () => {
  const first = await start()
  await query(first.adminUrl, 'create table note (id int)')
  await query(first.adminUrl, 'insert into note values (7)')
  await first.stop()
  expect(isRunning(first.pid())).toBe(false)
  expect(existsSync(join(folder, 'owner'))).toBe(false)

  const second = await start()

  expect(await query(second.adminUrl, 'select id from note')).toEqual([{ id: 7 }])
  expect(await query(second.adminUrl, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  expect(await query(second.adminUrl, 'show fsync')).toEqual([{ fsync: 'on' }])
})

test('every login needs the password, which only the owner of the data folder can read', async () => {
  const { adminUrl } = await start()
  for (const password of ['', 'postgres']) {
    const url = new URL(adminUrl)
    url.password = password
    await expect(query(url.href, 'select 1')).rejects.toThrow(/password/)
  }

  expect(await query(adminUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  const { mode, uid } = statSync(join(folder, 'postgres-password'))
  expect({ rights: mode & 0o777, uid }).toEqual({ rights: 0o600, uid: process.getuid?.() })
})

test('a database of an earlier version without a password gets one and keeps its data', async () => {
  const { owner, pid, adminUrl } = await startElsewhere({ isOpen: true })
  await query(adminUrl, 'create table note as select 7 as id')
  await killHard(owner.pid ?? 0)

  const next = await start()

  expect(isRunning(pid)).toBe(false)
  expect(await query(next.adminUrl, 'select id from note')).toEqual([{ id: 7 }])
  await expect(query(adminUrl, 'select 1')).rejects.toThrow(/password/)
  await next.stop()
  expect(await query((await start()).adminUrl, 'select id from note')).toEqual([{ id: 7 }])
})

test('clients that have just disconnected cause no error messages at a stop', async () => {
  const onError = vi.fn<(error: Error) => void>()
  for (let round = 0; round < 8; round += 1) {
    const postgres = await start()
    const pools = Array.from({ length: 4 }, () => createPool(postgres.adminUrl, { max: 5, onError }))
    await Promise.all(pools.flatMap((pool) => Array.from({ length: 5 }, () => pool.query('select pg_sleep(0)'))))
    await Promise.all(pools.map((pool) => pool.end()))
    await postgres.stop()
    expect(isRunning(postgres.pid())).toBe(false)
  }
  expect(onError).not.toHaveBeenCalled()
})

test('clients that stay connected are disconnected by a stop', async () => {
  const postgres = await start()
  const client = new pg.Client(postgres.adminUrl)
  const left = new Promise((resolve) => client.on('error', resolve))
  await client.connect()

  await postgres.stop()

  expect(isRunning(postgres.pid())).toBe(false)
  expect(await left).toMatchObject({ message: expect.stringContaining('terminating connection') })
})

test('a second start on the same folder is refused while the first runs, and does not disturb it', async () => {
  const { owner, pid, adminUrl } = await startElsewhere()

  await expect(start()).rejects.toThrow(`The data folder ${folder} is in use by process ${owner.pid}`)

  expect(await query(adminUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  await killHard(owner.pid ?? 0)
  expect(isRunning(pid)).toBe(true)
  expect((await start()).pid()).toBe(pid)
})

test('a database server that a killed process left running is used again with all its data', async () => {
  const { owner, pid, adminUrl } = await startElsewhere()
  await query(adminUrl, 'create table note as select 7 as id')
  await killHard(owner.pid ?? 0)

  const next = await start()

  expect(next.pid()).toBe(pid)
  expect(await query(next.adminUrl, 'select id from note')).toEqual([{ id: 7 }])
  await next.stop()
  expect(isRunning(pid)).toBe(false)
})

test('a database server that was left running with other settings is restarted', async () => {
  const { owner, pid } = await startElsewhere()
  await killHard(owner.pid ?? 0)

  const next = await start({ settings: { ...small, work_mem: '5MB' } })

  expect(next.pid()).not.toBe(pid)
  expect(await query(next.adminUrl, 'show work_mem')).toEqual([{ work_mem: '5MB' }])
})

test('after everything was killed the next start works, and nothing committed is lost', async () => {
  const { owner, pid, adminUrl } = await startElsewhere()
  await query(adminUrl, 'create table note as select 7 as id')
  await killHard(owner.pid ?? 0)
  await killHard(pid)

  const next = await start()

  expect(await query(next.adminUrl, 'select id from note')).toEqual([{ id: 7 }])
})

test('a stale pid file whose number belongs to another process now is ignored', async () => {
  const first = await start()
  const pidFile = join(folder, 'postgres/postmaster.pid')
  const lines = readFileSync(pidFile, 'utf8').split('\n')
  await first.stop()
  writeFileSync(pidFile, [process.ppid, ...lines.slice(1)].join('\n'))

  const second = await start()

  expect(await query(second.adminUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(isRunning(process.ppid)).toBe(true)
})

test('a database server that ends unexpectedly is started again', async () => {
  const onRestart = vi.fn<(sentence: string) => void>()
  const postgres = await start({ onRestart })
  const pid = postgres.pid()
  await query(postgres.adminUrl, 'create table note as select 7 as id')

  await killHard(pid)

  await vi.waitFor(() => expect(onRestart).toHaveBeenCalledOnce(), 30_000)
  expect(postgres.pid()).not.toBe(pid)
  expect(await query(postgres.adminUrl, 'select id from note')).toEqual([{ id: 7 }])
})

test('a damaged database is reported in one sentence; the folder is released and nothing is overwritten', async () => {
  const first = await start()
  await first.stop()
  writeFileSync(join(folder, 'postgres/global/pg_control'), 'broken')

  await expect(start()).rejects.toThrow(StartError)
  await expect(start()).rejects.toThrow(/^The database in .* does not start: [^\n]*\.$/)

  expect(existsSync(join(folder, 'owner'))).toBe(false)
  expect(readFileSync(join(folder, 'postgres/global/pg_control'), 'utf8')).toBe('broken')
})
