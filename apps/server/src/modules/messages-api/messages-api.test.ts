import { invalidApiToken } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samples } from '#test/files'
import { said, someNumber } from '#test/inbound'
import {
  type Caller,
  type Company,
  type Person,
  type TestConnection,
  type World,
  createWorld,
  eventually,
} from '#test/world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

interface Shop {
  company: Company
  admin: Person
  connection: TestConnection
  queue: { id: number }
  ana: Person
  token: string
  program: Caller
}

async function shop(): Promise<Shop> {
  const company = await world.company()
  const queue = await company.queue()
  const connection = await company.connection({ queues: [queue] })
  const ana = await company.attendant({ queues: [queue], name: 'Ana Prado' })
  const token = await company.apiToken(connection)
  return { company, admin: await company.admin(), connection, queue, ana, token, program: world.program(token) }
}

const send = ({ program }: Pick<Shop, 'program'>, body: object, headers: Record<string, string> = {}) =>
  program.post('/api/messages/send', { number: someNumber(), body: 'Seu pedido saiu', ...body }, { headers })

const sendFiles = (
  { program }: Shop,
  fields: Record<string, string>,
  files: { name: string; type: string; data: Buffer; field?: string }[],
  headers: Record<string, string> = {},
) =>
  program.upload(
    '/api/messages/send',
    { number: someNumber(), body: '', ...fields },
    files.map((file) => ({ field: 'medias', ...file })),
    { headers },
  )

const arrivedOn = ({ connection }: Shop) => world.network.arrived.filter((one) => one.connectionId === connection.id)

const messagesOf = ({ company }: Shop) =>
  company.sql(
    `select m.id::int, m.body, m.signature, m.origin, m.ticket_id::int, m.media_type from messages m where m.company_id = $1 order by m.id`,
    [company.id],
  )

const ticketsOf = ({ company }: Shop) =>
  company.sql(
    'select id::int, status, user_id::int, queue_id::int, connection_id::int from tickets where company_id = $1 order by id',
    [company.id],
  )

describe('a text', () => {
  test('to a new number, sent four times at the same moment, makes one contact and one ticket', async () => {
    const place = await shop()
    const number = someNumber()

    const answers = await Promise.all(Array.from({ length: 4 }, () => send(place, { number })))

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await ticketsOf(place)).toHaveLength(1)
    expect(await messagesOf(place)).toHaveLength(4)
  })

  test('of which nothing is seen is refused', async () => {
    const place = await shop()
    // A zero-width space, a joiner and an empty pattern of Braille.
    expect(await send(place, { body: '\u200b \u200d\u2800' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', details: { issues: [{ path: 'body.body', message: 'required' }] } },
    })
    expect(await messagesOf(place)).toEqual([])
  })

  test('is sent on the connection of the token, and its state can be asked', async () => {
    const place = await shop()
    const number = someNumber()

    const { status, body } = await send(place, { number })

    expect({ status, body }).toEqual({
      status: 200,
      body: {
        status: 'SUCCESS',
        id: expect.any(Number),
        ids: [body.id],
        stateUrl: `http://guiche.test/api/messages/${body.id}`,
      },
    })
    await eventually(() => expect(arrivedOn(place)).toMatchObject([{ address: number, body: 'Seu pedido saiu' }]))
    expect(await messagesOf(place)).toMatchObject([{ id: body.id, origin: 'api' }])
    await eventually(async () =>
      expect((await place.program.get(`/api/messages/${body.id}`)).body).toEqual({
        id: body.id,
        state: 'sent',
        failure: null,
        createdAt: expect.any(String),
      }),
    )
  })

  test('makes a ticket for the queue and the user that it names, which both see', async () => {
    const place = await shop()
    const near = await place.ana.listen({ lists: ['open'] })

    expect((await send(place, { queueId: place.queue.id, userId: String(place.ana.id) })).status).toBe(200)

    expect(await ticketsOf(place)).toMatchObject([
      { status: 'open', user_id: place.ana.id, queue_id: place.queue.id, connection_id: place.connection.id },
    ])
    await eventually(() => expect(near.events.length).toBeGreaterThan(0))
  })

  test('goes into the ticket that is open, and changes neither its queue nor its attendant', async () => {
    const place = await shop()
    const number = someNumber()
    await place.connection.receive(said(number, 'Cadê meu pedido?'))
    const [ticket] = await ticketsOf(place)
    await place.ana.put(`/tickets/${ticket.id}`, { status: 'open', userId: place.ana.id })
    const other = await place.company.queue()

    await send(place, { number, queueId: other.id, userId: place.admin.id })

    expect(await ticketsOf(place)).toMatchObject([
      { id: ticket.id, status: 'open', user_id: place.ana.id, queue_id: place.queue.id },
    ])
    expect((await messagesOf(place)).at(-1)).toMatchObject({ origin: 'api', ticket_id: ticket.id })
  })

  test('is signed with the name of the user on request', async () => {
    const place = await shop()

    await send(place, { userId: place.ana.id, sendSignature: true })
    await send(place, { sendSignature: 'true' })

    expect(await messagesOf(place)).toMatchObject([
      { body: '*Ana Prado:*\nSeu pedido saiu', signature: 'Ana Prado' },
      { body: 'Seu pedido saiu', signature: '' },
    ])
  })

  test('waits for its delay while the call is answered', async () => {
    const place = await shop()

    const { body } = await send(place, { msdelay: 60_000 })

    expect(body.status).toBe('SUCCESS')
    const [entry] = await place.company.sql(
      `select not_before > now() + interval '30 seconds' as waits from outbox where message_id = $1`,
      [body.id],
    )
    expect(entry).toEqual({ waits: true })
    expect((await place.program.get(`/api/messages/${body.id}`)).body.state).toBe('waiting')
  })

  test('closes its ticket on request, but none that somebody else serves', async () => {
    const place = await shop()
    const number = someNumber()

    await send(place, { number, closeTicket: true })
    expect(await ticketsOf(place)).toMatchObject([{ status: 'closed' }])

    await send(place, { number, userId: place.ana.id, closeTicket: false })
    await send(place, { number, closeTicket: true })
    expect((await ticketsOf(place)).at(-1)).toMatchObject({ status: 'open', user_id: place.ana.id })

    await send(place, { number, userId: place.ana.id, closeTicket: 'true' })
    expect((await ticketsOf(place)).at(-1)).toMatchObject({ status: 'closed' })
  })

  test('goes to a group that the company knows', async () => {
    const place = await shop()
    const group = `1203630${someNumber()}`
    const { id } = await place.company.connection({ allowsGroups: true })
    const groups = { ...place, program: world.program(await place.company.apiToken({ id })) }
    await place.company.sql('update connections set allows_groups = true where id = $1', [place.connection.id])
    await place.connection.receive(said({ kind: 'group', value: group }, 'Oi', { isGroup: true, name: 'Família' }))

    expect((await send(place, { number: group })).status).toBe(200)
    await eventually(() => expect(arrivedOn(place)).toMatchObject([{ address: `${group}@g.us` }]))
    expect(await send(place, { number: `1203639${someNumber()}` })).toMatchObject({ status: 404 })
    expect((await send(groups, { number: group })).status).toBe(200)
  })

  test.each([
    ['letters in the number', { number: '+5511987654321' }],
    ['a mask in the number', { number: '(11) 98765-4321' }],
    ['a short number', { number: '123' }],
    ['no number', { number: undefined }],
    ['a number that is none', { number: { $ne: '' } }],
    ['a list of numbers', { number: [someNumber()] }],
    ['no text', { body: undefined }],
    ['an empty text', { body: '  ' }],
    ['a delay below zero', { msdelay: -1 }],
    ['a delay of hours', { msdelay: 7_200_000 }],
    ['a delay that is no number', { msdelay: 'NaN' }],
  ])('with %s is refused', async (_name, body) => {
    const place = await shop()

    expect(await send(place, body)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    expect(await messagesOf(place)).toEqual([])
  })

  test('cannot be sent without a ticket, and says so', async () => {
    const place = await shop()

    expect(await send(place, { noRegister: true })).toMatchObject({
      status: 400,
      body: { error: 'ERR_API_NEEDS_TICKET' },
    })
    expect((await send(place, { noRegister: false })).status).toBe(200)
  })

  test('is refused to a blocked contact, and while the phone is not linked', async () => {
    const place = await shop()
    const number = someNumber()
    await send(place, { number })
    await place.company.sql('update contacts set is_active = false where company_id = $1', [place.company.id])
    expect(await send(place, { number })).toMatchObject({ status: 400, body: { error: 'ERR_CONTACT_BLOCKED' } })

    await place.company.sql(`update connections set status = 'qrcode' where id = $1`, [place.connection.id])
    expect(await send(place, {})).toMatchObject({ status: 400, body: { error: 'ERR_WAPP_NOT_INITIALIZED' } })
    expect(await messagesOf(place)).toHaveLength(1)
  })

  test('that failed says so in its state', async () => {
    const place = await shop()
    const { body } = await send(place, {})
    await eventually(() => expect(arrivedOn(place)).toHaveLength(1))
    await eventually(async () => expect((await place.program.get(`/api/messages/${body.id}`)).body.state).toBe('sent'))
    await place.company.sql(`update messages set failure = 'ERR_WAPP_INVALID_CONTACT' where id = $1`, [body.id])

    expect((await place.program.get(`/api/messages/${body.id}`)).body).toMatchObject({
      state: 'failed',
      failure: 'ERR_WAPP_INVALID_CONTACT',
    })
  })
})

describe('files', () => {
  const pdf = { name: 'boleto.pdf', type: 'application/pdf', data: samples.pdf }

  test('are sent one message each, the text with the first', async () => {
    const place = await shop()
    const png = { name: 'foto.png', type: 'image/png', data: await samples.png() }

    const { status, body } = await sendFiles(place, { body: 'Seu boleto', queueId: String(place.queue.id) }, [pdf, png])

    expect(status).toBe(200)
    expect(body.ids).toHaveLength(2)
    await eventually(() =>
      expect(arrivedOn(place)).toMatchObject([
        { kind: 'media', body: 'Seu boleto', media: { name: 'boleto.pdf' } },
        { kind: 'media', body: '' },
      ]),
    )
    expect(await usagesOf(place)).toMatchObject([{ pdfs: 1, images: 1, texts: 0 }])
  })

  test('may come without a text', async () => {
    const place = await shop()

    expect((await sendFiles(place, {}, [pdf])).status).toBe(200)
  })

  test('of programs, in other fields, and none at all are refused', async () => {
    const place = await shop()
    const program = { name: 'a.pdf', type: 'application/pdf', data: samples.exe }

    expect(await sendFiles(place, {}, [program])).toMatchObject({ status: 415, body: { error: 'ERR_FILE_TYPE' } })
    expect(await sendFiles(place, {}, [{ ...pdf, field: 'file' }])).toMatchObject({ status: 400 })
    expect(await sendFiles(place, {}, [])).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    expect(await messagesOf(place)).toEqual([])
  })

  test('of paths and addresses in a body are not read', async () => {
    const place = await shop()

    await send(place, { medias: [{ path: '/etc/passwd' }], mediaUrl: 'file:///etc/passwd', mediaPath: '../../x' })

    expect(await messagesOf(place)).toMatchObject([{ media_type: 'extendedTextMessage' }])
  })
})

describe('a number', () => {
  const network = (script: (address: string) => string | null) => {
    world.network.channel.ask = async (question) => script('address' in question ? question.address : '')
  }
  afterAll(() => {
    delete world.network.channel.ask
  })

  test('that WhatsApp does not know gets no first message', async () => {
    const place = await shop()
    network(() => null)

    expect(await send(place, {})).toMatchObject({ status: 400, body: { error: 'ERR_WAPP_INVALID_CONTACT' } })
    expect(await messagesOf(place)).toEqual([])
    expect(await ticketsOf(place)).toEqual([])
  })

  test('is written to in the form that WhatsApp has of it, and not asked for again', async () => {
    const place = await shop()
    const asked: string[] = []
    network((address) => {
      asked.push(address)
      return address.replace(/^(55119)/, '5511')
    })
    const number = someNumber()

    await send(place, { number })
    await send(place, { number })

    expect(asked).toEqual([number])
    await eventually(() => expect(arrivedOn(place).map(({ address }) => address)).toHaveLength(2))
    expect(new Set(arrivedOn(place).map(({ address }) => address)).size).toBe(1)
  })

  test('can be checked, and the answer for a missing one is 400', async () => {
    const place = await shop()
    const check = (number: string) => place.program.post('/api/messages/checkNumber', { number })

    network((address) => `${address}1`)
    expect(await check('5511988880000')).toMatchObject({
      status: 200,
      body: { existsInWhatsapp: true, number: '5511988880000', numberFormatted: '55119888800001' },
    })
    network(() => null)
    expect(await check('5511988880000')).toMatchObject({
      status: 400,
      body: { existsInWhatsapp: false, number: '5511988880000', error: 'Not exists on Whatsapp' },
    })
    expect(await usagesOf(place)).toMatchObject([{ checks: 2, texts: 0 }])
    await place.company.sql(`update connections set status = 'disconnected' where id = $1`, [place.connection.id])
    expect(await check('5511988880000')).toMatchObject({ status: 400, body: { error: 'ERR_WAPP_NOT_INITIALIZED' } })
  })
})

const usagesOf = async ({ admin }: Shop) => (await admin.get('/api-tokens/usages')).body

describe('a call with an Idempotency-Key', () => {
  const key = { 'idempotency-key': 'pedido-4711' }

  test('that is repeated gets the first answer, and sends nothing', async () => {
    const place = await shop()
    const body = { number: someNumber(), body: 'Uma vez' }

    const first = await send(place, body, key)
    const again = await send(place, { body: 'Uma vez', number: body.number, companyId: 1 }, key)

    expect(first.status).toBe(200)
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect(await messagesOf(place)).toHaveLength(1)
    expect(await usagesOf(place)).toMatchObject([{ texts: 1 }])
  })

  test('and another content is refused with 409', async () => {
    const place = await shop()
    const number = someNumber()
    await send(place, { number }, key)

    for (const other of [{ number, body: 'Outra coisa' }, { number: someNumber() }, { number, closeTicket: true }])
      expect(await send(place, other, key)).toMatchObject({ status: 409, body: { error: 'ERR_IDEMPOTENCY_KEY_USED' } })
    expect(await messagesOf(place)).toHaveLength(1)
  })

  test('is carried out once if it comes several times at the same moment', async () => {
    const place = await shop()
    const number = someNumber()

    const answers = await Promise.all(Array.from({ length: 6 }, () => send(place, { number }, key)))

    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(await messagesOf(place)).toHaveLength(1)
  })

  test('is compared with its files', async () => {
    const place = await shop()
    const number = someNumber()
    const file = (data: Buffer) => [{ name: 'a.pdf', type: 'application/pdf', data }]

    const first = await sendFiles(place, { number }, file(samples.pdf), key)
    const again = await sendFiles(place, { number }, file(samples.pdf), key)
    const other = await sendFiles(place, { number }, file(Buffer.concat([samples.pdf, Buffer.from('\n')])), key)

    expect(again.body).toEqual(first.body)
    expect(other.status).toBe(409)
    expect(await messagesOf(place)).toHaveLength(1)
  })

  test('that was refused can be sent again', async () => {
    const place = await shop()
    const number = someNumber()
    await place.company.sql(`update connections set status = 'disconnected' where id = $1`, [place.connection.id])
    expect((await send(place, { number }, key)).status).toBe(400)
    await place.company.sql(`update connections set status = 'connected' where id = $1`, [place.connection.id])

    expect((await send(place, { number }, key)).status).toBe(200)
  })

  test('shares the key with no other token', async () => {
    const [one, other] = [await shop(), await shop()]

    const [first, second] = [await send(one, { number: '5511977770001' }, key), await send(other, {}, key)]

    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.body.id).not.toBe(second.body.id)
  })

  test.each(['', ' ', 'a'.repeat(256), 'com espaço'])('is refused if the key is "%s"', async (bad) => {
    const place = await shop()
    const { status } = await send(place, {}, { 'idempotency-key': bad })

    expect(status).toBe(400)
  })
})

describe('a program without a valid token (S61)', () => {
  const path = '/api/messages/send'
  const body = { number: '5511987654321', body: 'Oi' }
  const refused = { status: 403, body: { error: invalidApiToken } }

  test('is refused: none with 401, any other with 403 and the text that programs know', async () => {
    const place = await shop()
    const chat = await place.company.webChat()

    expect(await world.anonymous.post(path, body)).toMatchObject({
      status: 401,
      body: { error: 'ERR_SESSION_EXPIRED' },
    })
    const { visitor } = await place.company.ticket()
    for (const token of [
      '',
      'x',
      place.token.slice(0, -1),
      place.token.toLowerCase(),
      `${place.token}A`,
      'A'.repeat(30),
      chat.token,
      visitor.secret,
      place.admin.token,
      "' or '1'='1",
      'gk_',
    ])
      expect({ token, ...(await world.program(token).post(path, body)) }).toMatchObject({ token, ...refused })
    for (const authorization of [place.token, `Basic ${place.token}`, 'Bearer'])
      expect(await world.anonymous.post(path, body, { headers: { authorization } })).toMatchObject(refused)
  })

  test('in an address or a body is not recognised', async () => {
    const { token } = await shop()
    for (const url of [
      `${path}?token=${token}`,
      `${path}?authorization=Bearer%20${token}`,
      `${path}?apiToken=${token}`,
    ])
      expect((await world.anonymous.post(url, { ...body, token })).status).toBe(401)
  })

  test('is told only of that while files are not received', async () => {
    const answer = await world
      .program('A'.repeat(30))
      .upload(path, body, [{ field: 'medias', name: 'a.pdf', type: 'application/pdf', data: samples.pdf }])

    expect(answer).toMatchObject(refused)
  })

  test('is refused once the token was renewed, or the connection deleted', async () => {
    const place = await shop()
    const other = await place.company.connection()
    const otherToken = await place.company.apiToken(other)

    const renewed = await place.company.apiToken(place.connection)
    expect(await send(place, {})).toMatchObject(refused)
    expect((await send({ program: world.program(renewed) }, {})).status).toBe(200)

    expect((await place.admin.delete(`/whatsapp/${other.id}`)).status).toBe(200)
    expect(await send({ program: world.program(otherToken) }, {})).toMatchObject(refused)
  })

  test('is limited in its guesses, and valid tokens at the same address are not', async () => {
    const place = await shop()
    const address = '10.40.0.1'
    const answers = []
    for (let nth = 0; nth < 40; nth += 1)
      answers.push(await world.program(String(nth).padStart(30, 'Z'), address).post(path, body))

    expect(answers.at(-1)).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } })
    expect((await send({ program: world.program(place.token, address) }, {})).status).toBe(200)
  })
})

describe('a token of the messages API', () => {
  test('opens nothing else', async () => {
    const { program } = await shop()

    for (const path of ['/tickets', '/users', '/whatsapp', '/api-tokens', '/auth/me', '/contacts'])
      expect({ path, status: (await program.get(path)).status }).toEqual({ path, status: 401 })
  })

  test('cannot be used by a second connection, in any company', async () => {
    const [one, other] = [await shop(), await shop()]
    const second = await one.company.connection()

    for (const [admin, id] of [
      [one.admin, second.id],
      [other.admin, other.connection.id],
    ] as const)
      expect(await admin.put(`/whatsapp/${id}`, { token: one.token })).toMatchObject({
        status: 400,
        body: { error: 'ERR_VALIDATION', details: { issues: [{ message: 'alreadyUsed' }] } },
      })
    expect((await send(one, {})).status).toBe(200)
  })

  test('is stored nowhere in clear', async () => {
    const { token, company } = await shop()
    const rows = await company.sql('select to_jsonb(a)::text as row from address_book a where company_id = $1', [
      company.id,
    ])

    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('sends only with the feature in the plan, and while the company is served', async () => {
    const company = await world.company({ plan: { useExternalApi: false } })
    const token = await company.apiToken()
    expect(await send({ program: world.program(token) }, {})).toMatchObject({
      status: 403,
      body: { error: 'ERR_PLAN_LIMIT' },
    })

    const place = await shop()
    await place.company.sql(`update companies set due_date = now()::date - 30 where id = $1`, [place.company.id])
    expect(await send(place, {})).toMatchObject({ status: 402, body: { error: 'ERR_SUBSCRIPTION_EXPIRED' } })
    await place.company.sql(`update companies set due_date = null, active = false where id = $1`, [place.company.id])
    expect((await send(place, {})).status).toBe(403)
    expect(await messagesOf(place)).toEqual([])
  })

  test('reaches nothing of other companies and other connections', async () => {
    const [place, stranger] = [await shop(), await shop()]
    const own = await place.company.connection()
    const theirs = await send(stranger, {})
    const ofPeople = await place.admin.post('/contacts', { name: 'Rita', number: someNumber() })
    expect(ofPeople.status).toBe(200)

    for (const body of [{ queueId: stranger.queue.id }, { userId: stranger.ana.id }, { queueId: 987_654_321 }])
      expect(await send(place, body)).toMatchObject({ status: 404 })
    expect(await ticketsOf(place)).toEqual([])
    expect(await messagesOf(place)).toEqual([])

    await send(place, { whatsappId: own.id, connectionId: stranger.connection.id, companyId: stranger.company.id })
    expect(await ticketsOf(place)).toMatchObject([{ connection_id: place.connection.id }])
    expect((await ticketsOf(stranger)).length).toBe(1)

    const mine = (await messagesOf(place))[0]?.id
    const onOther = world.program(await place.company.apiToken(own))
    for (const [program, id] of [
      [place.program, theirs.body.id],
      [onOther, mine],
      [place.program, 987_654_321],
    ] as const)
      expect(await program.get(`/api/messages/${id}`)).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_MESSAGE_FOUND' },
      })
  })

  test('does not read the state of messages of people', async () => {
    const place = await shop()
    const number = someNumber()
    await place.connection.receive(said(number, 'Oi'))
    const [ticket] = await ticketsOf(place)
    await place.ana.put(`/tickets/${ticket.id}`, { status: 'open', userId: place.ana.id })
    const { body } = await place.ana.post(`/messages/${ticket.id}`, { body: 'Olá' })

    expect((await place.program.get(`/api/messages/${body.id}`)).status).toBe(404)
  })

  test('may call sixty times a minute, and others are not affected', async () => {
    const place = await shop()
    const other = await shop()
    const statuses = []
    for (let nth = 0; nth < 61; nth += 1) statuses.push((await place.program.get('/api/messages/987654321')).status)

    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 404), 429])
    const refused = await send(place, {})
    expect(refused).toMatchObject({ status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await send(other, {})).status).toBe(200)
  })
})
