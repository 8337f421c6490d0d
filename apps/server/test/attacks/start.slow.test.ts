import type { ChildProcess } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyDataFolder, removeDataFolder } from '../data-folder.ts'
import { reservePort } from '../reserve-port.ts'
import { type Started, ended, ready, startProgram } from '../processes/server-process.ts'

const started = new Set<ChildProcess>()
let folder: string

beforeAll(() => {
  folder = emptyDataFolder('start')
})
afterAll(async () => {
  for (const child of started) child.kill('SIGTERM')
  await Promise.all([...started].map((child) => ended(child)))
  removeDataFolder(folder)
})

describe('a start that fails says why in one sentence and exits with 1', () => {
  test('with an invalid value, naming the variable', async () => {
    expect(await refusal({ PORT: 'many' })).toMatch(/PORT must be a number/)
  })

  test.each(['203.0.113.7', 'no-such-host.invalid', 'fe80::1'])(
    'with the address of another machine: %s',
    async (host) => {
      const env = { HOST: host, PORT: String(await reservePort()), GUICHE_METRICS_PORT: '0' }
      expect(await refusal(env)).toMatch(/^HOST .* is no address of this machine: \w+\.\s$/)
    },
  )

  test('with a data folder below a file', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    expect(await refusal({ GUICHE_DATA: join(file, 'data') })).toMatch(
      /data folder .* cannot be written: a part of the path is a file/,
    )
  })
})

test('a data folder works from its first start to its last', { timeout: 300_000 }, async () => {
  const data = join(folder, 'data')
  const port = await reservePort()
  const metricsPort = await reservePort()
  const env = { GUICHE_DATA: data, PORT: String(port), GUICHE_METRICS_PORT: String(metricsPort) }
  const address = `http://127.0.0.1:${port}`

  const first = start(env)
  await ready(first)
  expect(first.said()).toMatch(/Login/)
  const password = /Password\s+(\S+)/.exec(first.said())?.[1] ?? ''
  expect(password.length).toBeGreaterThan(10)

  for (const path of ['/health/live', '/health/ready'])
    expect(await (await fetch(address + path)).json()).toEqual({ status: 'ok' })
  const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  expect(await metrics.text()).toContain('process_cpu_seconds_total')
  for (const outside of outsideAddresses())
    await expect(fetch(`http://${outside}:${metricsPort}/metrics`)).rejects.toThrow('fetch failed')

  expect(await refusal({ ...env, PORT: String(await reservePort()), GUICHE_METRICS_PORT: '0' })).toMatch(
    /in use by process \d+/,
  )

  const other = join(folder, 'other')
  expect(await refusal({ GUICHE_DATA: other, PORT: String(port), GUICHE_METRICS_PORT: '0' })).toContain(
    `Port ${port} is taken`,
  )
  expect(
    await refusal({ GUICHE_DATA: other, PORT: String(await reservePort()), GUICHE_METRICS_PORT: String(metricsPort) }),
  ).toContain(`GUICHE_METRICS_PORT ${metricsPort} is taken`)
  // The password of that folder was not shown yet.
  await mayLogInAsTold({ GUICHE_DATA: other, PORT: String(await reservePort()), GUICHE_METRICS_PORT: '0' })

  first.child.kill('SIGTERM')
  expect(await ended(first.child)).toBe(0)

  const second = start(env)
  await ready(second)
  expect(second.said()).not.toContain('Password')
  const database = Number(readFileSync(join(data, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  second.child.kill('SIGKILL')
  process.kill(database, 'SIGKILL')
  await ended(second.child)

  const third = start(env)
  await ready(third)
  expect(await logIn(address, first.said())).toBe(200)
  third.child.kill('SIGTERM')
  expect(await ended(third.child)).toBe(0)
})

async function mayLogInAsTold(env: Record<string, string>) {
  const program = start(env)
  await ready(program)
  expect(await logIn(`http://127.0.0.1:${env['PORT']}`, program.said())).toBe(200)
  program.child.kill('SIGTERM')
  expect(await ended(program.child)).toBe(0)
}

/** With the login that a first start has printed. */
async function logIn(address: string, said: string): Promise<number> {
  const [email, password] = ['Login', 'Password'].map((label) => new RegExp(`${label}\\s+(\\S+)`).exec(said)?.[1])
  const answer = await fetch(`${address}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return answer.status
}

function start(env: Record<string, string>): Started {
  const program = startProgram(env)
  started.add(program.child)
  program.child.once('exit', () => started.delete(program.child))
  return program
}

/** The one sentence of a start that fails, without a stack. */
async function refusal(env: Record<string, string>): Promise<string> {
  const { child, complained } = start({ GUICHE_DATA: join(folder, 'refused'), ...env })
  const closed = new Promise((resolve) => child.once('close', resolve))
  expect(await ended(child)).toBe(1)
  await closed
  expect(complained().trim().split('\n')).toHaveLength(1)
  return complained()
}

const outsideAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address),
  )
