import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isRunning } from '../apps/server/src/platform/process/running-process.ts'
import { preparedDataFolder, removeDataFolder } from '../apps/server/test/data-folder.ts'
import { reservePort } from '../apps/server/test/reserve-port.ts'
import { eventually } from '../apps/server/test/world/index.ts'
import { root } from './process.mjs'

let data: string
let script: ChildProcess | undefined
let database = 0

beforeEach(async () => {
  database = 0
  data = await preparedDataFolder('process')
})
afterEach(async () => {
  if (script?.exitCode === null) script.kill('SIGKILL')
  if (database > 0 && isRunning(database)) process.kill(database, 'SIGKILL')
  removeDataFolder(data)
})

test.each([
  ['the terminal that runs `npm start` is closed', 'SIGHUP', '[...server]'],
  ['`npm start` is interrupted', 'SIGINT', '[...server]'],
  ['Ctrl+C ends `npm run dev`', 'SIGINT', "['--watch', '--watch-preserve-output', 'apps/server/src/main.ts']"],
] as const)('when %s, the server and its database shut down cleanly', async (_what, signal, args) => {
  const said = await begin(args)
  await eventually(() => expect(said()).toContain('is ready'))
  database = Number(readFileSync(join(data, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  expect(isRunning(database)).toBe(true)

  script?.kill(signal)
  if (script) await once(script, 'exit')

  await eventually(() => expect(isRunning(database)).toBe(false))
  // A server that shuts down cleanly removes this file.
  expect(existsSync(join(data, 'owner'))).toBe(false)
})

/** Starts the server as `npm start` and `npm run dev` do, without the build before it. */
async function begin(args: string): Promise<() => string> {
  const program = `
    import { pinnedNode, run, server } from ${JSON.stringify(join(root, 'scripts/process.mjs'))}
    process.exitCode = await run(pinnedNode(), ${args})`
  script = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, PORT: String(await reservePort()), GUICHE_METRICS_PORT: '0', GUICHE_DATA: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  script.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return () => text
}
