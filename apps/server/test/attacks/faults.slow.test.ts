import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { type OwnServer, createOwnServer } from '../processes/server-process.ts'
import { eventually } from '#test/world'
import { type Chance, createChance } from './faults-chance.ts'
import { leftToDo, violations } from './faults-checker.ts'
import { type Load, createLoad } from './faults-load.ts'

/** The same seed gives the same schedule; set another one to search for more failures. */
const seed = Number(process.env['FAULTS_SEED'] ?? 1)
/**
 * 15 in every run of the tests, 300 or more before a release. One of five hits the database, and one is an orderly
 * stop.
 */
const faults = Number(process.env['FAULTS'] ?? 15)

const timeout = 60_000
/** A fast stop, an immediate stop, and a kill. */
const databaseEnds = ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const

let server: OwnServer
let load: Load | undefined

beforeAll(async () => {
  server = await createOwnServer()
  server.start()
  await server.ready()
})
afterAll(async () => {
  load?.close()
  await server.stop()
})

test(
  'without its database the server answers every call as busy, and recovers automatically (R22)',
  {
    timeout: 180_000,
  },
  async () => {
    const json = { 'content-type': 'application/json' }
    const logIn = () =>
      fetch(`${server.url}/auth/login`, { method: 'POST', headers: json, body: JSON.stringify(server.operator) })
    const { token } = await bodyOf(await logIn())
    const readiness = async () => (await fetch(`${server.url}/health/ready`)).status
    const aCall = () => fetch(`${server.url}/plans`, { headers: { authorization: `Bearer ${token}` } })
    const aChat = () => fetch(`${server.url}/web-chat/${'a'.repeat(32)}`)

    const { release } = server.takeDatabaseAway()
    await eventually(async () => expect(await readiness()).toBe(503), timeout)
    const answers = await Promise.all([aCall(), logIn(), aChat()])

    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
    for (const answer of answers) expect(await bodyOf(answer)).toMatchObject({ error: 'ERR_BUSY' })
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200)

    release()
    await eventually(async () => expect((await aCall()).status).toBe(200), timeout)
    expect(await readiness()).toBe(200)
  },
)

test(
  'nothing is lost, duplicated or reordered while processes are killed at any time (R4, R5, R21, R22, R39)',
  {
    timeout: 120_000 + faults * 30_000,
  },
  async () => {
    onTestFailed(() => void process.stderr.write(`Again with FAULTS_SEED=${seed} FAULTS=${faults}\n${server.said()}\n`))
    const chance = createChance(seed)
    load = await createLoad({ ...server, seed, visitors: 10, attendants: 3 })

    for (let number = 1; number <= faults; number += 1) {
      await someProgress(load, chance)
      if (number % 5 === 0) endDatabase(databaseEnds[(number / 5) % databaseEnds.length] ?? 'SIGKILL')
      else if (number % 5 === 3) await stopServer()
      else await killServer(chance)
    }
    await someProgress(load, chance)
    await load.end()

    await eventually(async () => expect(await leftToDo(server.databaseUrl())).toEqual([]), timeout)
    expect(load.strange).toEqual([])
    expect(await violations(server.databaseUrl(), load)).toEqual([])
  },
)

/** Waits for some more messages and then some milliseconds, so that the fault comes in the middle of work. */
async function someProgress(current: Load, chance: Chance): Promise<void> {
  const wanted = current.count() + chance.between(1, 30)
  await eventually(() => {
    expect(current.strange).toEqual([])
    expect(current.count()).toBeGreaterThanOrEqual(wanted)
  }, timeout)
  await pause(chance.between(0, 50))
}

/** Sometimes the server is killed again before it is ready. */
async function killServer(chance: Chance): Promise<void> {
  await server.kill()
  if (chance.next() < 0.25) {
    server.start()
    await pause(chance.between(0, 1500))
    await server.kill()
  }
  server.start()
  await server.ready()
}

/** While calls are running and sockets are open. */
async function stopServer(): Promise<void> {
  const exitCode = await server.end()
  if (exitCode !== 0) throw new Error(`the server did not end in order: ${exitCode} ${server.said()}`)
  server.start()
  await server.ready()
}

/** The server must restart the database and reconnect. */
function endDatabase(signal: NodeJS.Signals): void {
  const pid = server.databasePid()
  if (pid) process.kill(pid, signal)
}

async function bodyOf(answer: Response): Promise<{ token?: string; error?: string }> {
  return JSON.parse(await answer.text())
}
