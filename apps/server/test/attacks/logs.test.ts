import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '../../src/platform/process/log.ts'
import { samples } from '../files.ts'
import { said, someNumber } from '../inbound.ts'
import { openWindow } from '../visitor-socket.ts'
import { type World, createWorld, eventually } from '#test/world'

const number = someNumber()
const body = 'O meu segredo é canela'
let lines: string[] = []
let world: World

beforeAll(async () => {
  world = await createWorld({ log: createLogger('debug', { write: (line) => void lines.push(line) }) })
})
afterAll(() => world.close())

test('the debug log contains no secret, no text of people and no phone number (S73)', async () => {
  const company = await world.company()
  const admin = await company.admin()
  const connection = await company.connection({ queues: [await company.queue()] })
  const { visitor, connection: chat } = await company.ticket({ body })
  const window = await openWindow(world, visitor)
  const listener = await admin.listen({ lists: ['open'] })
  await connection.receive(said(number, body))
  const [row] = await company.sql('select id from tickets where company_id = $1 and connection_id = $2', [
    company.id,
    connection.id,
  ])
  await admin.put(`/tickets/${row.id}`, { status: 'open', userId: admin.id })
  world.network.answer(() => Promise.reject(new Error(`${number} cannot be reached, Bearer ${admin.token}`)))
  await admin.post(`/messages/${row.id}`, { body })
  await admin.upload(`/messages/${row.id}`, { body }, [
    { field: 'medias', name: 'a.exe', type: 'image/png', data: samples.exe },
  ])
  const file = await visitor.upload(`/web-chat/${chat.token}/messages`, { id: randomUUID(), body }, [
    { field: 'medias', name: 'a.png', type: 'image/png', data: await samples.png() },
  ])
  expect(file.status).toBe(201)
  await admin.get(`/contacts?searchParam=${number}`)
  await admin.get(`/contacts/profile/${number}`)
  await world.anonymous.post('/auth/login', { email: admin.email, password: 'Errada-canela-1' })
  await world.anonymous.get('/auth/me', { headers: { authorization: `Bearer ${admin.token}x` } })
  await world.anonymous.get(`/public/company${company.id}/${'a'.repeat(40)}.png?expires=1&signature=canela`)
  await world.anonymous.post('/auth/refresh_token', undefined, {
    headers: { origin: 'http://guiche.test' },
    cookies: { [admin.refreshCookie.name]: admin.refreshCookie.value },
  })
  await world.sql('alter table tags rename to tags_away')
  await admin.post('/tags', { name: 'canela' })
  await world.sql('alter table tags_away rename to tags')
  await admin.get(`/tickets/abc?x=canela%0d%0a{"level":"error"}`)
  await eventually(() => expect(lines.some((said) => said.includes('http.internal-error'))).toBe(true))
  await eventually(() => expect(world.network.tries.length).toBeGreaterThan(0))
  await world.app.deps.publisher.idle()
  listener.close()
  window.close()

  const all = lines.join('')
  expect(lines.length).toBeGreaterThan(20)
  const secrets = {
    number,
    local: number.slice(2),
    body: 'canela',
    password: admin.password,
    token: admin.token,
    publicToken: admin.publicToken,
    cookie: admin.refreshCookie.value,
    secret: visitor.secret.split('.')[1] ?? '',
    database: new URL(world.databases.app).password || 'none to be found',
  }
  for (const [what, value] of Object.entries(secrets))
    expect({ what, isThere: all.includes(value) }).toEqual({ what, isThere: false })
  for (const written of lines) {
    expect(written.trimEnd()).not.toContain('\n')
    expect(JSON.parse(written)).toHaveProperty('level')
  }
  lines = []
})
