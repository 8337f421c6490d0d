import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimDataFolder, openDataFolder, StartError } from './data-folder.ts'
import { startOf } from '../process/running-process.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guiche-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('creates the folder and its parents, and leaves no probe file behind', () => {
  openDataFolder(join(folder, 'a/b/data'))

  expect(readdirSync(join(folder, 'a/b'))).toEqual(['data'])
  expect(readdirSync(join(folder, 'a/b/data'))).toEqual([])
})

test('a folder that cannot be written is refused with one sentence', () => {
  writeFileSync(join(folder, 'file'), '')

  const open = () => openDataFolder(join(folder, 'file/data'))

  expect(open).toThrow(StartError)
  expect(open).toThrow(/^The data folder .*\/file\/data cannot be written: a part of the path is a file\.$/)
})

test.skipIf(process.platform !== 'linux')('a system folder that takes no files is refused as well', () => {
  expect(() => openDataFolder('/proc/guiche')).toThrow(/^The data folder \/proc\/guiche cannot be written: [^\n]*\.$/)
})

test('a folder that belongs to another live process is refused, and is free when that process has ended', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const ended = new Promise((resolve) => other.once('exit', resolve))
  const pid = other.pid ?? 0
  writeFileSync(join(folder, 'owner'), JSON.stringify({ pid, started: startOf(pid) }))

  expect(() => claimDataFolder(folder)).toThrow(`The data folder ${folder} is in use by process ${pid}`)
  other.kill('SIGKILL')
  await ended

  const release = claimDataFolder(folder)
  expect(JSON.parse(readFileSync(join(folder, 'owner'), 'utf8'))).toMatchObject({ pid: process.pid })
  release()
  expect(readdirSync(folder)).toEqual([])
})

test.each([
  [
    'whose process id belongs to another process now',
    JSON.stringify({ pid: process.ppid, started: 'another boot 42' }),
  ],
  ['that has ended', JSON.stringify({ pid: spawnSync(process.execPath, ['-e', '']).pid, started: 'another boot 42' })],
  ['whose file a full disk left empty', ''],
  ['whose file has an unknown format', '{"pid":"1"}'],
])('an owner file %s is ignored', (_, owner) => {
  writeFileSync(join(folder, 'owner'), owner)

  claimDataFolder(folder)()

  expect(readdirSync(folder)).toEqual([])
})
