import { type GraphServer, type PhoneNumber, createGraphServer } from '@guiche/graph-testserver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Said, type ServerToKill, createServerToKill } from '#test/processes/server-to-kill'
import { eventually } from '#test/world'

const verifyToken = 'token-de-verificacao'
const admin = { email: 'admin@empresa.test', password: 'Senha-Forte-1' }
const patience = 90_000

let graph: GraphServer
let server: ServerToKill
let number: PhoneNumber
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
  const boss = await server.logIn(admin)
  const queue = await server.ask('POST', '/queue', { name: 'Vendas', color: '#2f6fed' }, boss)
  const account = graph.business('Casa Aurora').account()
  number = account.number('551133334444')
  const token = account.business.token(app)
  const form = { name: 'Oficial', phoneNumberId: number.id, accountId: account.id, token }
  const connection = await server.ask('POST', '/whatsapp-official', form, boss)
  await server.ask('PUT', `/whatsapp/${connection.id}`, { queueIds: [queue.id] }, boss)
  await graph.subscribe(app, 'whatsapp_business_account', `${server.url}/webhook`, verifyToken, ['messages'])
}, 120_000)
afterAll(async () => {
  await server.stop()
  await graph.stop()
})

const stored = async (body: string): Promise<Said[]> => {
  const { rows } = await server
    .database()
    .query('select id::int, ticket_id::int, ack, failure from messages where body = $1', [body])
  return rows
}

/** Meta tells again what nobody has answered. */
async function tellAgain(): Promise<void> {
  await graph.clock.turn({ minutes: 1 })
  await graph.webhooks.idle()
}

test('a webhook is told again after the process was killed before it was stored', { timeout: 240_000 }, async () => {
  const chat = graph.person('5511987650001', 'Ana').chat(number)
  const holder = await server.database().connect()
  await holder.query('begin; lock table inbox in access exclusive mode')
  const told = chat.text('Antes de guardar')
  await eventually(async () => {
    const { rows } = await server.database().query("select from pg_stat_activity where wait_event_type = 'Lock'")
    expect(rows.length).toBeGreaterThan(0)
  })
  await server.kill()
  await told
  await holder.query('rollback')
  holder.release()
  expect(graph.webhooks.waiting).toBeGreaterThan(0)
  await server.startAgain()
  await tellAgain()
  await eventually(async () => expect(await stored('Antes de guardar')).toHaveLength(1), patience)
})

test('a webhook that was stored is carried out once after the process was killed', { timeout: 240_000 }, async () => {
  const chat = graph.person('5511987650002', 'Bento').chat(number)
  const { rows } = await server.database().query("select id from companies where name = 'Casa Aurora'")
  const holder = await server.database().connect()
  await holder.query("select pg_advisory_lock(hashtext('inbox'), $1)", [Number(rows[0].id)])
  graph.webhooks.deliverTwice()
  await chat.text('Guardado')
  await server.kill()
  await holder.query('select pg_advisory_unlock_all()')
  holder.release()
  await server.startAgain()
  await eventually(async () => expect(await stored('Guardado')).toHaveLength(1), patience)
})
