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

test('makes the folder, with what is above it, and leaves nothing behind', () => {
  openDataFolder(join(folder, 'a/b/data'))

  expect(readdirSync(join(folder, 'a/b'))).toEqual(['data'])
  expect(readdirSync(join(folder, 'a/b/data'))).toEqual([])
})

test('a place that cannot be written is refused in one sentence', () => {
  writeFileSync(join(folder, 'file'), '')

  const open = () => openDataFolder(join(folder, 'file/data'))

  expect(open).toThrow(StartError)
  expect(open).toThrow(/^The data folder .*\/file\/data cannot be written: a part of the path is a file\.$/)
})

test.skipIf(process.platform !== 'linux')('a system folder that takes no files is refused too', () => {
  expect(() => openDataFolder('/proc/guiche')).toThrow(/^The data folder \/proc\/guiche cannot be written: [^\n]*\.$/)
})

test('a folder that another live process has is refused, and is free when that one has ended', async () => {
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
  ['whose number another process has by now', JSON.stringify({ pid: process.ppid, started: 'another boot 42' })],
  ['that is no more', JSON.stringify({ pid: spawnSync(process.execPath, ['-e', '']).pid, started: 'another boot 42' })],
  ['that a full disk left without a name', ''],
  ['that is not what we write', '{"pid":"1"}'],
])('an owner %s does not count', (_, owner) => {
  writeFileSync(join(folder, 'owner'), owner)

  claimDataFolder(folder)()

  expect(readdirSync(folder)).toEqual([])
})
