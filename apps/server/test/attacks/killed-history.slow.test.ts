import { type GraphServer, type PhoneNumber, createGraphServer } from '@guiche/graph-testserver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerToKill, createServerToKill } from '#test/processes/server-to-kill'
import { eventually } from '#test/world'
import { stopGraph } from '#test/world/stop-graph'

const verifyToken = 'token-de-verificacao'
const admin = { email: 'admin@empresa.test', password: 'Senha-Forte-1' }
const patience = 90_000
const [chunks, perChunk] = [6, 300]

let graph: GraphServer
let server: ServerToKill
let number: PhoneNumber
let connect: () => Promise<void>
beforeAll(async () => {
  graph = await createGraphServer()
  const app = graph.app()
  server = await createServerToKill({
    GUICHE_META_APP_ID: app.id,
    GUICHE_META_APP_SECRET: app.secret,
    GUICHE_META_VERIFY_TOKEN: verifyToken,
    GUICHE_META_GRAPH_URL: graph.url,
    GUICHE_META_LOGIN_URL: graph.url,
  })
  const operator = await server.logIn(server.operator)
  const plan = await server.ask('POST', '/plans', { name: 'Plano', users: 5, connections: 5, queues: 5 }, operator)
  await server.ask('POST', '/companies', { name: 'Casa Aurora', planId: plan.id, ...admin }, operator)
  const account = graph.business('Casa Aurora').account()
  number = account.number('551133334444', 'Casa Aurora', { isOnPhoneApp: true })
  number.phoneApp?.past.push(...Array.from({ length: chunks }, (_, nth) => chunk(nth)))
  const form = { name: 'Oficial', phoneNumberId: number.id, accountId: account.id, token: account.business.token(app) }
  const fields = ['messages', 'history', 'smb_app_state_sync']
  await graph.subscribe(app, 'whatsapp_business_account', `${server.url}/webhook`, verifyToken, fields)
  connect = async () => {
    await server.ask('POST', '/whatsapp-official', form, await server.logIn(admin))
  }
}, 120_000)
afterAll(async () => {
  await server.stop()
  await stopGraph(graph)
})

function chunk(nth: number) {
  const people = Array.from({ length: 20 }, (_, one) =>
    graph.person(`551198${String(7_100_000 + nth * 100 + one)}`, `Pessoa ${nth}-${one}`),
  )
  const threads = people.map((person, one) => ({
    person,
    messages: Array.from({ length: perChunk / people.length }, (_none, at) => ({
      isFromBusiness: at % 2 === 1,
      type: 'text',
      content: { body: `antiga ${nth}-${one}-${at}` },
      at: new Date(Date.now() - (20 - nth) * 86_400_000 + at * 60_000),
      status: 'READ',
    })),
  }))
  return { phase: 1 as const, order: nth + 1, progress: Math.round((100 * (nth + 1)) / chunks), threads }
}

const rowsOf = async <R>(text: string): Promise<R[]> => (await server.database().query(text)).rows

const done = async (): Promise<number> =>
  (await rowsOf<{ count: number }>(`select count(*)::int as count from messages where origin = 'import'`))[0]?.count ??
  0

/** Kills the process, starts it again, and Meta tells again what nobody has answered. */
async function die(): Promise<void> {
  await server.kill()
  await server.startAgain()
  await graph.clock.turn({ minutes: 2 })
  await graph.webhooks.idle()
}

test(
  'the history of a phone is asked for once and imported whole and once, though the process is killed again and again',
  { timeout: 400_000 },
  async () => {
    await connect()
    // Before or while Meta is asked, and while it tells.
    await die()
    await eventually(async () => expect(number.phoneApp?.asked.has('history')).toBe(true), patience)
    await die()
    await graph.webhooks.idle()
    await eventually(async () => {
      expect(await rowsOf('select from connection_imports where is_told')).toHaveLength(1)
      expect(await rowsOf('select from history_chunks')).toEqual([])
    }, patience)
    await server.database().query(`update connection_imports set heard_at = heard_at - interval '36 seconds'`)
    for (const share of [0.1, 0.4, 0.7]) {
      await eventually(async () => expect(await done()).toBeGreaterThan(share * chunks * perChunk), patience)
      await server.kill()
      await server.startAgain()
    }
    await eventually(
      async () => expect(await rowsOf('select state from connection_imports')).toEqual([{ state: 'done' }]),
      patience,
    )
    const [kept] = await rowsOf<{ all: number; distinct: number; unread: number }>(
      `select count(*)::int as all, count(distinct external_id)::int as distinct,
         (select coalesce(sum(unread_count), 0)::int from tickets) as unread from messages`,
    )
    expect(kept).toEqual({ all: chunks * perChunk, distinct: chunks * perChunk, unread: 0 })
    expect(
      await rowsOf(`select from connection_events where kind = 'notice' and detail ->> 'value' = 'TOO_LATE'`),
    ).toEqual([])
  },
)
