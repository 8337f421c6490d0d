import { type GraphServer, type PhoneNumber, createGraphServer } from '@guiche/graph-testserver'
import { type Phone, type WaServer, createWaServer } from '@guiche/wa-testserver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerToKill, createServerToKill } from '#test/processes/server-to-kill'
import { eventually } from '#test/world'
import { stopGraph } from '#test/world/stop-graph'

const admin = { email: 'admin@empresa.test', password: 'Senha-Forte-1' }
const patience = 90_000

let graph: GraphServer
let whatsApp: WaServer
let server: ServerToKill
let phone: Phone
let number: PhoneNumber
let connectionId: number
let claim: object
let boss: string
beforeAll(async () => {
  graph = await createGraphServer()
  whatsApp = await createWaServer({ initialKeys: 'few' })
  const app = graph.app()
  server = await createServerToKill({
    ...whatsApp.environment,
    GUICHE_META_APP_ID: app.id,
    GUICHE_META_APP_SECRET: app.secret,
    GUICHE_META_VERIFY_TOKEN: 'token-de-verificacao',
    GUICHE_META_GRAPH_URL: graph.url,
    GUICHE_META_LOGIN_URL: graph.url,
  })
  const operator = await server.logIn(server.operator)
  const plan = await server.ask('POST', '/plans', { name: 'Plano', users: 5, connections: 5, queues: 5 }, operator)
  await server.ask('POST', '/companies', { name: 'Casa Aurora', planId: plan.id, ...admin }, operator)
  boss = await server.logIn(admin)
  phone = whatsApp.phone('5511999990001', 'Casa Aurora', { businessName: 'Casa Aurora' })
  const account = graph.business('Casa Aurora').account()
  number = account.number(phone.number)
  claim = { phoneNumberId: number.id, accountId: account.id, token: account.business.token(app) }
  connectionId = (await server.ask('POST', '/whatsapp', { name: 'Vendas', channel: 'whatsapp' }, boss)).id
  await scan()
  await isConnected()
}, 120_000)
afterAll(async () => {
  await server.stop()
  await whatsApp.stop()
  await stopGraph(graph)
})

const isConnected = () => eventually(async () => expect(await shown()).toMatchObject({ status: 'CONNECTED' }), patience)

const shown = () => server.ask('GET', `/whatsapp/${connectionId}`, undefined, boss)

const scan = async () =>
  phone.scan(
    await eventually(async () => {
      const { qrcode } = await shown()
      expect(qrcode).not.toBe('')
      return qrcode
    }, patience),
  )

test(
  'killed after the number has become official, its phone is unlinked by the next process',
  { timeout: 240_000 },
  async () => {
    await server.ask('POST', `/whatsapp/${connectionId}/move/official`, claim, boss)
    await server.kill()
    await server.startAgain()
    await eventually(() => expect(phone.linkedDevices).toEqual([]), patience)
    await eventually(async () => {
      const { rows } = await server.database().query('select wish from whatsapp_sessions')
      expect(rows).toEqual([{ wish: 'none' }])
    }, patience)
    expect(await shown()).toMatchObject({ provider: 'official', status: 'CONNECTED', endReason: null })
  },
)

test(
  'killed between the code and the connection of the phone, the next process moves the number',
  { timeout: 240_000 },
  async () => {
    await server.ask('POST', `/whatsapp/${connectionId}/move/phone`, {}, boss)
    const holder = await server.database().connect()
    const qrcode = await eventually(async () => {
      const found = (await shown()).qrcode
      expect(found).not.toBe('')
      return found
    }, patience)
    await holder.query('begin')
    await holder.query('select from connections where id = $1 for no key update', [connectionId])
    await phone.scan(qrcode)
    await eventually(async () => {
      const { rows } = await server.database().query("select from pg_stat_activity where wait_event_type = 'Lock'")
      expect(rows.length).toBeGreaterThan(0)
    })
    expect(number.isRegistered).toBe(true)
    await server.kill()
    await holder.query('rollback')
    holder.release()
    await server.startAgain()
    await eventually(
      async () => expect(await shown()).toMatchObject({ provider: 'beta', status: 'CONNECTED' }),
      patience,
    )
    await eventually(() => expect(number.isRegistered).toBe(false), patience)
  },
)
