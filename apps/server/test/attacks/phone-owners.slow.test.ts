import { afterAll, beforeAll, describe, expect, inject, onTestFailed, test } from 'vitest'
import type { Contact } from '@guiche/wa-testserver'
import {
  type PhoneProcess,
  type PhoneProcesses,
  type Worker,
  startPhoneProcesses,
} from '../processes/phone-processes.ts'
import { createTestDatabase } from '../template.ts'
import { eventually } from '#test/world'
import { createChance } from './faults-chance.ts'

/** The same seed gives the same schedule; set another one to search for more failures. */
const seed = Number(process.env['FAULTS_SEED'] ?? 1)
const timeout = 40_000

let two: PhoneProcesses
let drop: () => Promise<void>
let rita: Contact
let ana: Worker
let ticketId: number

beforeAll(async () => {
  const database = await createTestDatabase(inject('adminUrl'))
  drop = database.drop
  two = await startPhoneProcesses({ databaseUrl: database.urls.admin, count: 2 })
  rita = two.whatsApp.contact('5511988887777', 'Rita Moura')
  await rita.chat(two.phone).text('Bom dia')
  ana = await two.attendant('Ana', processAt(0))
  ticketId = await eventually(async () => {
    const [ticket] = await two.sql('select id from tickets')
    if (!ticket) throw new Error('there is no ticket yet')
    return Number(ticket.id)
  }, timeout)
  await processAt(0).calls.ask('PUT', `/tickets/${ticketId}`, {
    token: ana.token,
    body: { status: 'open', userId: ana.id, queueId: two.queueId },
  })
}, 120_000)
afterAll(async () => {
  await two?.stop()
  await drop?.()
})

describe('a phone that two processes could run (R32)', () => {
  test('is run by one of them; after a kill the other continues without a new code, and no message is lost or doubled', async () => {
    onTestFailed(tellWhatWasSaid)
    const owner = await untilOwned()
    expect(two.phone.linkedDevices).toHaveLength(1)

    await rita.chat(two.phone).text('Antes')
    const from = owner.pid()
    await owner.kill()
    await rita.chat(two.phone).text('Enquanto isso')
    const next = await untilOwned((one) => one !== owner)
    await rita.chat(two.phone).text('Depois')

    await untilStored(['Bom dia', 'Antes', 'Enquanto isso', 'Depois'])
    await answer('Estamos aqui', next)
    expect(await codesShown()).toBe(1)
    // S64
    expect(await two.sql("select actor_user_id as by, detail from audit_log where action = 'session.moved'")).toEqual([
      {
        by: null,
        detail: {
          by: expect.stringMatching(/^connection \d+$/),
          from: expect.stringContaining(`/${from}/`),
          to: expect.stringContaining(`/${next.pid()}/`),
        },
      },
    ])
    owner.start()
    await owner.ready()
  }, 120_000)

  test('is taken over if its owner is frozen until its lease expires; later writes of the old owner are refused, and no end is reported (R27)', async () => {
    onTestFailed(tellWhatWasSaid)
    const owner = await untilOwned()
    const before = await bodies()
    const words = ['Um', 'Dois', 'Três'].map((word) => `${word}, sem resposta`)

    owner.freeze()
    // They are in the buffer of its socket, so it reads them when it continues.
    for (const word of words) await rita.chat(two.phone).text(word)
    await untilOwned((one) => one !== owner)
    await untilStored([...before, ...words])
    const logins = countLogins()
    owner.thaw()
    await eventually(() => expect(owner.said()).toContain('another process runs this WhatsApp session now'), timeout)

    await rita.chat(two.phone).text('Ainda aí?')
    await untilStored([...before, ...words, 'Ainda aí?'])
    await answer('Sempre')
    expect(logins()).toBe(0)
    expect(await two.sql("select kind from connection_events where kind = 'ended'")).toEqual([])
    expect(await two.sql('select wish from whatsapp_sessions')).toEqual([{ wish: 'open' }])
    expect(await two.sql('select status from connections')).toEqual([{ status: 'connected' }])
  }, 120_000)

  test('continues without a new code after kills in the middle of a thousand key changes (R33)', async () => {
    onTestFailed(() => {
      tellWhatWasSaid()
      process.stderr.write(`Again with FAULTS_SEED=${seed}\n`)
    })
    const chance = createChance(seed)
    const customers = Array.from({ length: 8 }, (_, nth) =>
      two.whatsApp.contact(`55119777700${String(nth).padStart(2, '0')}`, `Cliente ${nth}`),
    )
    const sent: string[] = []
    const begun = await keyChanges()
    const codes = await codesShown()

    for (let kills = 0; kills < 8 || (await keyChanges()) - begun < 1000; kills += 1) {
      const owner = await untilOwned()
      const stored = await count()
      const wanted = stored + chance.between(20, 60)
      for (let nth = 0; nth < 70; nth += 1) {
        const body = `Mensagem ${sent.length}`
        sent.push(body)
        await chance.oneOf(customers).chat(two.phone).text(body)
      }
      await eventually(async () => expect(await count()).toBeGreaterThanOrEqual(wanted), timeout)
      await owner.kill()
      // Expires the leases; waiting for that is tested above.
      await two.sql('update connection_leases set expires_at = clock_timestamp()')
      owner.start()
      await owner.ready()
    }

    await eventually(
      async () =>
        expect((await bodies()).filter((body) => body.startsWith('Mensagem')).toSorted()).toEqual(sent.toSorted()),
      timeout,
    )
    expect(await codesShown()).toBe(codes)
    expect(two.phone.linkedDevices).toHaveLength(1)
    await answer('Tudo certo')
  }, 300_000)
})

function processAt(nth: number): PhoneProcess {
  const found = two.processes[nth]
  if (!found) throw new Error('there are only two processes')
  return found
}

async function untilOwned(fits: (one: PhoneProcess) => boolean = () => true): Promise<PhoneProcess> {
  return eventually(async () => {
    const owner = await two.owner()
    if (!owner || !fits(owner)) throw new Error('nobody runs it')
    return owner
  }, timeout)
}

/** Ana's token is valid at every process. */
async function answer(body: string, at = processAt(0)): Promise<void> {
  const said = { clientId: crypto.randomUUID(), body }
  await at.calls.ask('POST', `/messages/${ticketId}`, { token: ana.token, body: said })
  await rita.waitForMessage(({ text }) => text?.includes(body) === true, timeout)
  expect(rita.inbox.filter(({ text }) => text?.includes(body) === true)).toHaveLength(1)
}

async function bodies(): Promise<string[]> {
  const rows = await two.sql('select body from messages where not from_me order by sent_at, id')
  return rows.map(({ body }) => body)
}

async function count(): Promise<number> {
  return (await bodies()).length
}

const untilStored = (expected: string[]) =>
  eventually(
    async () => expect((await bodies()).filter((body) => !body.startsWith('Mensagem'))).toEqual(expected),
    timeout,
  )

async function codesShown(): Promise<number> {
  return (await two.sql("select id from connection_events where kind = 'qrcode'")).length
}

async function keyChanges(): Promise<number> {
  const [row] = await two.sql(
    "select pg_stat_force_next_flush(), n_tup_ins + n_tup_upd + n_tup_del as changes from pg_stat_user_tables where relname = 'connection_secrets'",
  )
  return Number(row.changes)
}

/** Counts from now on. */
function countLogins(): () => number {
  let logins = 0
  two.whatsApp.events.on('online', () => (logins += 1))
  return () => logins
}

function tellWhatWasSaid(): void {
  for (const one of two.processes) process.stderr.write(`${one.url}\n${one.said()}\n`)
}
