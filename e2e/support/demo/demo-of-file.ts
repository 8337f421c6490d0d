import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { preparedDataFolder, removeDataFolder } from '../../../apps/server/test/data-folder.ts'
import { reservePort } from '../../../apps/server/test/reserve-port.ts'
import type { Credentials } from '../call.ts'

const root = join(import.meta.dirname, '../../..')

interface Demo {
  /** What the demo has printed where this fits, without what is around it. */
  printed: (pattern: RegExp) => string
  url: () => string
  /** The one whose login stands behind the address. */
  login: () => Credentials
}

/** A demo of `scripts/demo`, as somebody starts it, for all tests of a file. It is there once it has printed this. */
export function demoOfFile(name: string, isThere: RegExp): Demo {
  let demo: ChildProcess
  let said = ''
  let dataFolder = ''

  test.beforeAll(async () => {
    dataFolder = await preparedDataFolder('demo')
    demo = spawn(process.execPath, [`scripts/demo/${name}.ts`], {
      cwd: root,
      env: { ...process.env, PORT: String(await reservePort()), GUICHE_DATA: dataFolder, LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [demo.stdout, demo.stderr]) stream?.on('data', (text: Buffer) => (said += text.toString()))
    await expect.poll(() => said, { timeout: 120_000, intervals: [200] }).toMatch(isThere)
  })

  test.afterAll(async () => {
    const ended = once(demo, 'exit')
    demo.kill('SIGTERM')
    await ended
    removeDataFolder(dataFolder)
  })

  const printed = (pattern: RegExp) => pattern.exec(said)?.[1] ?? ''
  return {
    printed,
    url: () => printed(/Guichê\s+(http:\S+)/),
    login: () => ({ email: printed(/Guichê\s+\S+\s+\((\S+),/), password: printed(/Guichê\s+\S+\s+\(\S+, (\S+)\)/) }),
  }
}
