import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samples } from '#test/files'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'
import { findConnectionByToken, getConnection } from './index.ts'
import { sealClearTokens } from './tokens/seal-clear-tokens.ts'

let world: World
let company: Company
let other: Company
let admin: Person
let ana: Person
let keeper: Person
beforeAll(async () => {
  world = await createWorld()
  ;[company, other] = [await world.company(), await world.company()]
  admin = await company.admin()
  ana = await company.attendant()
  keeper = await company.attendant({ allowConnections: 'enabled' })
})
afterAll(() => world.close())

let made = 0
const chat = (more: object = {}) => ({ name: `Site ${(made += 1)}`, channel: 'webchat', ...more })
const byToken = (token: string) => findConnectionByToken(world.app.deps.units, token)

describe('a web chat connection', () => {
  test('works at once, and its token finds it', async () => {
    const { status, body } = await admin.post(
      '/whatsapp',
      chat({
        greetingMessage: 'Olá!',
        expiresTicket: '',
        timeInactiveMessage: '',
        whenExpiresTicket: 0,
        sendIdQueue: 0,
        token: null,
        integrationId: '',
      }),
    )

    expect(status).toBe(200)
    expect(body).toMatchObject({
      companyId: company.id,
      channel: 'webchat',
      status: 'CONNECTED',
      greetingMessage: 'Olá!',
      maxUseBotQueues: 3,
      maxUseBotQueuesNPS: 3,
      expiresTicket: 0,
      whenExpiresTicket: '0',
      sendIdQueue: null,
      provider: 'beta',
      queues: [],
      webChat: { asksName: true, origins: [] },
    })
    expect(body.token).toMatch(/^[A-Z0-9]{30}$/)
    expect(await byToken(body.token)).toMatchObject({ id: body.id, company_id: company.id })
    expect(await byToken('A'.repeat(30))).toBeUndefined()
    expect((await ana.get(`/whatsapp/${body.id}?session=0`)).body).toEqual(body)
  })

  test('keeps its channel, whatever a change says', async () => {
    const { id, token } = (await admin.post('/whatsapp', chat())).body

    const changed = await admin.put(`/whatsapp/${id}`, { channel: 'whatsapp', name: 'Site da loja' })

    expect(changed.body).toMatchObject({ channel: 'webchat', name: 'Site da loja', status: 'CONNECTED', token })
    expect((await admin.get(`/whatsapp/${id}`)).body).toMatchObject({ channel: 'webchat' })
    expect(await byToken(token)).toMatchObject({ id })
  })

  test('keeps the fields that a change does not name, and accepts the whole object as it was read', async () => {
    const queue = await company.queue()
    const settings = {
      greetingMessage: 'Oi',
      complationMessage: 'Tchau',
      expiresTicket: 30,
      whenExpiresTicket: '1',
      maxUseBotQueues: 5,
      groupAsTicket: 'enabled',
      sendIdQueue: queue.id,
      timeSendQueue: 20,
      webChat: { color: '#112233', title: 'Fale conosco', origins: ['https://loja.example'] },
    }
    const read = (await admin.post('/whatsapp', chat({ ...settings, queueIds: [queue.id] }))).body
    expect(read).toMatchObject({ ...settings, queues: [{ id: queue.id, name: queue.name }] })

    const renamed = (await admin.put(`/whatsapp/${read.id}`, { name: 'Outro nome' })).body
    expect(renamed).toEqual({ ...read, name: 'Outro nome', updatedAt: expect.any(String) })

    const whole = await admin.put(`/whatsapp/${read.id}`, {
      ...renamed,
      prompt: { id: 3 },
      queues: [],
      status: 'DISCONNECTED',
      companyId: other.id,
      id: 1,
    })
    expect(whole.body).toEqual({ ...renamed, updatedAt: expect.any(String) })
  })

  test('names no integration and no prompt that the company does not have', async () => {
    const { id } = (await admin.post('/whatsapp', chat({ integrationId: 0, promptId: null }))).body
    const count = async () => (await admin.get('/whatsapp')).body.length
    const before = await count()
    const refused = [
      [{ integrationId: 7 }, 'ERR_NO_INTEGRATION_FOUND'],
      [{ promptId: '7' }, 'ERR_NO_PROMPT_FOUND'],
    ] as const

    for (const [named, error] of refused) {
      expect(await admin.post('/whatsapp', chat(named))).toMatchObject({ status: 404, body: { error } })
      expect(await admin.put(`/whatsapp/${id}`, { name: 'Outra', ...named })).toMatchObject({
        status: 404,
        body: { error },
      })
    }
    expect(await count()).toBe(before)
    expect((await admin.get(`/whatsapp/${id}`)).body).toMatchObject({ integrationId: null, promptId: null })
  })

  test('shows each of its queues with file list, options, and whether it closes the ticket', async () => {
    const list = (await admin.post('/files', { name: 'Catálogo', message: 'Veja' })).body
    const queue = await company.queue()
    const options = [{ name: 'Preços', greetingMessage: 'Os preços' }, { name: 'Prazos' }]
    await admin.put(`/queue/${queue.id}`, { fileListId: list.id, closeTicket: true, chatbots: options })

    const { id } = (await admin.post('/whatsapp', chat({ queueIds: [queue.id] }))).body

    expect((await admin.get(`/whatsapp/${id}`)).body.queues).toEqual([
      {
        id: queue.id,
        name: queue.name,
        color: expect.any(String),
        greetingMessage: '',
        integrationId: null,
        fileListId: list.id,
        promptId: null,
        closeTicket: true,
        chatbots: [
          { id: expect.any(Number), name: 'Preços', greetingMessage: 'Os preços', closeTicket: false },
          { id: expect.any(Number), name: 'Prazos', greetingMessage: '', closeTicket: false },
        ],
      },
    ])
  })

  test('gets a new token, and the old one is not valid any more', async () => {
    const before = (await admin.post('/whatsapp', chat())).body
    await byToken(before.token)
    const token = 'RENEWED0123456789ABCDEFGHIJKLM'

    const answer = await admin.put(`/whatsapp/${before.id}`, { token })

    expect(answer.body.token).toBe(token)
    expect(await byToken(token)).toMatchObject({ id: before.id })
    await eventually(async () => expect(await byToken(before.token)).toBeUndefined())
  })

  test('keeps its token when a change sends something that is not a token', async () => {
    const { id, token } = (await admin.post('/whatsapp', chat())).body

    for (const sent of [`••••${token.slice(-4)}`, '', null, 'abc', token.toLowerCase()]) {
      expect((await admin.put(`/whatsapp/${id}`, { token: sent })).body.token).toBe(token)
    }
  })

  test('cannot take the token of another connection, in any company', async () => {
    const theirs = await other.webChat()
    const { id } = (await admin.post('/whatsapp', chat())).body

    expect((await admin.put(`/whatsapp/${id}`, { token: theirs.token })).status).toBe(400)
    expect((await admin.post('/whatsapp', chat({ token: theirs.token }))).status).toBe(400)
    expect(await byToken(theirs.token)).toMatchObject({ id: theirs.id, company_id: other.id })
  })

  test('is archived: its name and token can be used again, and its history stays', async () => {
    const body = chat()
    const { id, token } = (await admin.post('/whatsapp', body)).body
    const bia = await company.attendant()
    await admin.put(`/users/${bia.id}`, { whatsappId: id })

    expect((await admin.delete(`/whatsapp/${id}`)).status).toBe(200)

    expect(await admin.get(`/whatsapp/${id}`)).toMatchObject({ status: 404, body: { error: 'ERR_NO_WAPP_FOUND' } })
    expect(await admin.delete(`/whatsapp/${id}`)).toMatchObject({ status: 404 })
    await eventually(async () => expect(await byToken(token)).toBeUndefined())
    expect((await admin.get(`/users/${bia.id}`)).body.whatsappId).toBeNull()
    expect((await admin.post('/whatsapp', { ...body, token })).body.token).toBe(token)
    expect(
      await world.sql('select name from connections where company_id = $1 and id = $2', [company.id, id]),
    ).toHaveLength(1)
  })

  test('is announced to every browser of the company and to no other', async () => {
    const [near, far] = [await ana.listen(), await (await other.admin()).listen()]

    const { id, token } = (await admin.post('/whatsapp', chat())).body
    await admin.delete(`/whatsapp/${id}`)

    await eventually(() =>
      expect(near.of('connection').map(({ payload }) => payload)).toContainEqual(
        expect.objectContaining({ action: 'delete', whatsappId: id }),
      ),
    )
    const updates = near.of('connection').filter(({ payload }) => payload.whatsapp?.id === id)
    for (const { payload } of updates) expect(payload.whatsapp.token).toBe(token)
    expect(far.of('connection')).toEqual([])
  })
})

describe('connections', () => {
  test('the first is the default, another one can replace it, and there always is one', async () => {
    const boss = await (await world.company()).admin()
    const first = (await boss.post('/whatsapp', chat({ isDefault: false }))).body
    const second = (await boss.post('/whatsapp', chat())).body
    expect([first.isDefault, second.isDefault]).toEqual([true, false])

    expect(await boss.put(`/whatsapp/${first.id}`, { isDefault: false })).toMatchObject({
      status: 400,
      body: { error: 'ERR_NO_OTHER_WHATSAPP' },
    })
    expect(await boss.delete(`/whatsapp/${first.id}`)).toMatchObject({
      status: 400,
      body: { error: 'ERR_NO_OTHER_WHATSAPP' },
    })

    expect((await boss.put(`/whatsapp/${second.id}`, { isDefault: true })).body.isDefault).toBe(true)
    expect((await boss.get(`/whatsapp/${first.id}`)).body.isDefault).toBe(false)

    expect((await boss.delete(`/whatsapp/${first.id}`)).status).toBe(200)
    expect((await boss.delete(`/whatsapp/${second.id}`)).status).toBe(200)
    expect((await boss.get('/whatsapp')).body).toEqual([])
  })

  test('when several become the default at the same moment, one remains', async () => {
    const boss = await (await world.company()).admin()
    const ids: number[] = []
    for (let nth = 0; nth < 4; nth += 1) ids.push((await boss.post('/whatsapp', chat())).body.id)

    const answers = await Promise.all(ids.map((id) => boss.put(`/whatsapp/${id}`, { isDefault: true })))

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(
      (await boss.get('/whatsapp')).body.filter(({ isDefault }: { isDefault: boolean }) => isDefault),
    ).toHaveLength(1)
  })

  test('several queues need a greeting, also when only one of the two changes', async () => {
    const queueIds = [(await company.queue()).id, (await company.queue()).id]
    const refused = { status: 400, body: { error: 'ERR_WAPP_GREETING_REQUIRED' } }

    expect(await admin.post('/whatsapp', chat({ queueIds }))).toMatchObject(refused)
    expect(await admin.post('/whatsapp', chat({ queueIds, greetingMessage: '  ' }))).toMatchObject(refused)
    const { id } = (await admin.post('/whatsapp', chat({ queueIds, greetingMessage: 'Escolha' }))).body
    expect(await admin.put(`/whatsapp/${id}`, { greetingMessage: '' })).toMatchObject(refused)
    expect((await admin.put(`/whatsapp/${id}`, { greetingMessage: '', queueIds: queueIds.slice(1) })).status).toBe(200)
    expect(await admin.put(`/whatsapp/${id}`, { queueIds })).toMatchObject(refused)
  })

  test('names are unique, regardless of accents', async () => {
    await admin.post('/whatsapp', chat({ name: 'Balcão' }))

    expect(await admin.post('/whatsapp', chat({ name: 'balcao' }))).toMatchObject({
      status: 400,
      body: { error: 'ERR_NAME_ALREADY_EXISTS' },
    })
    expect((await (await other.admin()).post('/whatsapp', chat({ name: 'Balcão' }))).status).toBe(200)
  })

  test('a channel that this installation does not run is refused', async () => {
    for (const channel of ['facebook', 'instagram']) {
      expect(await admin.post('/whatsapp', chat({ channel }))).toMatchObject({
        status: 400,
        body: { error: 'ERR_WAPP_NOT_INITIALIZED' },
      })
    }
  })

  test('no more are created than the plan allows: of fifty at once exactly two', async () => {
    const boss = await (await world.company({ plan: { connections: 2 } })).admin()

    const answers = await Promise.all(Array.from({ length: 50 }, () => boss.post('/whatsapp', chat())))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(answers.filter(({ status, body }) => status === 403 && body.error === 'ERR_PLAN_LIMIT')).toHaveLength(48)
  })
})

describe('the token of a connection that is not a web chat', () => {
  const phone = async (values = {}) => (await admin.post('/whatsapp', chat({ channel: 'whatsapp', ...values }))).body
  const shownTo = (person: Person, id: number, currentPassword = person.password) =>
    person.post(`/whatsapp/${id}/token`, { currentPassword })

  test('is never in an answer, a list or an event; only its end is shown', async () => {
    const [toAdmin, toAna, toKeeper] = [await admin.listen(), await ana.listen(), await keeper.listen()]
    const { id, token: shown } = await phone()
    const { token } = (await shownTo(admin, id)).body

    expect(token).toMatch(/^[A-Z0-9]{30}$/)
    expect(shown).toBe(`••••${token.slice(-4)}`)
    for (const person of [admin, ana, keeper]) {
      expect((await person.get(`/whatsapp/${id}`)).body.token).toBe(shown)
      const list = (await person.get('/whatsapp')).body
      expect(list.find((connection: { id: number }) => connection.id === id).token).toBe(shown)
    }
    const tokensOf = (listener: typeof toAdmin) =>
      listener
        .of('connection')
        .filter(({ payload }) => payload.whatsapp?.id === id)
        .map(({ payload }) => payload.whatsapp.token)
    for (const listener of [toAdmin, toAna, toKeeper])
      await eventually(() => expect(new Set(tokensOf(listener))).toEqual(new Set([shown])))
  })

  test('is sealed in the database', async () => {
    const { id } = await phone()
    const { token } = (await shownTo(admin, id)).body

    const [stored] = await company.sql(
      'select ciphertext from connection_tokens where company_id = $1 and connection_id = $2',
      [company.id, id],
    )

    expect(stored.ciphertext.toString('latin1')).not.toContain(token)
    expect(
      await company.sql('select token from connections where company_id = $1 and id = $2', [company.id, id]),
    ).toEqual([{ token: '' }])
  })

  test('is shown only to an admin who gives the right password, and the audit log says so', async () => {
    const { id } = await phone()

    expect(await shownTo(admin, id, 'errada-123')).toMatchObject({ status: 400, body: { error: 'ERR_WRONG_PASSWORD' } })
    expect((await shownTo(admin, id, '')).status).toBe(400)
    for (const person of [ana, keeper]) expect((await shownTo(person, id)).status).toBe(403)
    const foreigner = await other.admin()
    expect(await shownTo(foreigner, id)).toMatchObject({ status: 404, body: { error: 'ERR_NO_WAPP_FOUND' } })
    const entries = () =>
      company.sql(
        `select from audit_log where company_id = $1 and action = 'connection.tokenRead' and object_id = $2`,
        [company.id, String(id)],
      )
    expect(await entries()).toHaveLength(0)

    expect((await shownTo(admin, id)).status).toBe(200)
    expect(await entries()).toHaveLength(1)
  })

  test('is renewed with the same proof, and the old one is gone', async () => {
    const { id } = await phone()
    const before = (await shownTo(admin, id)).body.token
    const renew = (person: Person, currentPassword = person.password) =>
      person.put(`/whatsapp/${id}/token`, { currentPassword })

    expect(await renew(admin, 'errada-123')).toMatchObject({ status: 400, body: { error: 'ERR_WRONG_PASSWORD' } })
    for (const person of [ana, keeper]) expect((await renew(person)).status).toBe(403)
    expect((await renew(await other.admin())).status).toBe(404)
    expect((await shownTo(admin, id)).body.token).toBe(before)

    const { token } = (await renew(admin)).body
    expect(token).toMatch(/^[A-Z0-9]{30}$/)
    expect(token).not.toBe(before)
    expect((await shownTo(admin, id)).body.token).toBe(token)
    expect((await admin.get(`/whatsapp/${id}`)).body.token).toBe(`••••${token.slice(-4)}`)
  })

  test('can be chosen by an admin, as existing clients do, and by nobody else', async () => {
    const chosen = 'ESCOLHIDO0123456789ABCDEFGHIJK'.slice(0, 30)
    const { id, token: shown } = await phone({ token: chosen })
    expect((await shownTo(admin, id)).body.token).toBe(chosen)

    const next = chosen.split('').toReversed().join('')
    expect((await keeper.put(`/whatsapp/${id}`, { token: next })).status).toBe(403)
    expect((await keeper.put(`/whatsapp/${id}`, { token: shown, name: 'Renomeada' })).body.name).toBe('Renomeada')
    expect((await shownTo(admin, id)).body.token).toBe(chosen)
    expect((await admin.put(`/whatsapp/${id}`, { token: next })).status).toBe(200)
    expect((await shownTo(admin, id)).body.token).toBe(next)

    const made = (await keeper.post('/whatsapp', chat({ channel: 'whatsapp', token: chosen }))).body
    expect((await shownTo(admin, made.id)).body.token).not.toBe(chosen)
  })

  test('that an earlier version had only sealed is recognised by its hash after the start', async () => {
    const connection = await company.connection()
    const token = await company.apiToken(connection)
    const ask = async () => (await world.program(token).get('/api/messages/987654321')).status
    await company.sql(`delete from address_book where kind = 'api_token' and target_id = $1`, [connection.id])
    expect(await ask()).toBe(403)

    await sealClearTokens(world.app.deps)
    await sealClearTokens(world.app.deps)

    expect(await ask()).toBe(404)
  })

  test('that an earlier version stored in clear is sealed at the start', async () => {
    const { id } = await phone()
    const clear = 'CLARO0123456789ABCDEFGHIJKLMNO'
    await company.sql('delete from connection_tokens where company_id = $1 and connection_id = $2', [company.id, id])
    await company.sql('update connections set token = $3 where company_id = $1 and id = $2', [company.id, id, clear])

    await sealClearTokens(world.app.deps)
    await sealClearTokens(world.app.deps)

    expect((await admin.get(`/whatsapp/${id}`)).body.token).toBe('••••LMNO')
    expect((await shownTo(admin, id)).body.token).toBe(clear)
    expect(
      await company.sql('select token from connections where company_id = $1 and id = $2', [company.id, id]),
    ).toEqual([{ token: '' }])
  })

  test('is removed with the connection', async () => {
    // The first connection is the default, which cannot be deleted.
    await phone()
    const { id } = await phone()

    expect((await admin.delete(`/whatsapp/${id}`)).status).toBe(200)

    expect((await shownTo(admin, id)).status).toBe(404)
    expect(
      await company.sql('select from connection_tokens where company_id = $1 and connection_id = $2', [company.id, id]),
    ).toEqual([])
  })
})

describe('an attacker', () => {
  test('from another company finds no connection and changes nothing', async () => {
    const theirs = await other.webChat()
    const before = await world.sql('select * from connections where company_id = $1 order by id', [other.id])

    for (const id of [theirs.id, 999_999_999]) {
      const answers = [
        await admin.get(`/whatsapp/${id}`),
        await admin.put(`/whatsapp/${id}`, { name: 'Nossa' }),
        await admin.delete(`/whatsapp/${id}`),
      ]
      expect(answers.map(({ status, body }) => [status, body])).toEqual(
        Array.from({ length: 3 }, () => [404, { error: 'ERR_NO_WAPP_FOUND' }]),
      )
    }
    expect((await admin.get(`/whatsapp?companyId=${other.id}&session=0`)).status).toBe(403)
    expect((await admin.get(`/whatsapp/${theirs.id}?companyId=${other.id}`)).status).toBe(403)
    expect(await world.sql('select * from connections where company_id = $1 order by id', [other.id])).toEqual(before)
  })

  test('cannot use queues of another company or deleted queues', async () => {
    const theirs = await other.queue()
    const gone = await company.queue()
    await admin.delete(`/queue/${gone.id}`)
    const { id } = (await admin.post('/whatsapp', chat())).body

    for (const queueId of [theirs.id, gone.id, 999_999_999]) {
      for (const wrong of [{ queueIds: [queueId] }, { sendIdQueue: queueId }]) {
        expect(await admin.put(`/whatsapp/${id}`, wrong)).toMatchObject({
          status: 404,
          body: { error: 'ERR_NO_QUEUE_FOUND' },
        })
        expect(await admin.post('/whatsapp', chat(wrong))).toMatchObject({
          status: 404,
          body: { error: 'ERR_NO_QUEUE_FOUND' },
        })
      }
    }
    expect((await admin.get(`/whatsapp/${id}`)).body).toMatchObject({ queues: [], sendIdQueue: null })
  })

  test('without the permission is refused, and the permission alone is enough to manage connections', async () => {
    const { id } = (await keeper.post('/whatsapp', chat())).body
    const supervisor = await company.supervisor()

    for (const person of [ana, supervisor]) {
      expect((await person.post('/whatsapp', chat())).status).toBe(403)
      expect((await person.put(`/whatsapp/${id}`, { name: 'Minha' })).status).toBe(403)
      expect((await person.delete(`/whatsapp/${id}`)).status).toBe(403)
    }
    expect((await world.anonymous.get('/whatsapp')).status).toBe(401)
    expect((await keeper.delete(`/whatsapp/${id}`)).status).toBe(200)
  })

  test.each([
    ['a name of one letter', { name: 'a' }],
    ['an unknown channel', { channel: 'telegram' }],
    ['queues that are not a list', { queueIds: { 0: 1 } }],
    ['a queue that is not an id', { queueIds: ['1; drop table queues'] }],
    ['an origin that is not an address', { webChat: { origins: ['loja'] } }],
    ['an invalid colour', { webChat: { color: 'red' } }],
    ['negative minutes', { expiresTicket: -5 }],
    ['far too many minutes', { timeSendQueue: 1e12 }],
    ['an unknown weekday', { schedules: [{ weekday: 'x', weekdayEn: 'someday' }] }],
    ['a text for a boolean', { isDefault: 'yes' }],
  ])('with %s is refused', async (_, wrong) => {
    expect(await admin.post('/whatsapp', chat(wrong))).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  })

  test('with a body of more than a megabyte is refused', async () => {
    expect((await admin.post('/whatsapp', chat({ greetingMessage: 'x'.repeat(1_200_000) }))).status).toBe(413)
  })
})

describe('the file of a greeting', () => {
  const path = (id: number) => `/whatsapp/${id}/media-upload`
  const attach = (by: Person, id: number, data: Buffer | string = 'Bolo: 25', name = 'preços.txt') =>
    by.upload(path(id), {}, [{ field: 'file', name, type: 'text/plain', data }])
  const stored = async (id: number) => {
    const { greeting_file } = await world.app.deps.units.read({ kind: 'system', companyId: company.id }, (ctx) =>
      getConnection(ctx, id),
    )
    return greeting_file
  }

  test('is kept with the connection, replaced and taken away, and a save leaves it', async () => {
    const { id } = (await admin.post('/whatsapp', chat())).body

    const { status, body } = await attach(admin, id)
    expect([status, body.mensagem, body.record.greetingMediaAttachment]).toEqual([200, 'Arquivo Anexado', 'preços.txt'])
    expect(await stored(id)).toMatchObject({ name: 'preços.txt', mime: 'text/plain' })

    const saved = await admin.put(`/whatsapp/${id}`, { greetingMessage: 'Olá', greetingMediaAttachment: '' })
    expect(saved.body.greetingMediaAttachment).toBe('preços.txt')
    expect((await attach(admin, id, await samples.png(), 'loja.png')).body.record).toMatchObject({
      greetingMediaAttachment: 'loja.png',
    })
    expect((await admin.delete(path(id))).body.record.greetingMediaAttachment).toBeNull()
    expect(await stored(id)).toBeNull()
  })

  test('is refused without a right, from another company, as a program, and if it is missing', async () => {
    const { id } = (await admin.post('/whatsapp', chat())).body
    const stranger = await (await world.company()).admin()
    const ana = await company.attendant()
    await attach(admin, id)

    for (const [person, status] of [
      [stranger, 404],
      [ana, 403],
    ] as const) {
      expect((await attach(person, id)).status).toBe(status)
      expect((await person.delete(path(id))).status).toBe(status)
    }
    expect((await attach(admin, id, samples.exe, 'a.png')).status).toBe(415)
    expect((await admin.upload(path(id), { a: 'b' }, [])).status).toBe(400)
    expect((await stored(id))?.name).toBe('preços.txt')
  })
})
