import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Contact, type Phone, type WaServer, createWaServer } from '@guiche/wa-testserver'
import { createOutsideCalls } from '#test/outside-calls'
import { type OwnServer, createOwnServer } from '#test/processes/server-process'
import { eventually } from '#test/world'

let whatsApp: WaServer
let server: OwnServer
let database: pg.Pool
beforeAll(async () => {
  whatsApp = await createWaServer({ initialKeys: 'few' })
  server = await createOwnServer(whatsApp.environment)
  server.start()
  await server.ready()
  database = new pg.Pool({ connectionString: server.databaseUrl(), max: 2 })
}, 90_000)
afterAll(async () => {
  await database.end()
  await server.stop()
  await whatsApp.stop()
})

const day = 86_400_000
const chats = 40
const perChat = 75
const all = chats * perChat
const moment = Math.floor(Date.now() / 1000) * 1000

/** The history of a phone that was used for a month: forty chats. */
function remembered(phone: Phone, customers: Contact[]): string[] {
  const ids: string[] = []
  for (const [chat, other] of customers.entries()) {
    for (let nth = 0; nth < perChat; nth++) {
      const id = `PAST${chat}X${nth}`
      ids.push(id)
      const at = new Date(moment - 20 * day + nth * 60_000 + chat * 1000)
      phone.remember({ with: other, ...(nth % 3 === 0 && { by: phone }), text: `${chat} ${nth}`, at, id })
    }
  }
  return ids
}

test('an import continues after its process was killed, imports each message once, and new messages arrive meanwhile', async () => {
  const { ask, logIn, openCompany } = createOutsideCalls(server)
  const boss = await openCompany()
  let { token: admin } = await logIn(boss)
  const phone = whatsApp.phone('5511900000001', 'Casa Aurora', { businessName: 'Casa Aurora' })
  const customers = Array.from({ length: chats }, (_, nth) =>
    whatsApp.contact(`5511960${String(nth).padStart(6, '0')}`, `Cliente ${nth}`),
  )
  const past = remembered(phone, customers)
  const rita = customers[0]

  const wanted = { importOldMessages: new Date(moment - 30 * day), importRecentMessages: new Date(moment) }
  const { id } = await ask('POST', '/whatsapp', { name: 'Loja', ...wanted }, admin)
  const shown = () => ask('GET', `/whatsapp/${id}`, undefined, admin)
  await eventually(async () => expect((await shown()).qrcode).not.toBe(''))
  await phone.scan((await shown()).qrcode)
  await eventually(async () => {
    const { rows } = await database.query(
      'select is_told, total, (select count(*)::int from history_chunks) as packed from connection_imports',
    )
    expect(rows).toEqual([{ is_told: true, total: all, packed: 0 }])
  })

  const live: string[] = []
  const writing = setInterval(() => {
    void rita
      ?.chat(phone)
      .text('Agora')
      .then(({ id: sent }) => live.push(sent))
  }, 50)
  await database.query(`update connection_imports set heard_at = heard_at - interval '36 seconds'`)

  const seen: number[] = []
  const reached = (least: number) =>
    eventually(async () => {
      const { importProgress, statusImportMessages } = await shown()
      if (importProgress) seen.push(importProgress.this)
      const isDone = statusImportMessages === 'renderButtonCloseTickets'
      expect(isDone ? all : importProgress?.this).toBeGreaterThan(least)
    })
  for (const share of [0, 0.2, 0.4, 0.6, 0.8]) {
    await reached(all * share)
    await server.kill()
    server.start()
    await server.ready()
    admin = (await logIn(boss)).token
  }
  await eventually(async () => expect((await shown()).statusImportMessages).toBe('renderButtonCloseTickets'))
  clearInterval(writing)

  expect(seen).toEqual(seen.toSorted((one, other) => one - other))
  await eventually(async () => {
    const { rows } = await database.query('select external_id from messages where not from_me or origin = $1', [
      'import',
    ])
    expect(rows).toHaveLength(past.length + live.length)
    expect(new Set(rows.map((row) => row.external_id))).toEqual(new Set([...past, ...live]))
  })
  const { rows: tickets } = await database.query(
    `select t.imported_at is not null as imported, t.unread_count, t.status, m.body = t.last_message as fits,
       m.sent_at = (select max(o.sent_at) from messages o where o.conversation_id = t.conversation_id) as is_newest
     from tickets t join messages m on m.id = t.last_message_id`,
  )
  expect(tickets).toHaveLength(chats)
  expect(tickets.every(({ status, fits, is_newest }) => status === 'pending' && fits && is_newest)).toBe(true)
  expect(tickets.filter(({ unread_count }) => unread_count > 0)).toMatchObject([{ unread_count: live.length }])
  const { rows: spoken } = await database.query(`select count(*)::int as count from messages where origin = 'bot'`)
  expect(spoken).toEqual([{ count: 0 }])
}, 240_000)
