import { existsSync, utimesSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { samples } from '#test/files'
import { type Company, type Person, type World, createWorld } from '#test/world'
import { sweepFiles } from './sweep-files.ts'

let world: World
let company: Company
let queue: { id: number }
let attendant: Person

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  queue = await company.queue()
  attendant = await company.attendant({ queues: [queue] })
})
afterAll(() => world.close())

const sweep = () => sweepFiles(world.app.deps)
const pathOf = (key: string, companyId = company.id) => world.app.deps.storage.pathOf(companyId, key)

/** Sets the file's time to `days` ago. */
function age(path: string, days: number) {
  const then = new Date(Date.now() - days * 86_400_000)
  utimesSync(path, then, then)
}

async function keptWithoutRow(days: number, companyId = company.id): Promise<string> {
  const { storage } = world.app.deps
  const path = await storage.temporary()
  await writeFile(path, samples.pdf)
  const key = await storage.keep(companyId, path, 'pdf')
  age(pathOf(key, companyId), days)
  return key
}

/** A file that an attendant sent `days` ago. */
async function sent(days: number): Promise<{ ticketId: number; key: string }> {
  const { id: ticketId } = await company.ticket({ queues: [queue] })
  await attendant.put(`/tickets/${ticketId}`, { status: 'open', userId: attendant.id })
  const file = { field: 'medias', name: 'nota.pdf', type: 'application/pdf', data: samples.pdf }
  const answer = await attendant.upload(`/messages/${ticketId}`, { body: 'Segue' }, [file])
  expect(answer.status).toBe(200)
  const [row] = await world.sql(
    `update files f set created_at = now() - make_interval(days => $2) from messages m
     where m.company_id = $1 and m.id = $3 and f.company_id = m.company_id and f.id = m.file_id returning f.storage_key`,
    [company.id, days, answer.body.id],
  )
  age(pathOf(row.storage_key), days)
  return { ticketId, key: row.storage_key }
}

const rowsOf = (key: string) => world.sql('select id from files where storage_key = $1', [key])

test('a file whose unit of work never ended is removed after a day', async () => {
  const [fresh, left] = [await keptWithoutRow(0), await keptWithoutRow(2)]

  await sweep()

  expect(existsSync(pathOf(fresh))).toBe(true)
  expect(existsSync(pathOf(left))).toBe(false)
})

test('files that are too old for that, or belong to a company of another database, are left alone', async () => {
  const [old, foreign] = [await keptWithoutRow(30), await keptWithoutRow(2, 999_999)]

  await sweep()

  expect(existsSync(pathOf(old))).toBe(true)
  expect(existsSync(pathOf(foreign, 999_999))).toBe(true)
})

test('a file stays while something shows it; when its ticket is deleted, row and file are removed', async () => {
  const [shown, deleted] = [await sent(3), await sent(3)]
  await (await company.admin()).delete(`/tickets/${deleted.ticketId}`)

  await sweep()

  expect(existsSync(pathOf(shown.key))).toBe(true)
  expect(await rowsOf(shown.key)).toHaveLength(1)
  expect(existsSync(pathOf(deleted.key))).toBe(false)
  expect(await rowsOf(deleted.key)).toHaveLength(0)
})

test('pictures of users, and files of scheduled messages and of waiting inbox entries are in use too', async () => {
  const { id } = attendant
  const form = [{ field: 'profileImage', name: 'ana.png', type: 'image/png', data: await samples.png() }]
  expect((await attendant.upload(`/users/${id}/media-upload`, {}, form)).status).toBe(200)
  const { id: contactId } = (await attendant.post('/contacts', { name: 'Rita', number: '5511912345678' })).body
  const scheduled = await attendant.upload(
    '/schedules',
    { body: 'Segue a nota', contactId: String(contactId), sendAt: '2031-03-10T09:00' },
    [{ field: 'medias', name: 'nota.pdf', type: 'application/pdf', data: samples.pdf }],
  )
  expect(scheduled.status).toBe(200)
  const chat = await company.webChat({ queues: [queue] })
  const visitor = await company.visitor(chat.token)
  await world.app.inbox.stop()
  const file = { field: 'file', name: 'nota.pdf', type: 'application/pdf', data: samples.pdf }
  const written = await visitor.upload(`/web-chat/${chat.token}/messages`, { id: crypto.randomUUID() }, [file])
  expect(written.status).toBe(201)
  const before = await world.sql(
    `update files set created_at = now() - interval '3 days' where company_id = $1 returning id`,
    [company.id],
  )

  await sweep()

  expect(await world.sql('select id from files where company_id = $1', [company.id])).toHaveLength(before.length)
  await world.app.inbox.start()
})

test('the file of a quick message stays until neither the message nor one that was sent with it is there', async () => {
  const { id: ticketId } = await company.ticket({ queues: [queue] })
  await attendant.put(`/tickets/${ticketId}`, { status: 'open', userId: attendant.id })
  const { id } = (await attendant.post('/quick-messages', { shortcode: 'preços', message: 'Segue' })).body
  const file = { field: 'file', name: 'precos.pdf', type: 'application/pdf', data: samples.pdf }
  expect((await attendant.upload(`/quick-messages/${id}/media-upload`, {}, [file])).status).toBe(200)
  expect((await attendant.post(`/messages/${ticketId}`, { body: '', quickMessageId: id })).status).toBe(200)
  const [{ key }] = await world.sql(
    `update files f set created_at = now() - interval '3 days' from quick_messages q
     where q.company_id = $1 and q.id = $2 and f.company_id = q.company_id and f.id = q.file_id returning f.storage_key as key`,
    [company.id, id],
  )

  await (await company.admin()).delete(`/tickets/${ticketId}`)
  await sweep()
  expect(existsSync(pathOf(key))).toBe(true)

  await attendant.delete(`/quick-messages/${id}`)
  await sweep()
  expect(existsSync(pathOf(key))).toBe(false)
  expect(await rowsOf(key)).toHaveLength(0)
})

test('the file of an internal message stays until the message is deleted', async () => {
  const { body: chat } = await attendant.post('/chats', { title: 'Vendas', users: [{ id: attendant.id }] })
  const file = { field: 'medias', name: 'precos.pdf', type: 'application/pdf', data: samples.pdf }
  const { body: message } = await attendant.upload(`/chats/${chat.id}/messages`, {}, [file])
  const [{ key }] = await world.sql(
    `update files f set created_at = now() - interval '3 days' from internal_messages m
     where m.company_id = $1 and m.id = $2 and f.company_id = m.company_id and f.id = m.file_id returning f.storage_key as key`,
    [company.id, message.id],
  )

  await sweep()
  expect(existsSync(pathOf(key))).toBe(true)

  await attendant.delete(`/chats/messages/${message.id}`)
  await sweep()
  expect(existsSync(pathOf(key))).toBe(false)
  expect(await rowsOf(key)).toHaveLength(0)
})

test('the picture of an announcement stays until it is replaced', async () => {
  const operator = await world.operator()
  const { id } = (await operator.post('/announcements', { title: 'Novidade', text: 'Veja' })).body
  const keyOf = async () => {
    const file = { field: 'file', name: 'a.png', type: 'image/png', data: await samples.png() }
    expect((await operator.upload(`/announcements/${id}/media-upload`, {}, [file])).status).toBe(200)
    const [row] = await world.sql(
      `update files f set created_at = now() - interval '3 days' from announcements a
       where a.id = $1 and f.company_id = a.file_company_id and f.id = a.file_id returning f.storage_key as key`,
      [id],
    )
    return row.key
  }
  const first = await keyOf()
  await sweep()
  expect(existsSync(pathOf(first, 1))).toBe(true)

  const second = await keyOf()
  await sweep()
  expect(existsSync(pathOf(first, 1))).toBe(false)
  expect(existsSync(pathOf(second, 1))).toBe(true)
})

test('every column that refers to a file is checked before a file is removed', async () => {
  const columns = await world.sql(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name like '%file\\_id' order by 1`,
  )

  expect(columns.map(({ name }) => name)).toEqual([
    'announcements.file_id',
    'campaigns.file_id',
    'connections.greeting_file_id',
    'contact_pictures.file_id',
    'file_list_options.file_id',
    'internal_messages.file_id',
    'message_templates.file_id',
    'messages.file_id',
    'quick_messages.file_id',
    'report_exports.file_id',
    'schedules.file_id',
    'template_files.file_id',
    'users.avatar_file_id',
  ])
})
