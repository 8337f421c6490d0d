import { invalidApiToken } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { someNumber } from '#test/inbound'
import { type Company, type Person, type TestConnection, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let admin: Person
let connection: TestConnection

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  admin = await company.admin()
  connection = await company.connection()
})
afterAll(() => world.close())

let names = 0
const make = (body: object = {}, by = admin) =>
  by.post('/api-tokens', { name: `Loja ${(names += 1)}`, whatsappId: connection.id, scopes: ['send'], ...body })

const send = (token: string) => world.program(token).post('/api/messages/send', { number: someNumber(), body: 'Oi' })
const refused = { status: 403, body: { error: invalidApiToken } }

describe('a named token', () => {
  test('is shown once, and then only by its end', async () => {
    const { status, body } = await make({ name: 'ERP', scopes: ['state', 'send', 'send'].slice(0, 2) })

    expect(status).toBe(201)
    expect(body).toEqual({
      token: expect.stringMatching(/^gk_[\w-]{40}$/),
      record: {
        id: expect.any(Number),
        name: 'ERP',
        whatsapp: { id: connection.id, name: expect.any(String) },
        scopes: ['send', 'state'],
        ending: `••••${body.token.slice(-4)}`,
        expiresAt: null,
        isExpired: false,
        lastUsedAt: null,
        createdBy: admin.name,
        createdAt: expect.any(String),
      },
    })
    const list = await admin.get('/api-tokens')
    expect(list.body).toContainEqual(body.record)
    expect(JSON.stringify(list.body)).not.toContain(body.token)
    for (const table of ['api_tokens', 'address_book', 'audit_log'])
      expect(
        JSON.stringify(
          await company.sql(`select to_jsonb(t)::text as row from ${table} t where company_id = $1`, [company.id]),
        ),
      ).not.toContain(body.token)
  })

  test('sends on its connection beside the token of that connection, and its last use is shown', async () => {
    const { body } = await make()
    const own = await company.apiToken(connection)

    expect((await send(body.token)).status).toBe(200)
    expect((await send(own)).status).toBe(200)

    const listed = (await admin.get('/api-tokens')).body.find(({ id }: { id: number }) => id === body.record.id)
    expect(listed.lastUsedAt).toEqual(expect.any(String))
  })

  test('does only what it was made for', async () => {
    const tokens = {
      send: (await make({ scopes: ['send'] })).body.token,
      check: (await make({ scopes: ['check'] })).body.token,
      state: (await make({ scopes: ['state'] })).body.token,
    }
    const sent = await send(tokens.send)
    const calls = {
      send: (token: string) => send(token),
      check: (token: string) => world.program(token).post('/api/messages/checkNumber', { number: someNumber() }),
      state: (token: string) => world.program(token).get(`/api/messages/${sent.body.id}`),
    }
    for (const [scope, call] of Object.entries(calls))
      for (const [allowed, token] of Object.entries(tokens))
        expect({ scope, allowed, status: (await call(token)).status }).toEqual({
          scope,
          allowed,
          status: scope === allowed ? 200 : 403,
        })
  })

  test('ends with its last day', async () => {
    const { status, body } = await make({ lastDay: '2031-03-10' })
    expect(status).toBe(201)
    expect(body.record.expiresAt).toBe('2031-03-11T03:00:00.000Z')
    await company.sql('update api_tokens set expires_at = now() where id = $1', [body.record.id])

    expect(await send(body.token)).toMatchObject(refused)
    const listed = (await admin.get('/api-tokens')).body.find(({ id }: { id: number }) => id === body.record.id)
    expect(listed.isExpired).toBe(true)
  })

  test('ends at once when it is deleted, and with its connection', async () => {
    const { body } = await make()
    expect((await admin.delete(`/api-tokens/${body.record.id}`)).status).toBe(200)
    expect(await send(body.token)).toMatchObject(refused)
    expect((await admin.delete(`/api-tokens/${body.record.id}`)).status).toBe(404)

    const other = await company.connection()
    const made = await make({ whatsappId: other.id })
    expect((await admin.delete(`/whatsapp/${other.id}`)).status).toBe(200)
    expect(await send(made.body.token)).toMatchObject(refused)
    const ids = (await admin.get('/api-tokens')).body.map(({ id }: { id: number }) => id)
    expect(ids).not.toContain(made.body.record.id)
    expect(
      await company.sql(`select from address_book where kind = 'named_token' and target_id = $1`, [
        made.body.record.id,
      ]),
    ).toEqual([])
  })

  test('shows in other windows of admins, and in none of others', async () => {
    const windows = [await admin.listen(), await (await company.supervisor()).listen()]

    await make()

    await eventually(() => expect(windows[0]?.events.map(({ name }) => name)).toContain('apiToken'))
    expect(windows[1]?.events.map(({ name }) => name)).not.toContain('apiToken')
  })

  test('is recorded in the audit log when it is created and deleted', async () => {
    const { body } = await make({ name: 'Integração' })
    await admin.delete(`/api-tokens/${body.record.id}`)

    const { entries } = (await admin.get('/audit?object=apiToken')).body
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'apiToken.deleted', objectName: 'Integração' },
      { action: 'apiToken.created', objectName: 'Integração' },
    ])
  })

  test.each([
    ['without a name', { name: '' }, 400],
    ['without a scope', { scopes: [] }, 400],
    ['with another scope', { scopes: ['admin'] }, 400],
    ['that has ended', { lastDay: '2020-01-01' }, 400],
    ['of a connection that does not exist', { whatsappId: 987_654_321 }, 404],
  ])('%s is not made', async (_name, body, status) => {
    expect((await make(body)).status).toBe(status)
  })

  test('needs a name of its own, and a connection that may write first', async () => {
    await make({ name: 'Estoque' })
    expect(await make({ name: 'estoque' })).toMatchObject({ status: 400, body: { error: 'ERR_NAME_ALREADY_EXISTS' } })
    const chat = await company.webChat()
    expect(await make({ whatsappId: chat.id })).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  })

  test('is made, seen and deleted by admins of its company only', async () => {
    const { body } = await make()
    const stranger = await world.company()
    const [attendant, supervisor, theirs] = [
      await company.attendant({ allowConnections: 'enabled' }),
      await company.supervisor(),
      await stranger.admin(),
    ]

    for (const person of [attendant, supervisor]) {
      expect((await person.get('/api-tokens')).status).toBe(403)
      expect((await make({}, person)).status).toBe(403)
      expect((await person.delete(`/api-tokens/${body.record.id}`)).status).toBe(403)
      expect((await person.get('/api-tokens/usages')).status).toBe(403)
    }
    expect((await theirs.get('/api-tokens')).body).toEqual([])
    expect((await theirs.delete(`/api-tokens/${body.record.id}`)).status).toBe(404)
    expect((await make({}, theirs)).status).toBe(404)
    expect((await send(body.token)).status).toBe(200)
  })
})
