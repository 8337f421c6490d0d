import { invalidApiToken } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samples } from '#test/files'
import { said, someNumber } from '#test/inbound'
import {
  answerNumbers,
  arrivedOn,
  messagesOf,
  send,
  sendFiles,
  shopIn,
  ticketsOf,
  usagesOf,
} from '#test/scenes/programs'
import { type World, createWorld, eventually } from '#test/world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const shop = () => shopIn(world)

describe('a text', () => {
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
    await eventually(() =>
      expect(arrivedOn(world, place)).toMatchObject([{ address: number, body: 'Seu pedido saiu' }]),
    )
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
      expect(arrivedOn(world, place)).toMatchObject([
        { kind: 'media', body: 'Seu boleto', media: { name: 'boleto.pdf' } },
        { kind: 'media', body: '' },
      ]),
    )
    expect(await usagesOf(place)).toMatchObject([{ pdfs: 1, images: 1, texts: 0 }])
  })

  test('of programs, in other fields, and none at all are refused', async () => {
    const place = await shop()
    const program = { name: 'a.pdf', type: 'application/pdf', data: samples.exe }

    expect(await sendFiles(place, {}, [program])).toMatchObject({ status: 415, body: { error: 'ERR_FILE_TYPE' } })
    expect(await sendFiles(place, {}, [{ ...pdf, field: 'file' }])).toMatchObject({ status: 400 })
    expect(await sendFiles(place, {}, [])).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    expect(await messagesOf(place)).toEqual([])
  })
})

describe('a number', () => {
  afterAll(() => {
    delete world.network.channel.ask
  })

  test('that WhatsApp does not know gets no first message', async () => {
    const place = await shop()
    answerNumbers(world, () => null)

    expect(await send(place, {})).toMatchObject({ status: 400, body: { error: 'ERR_WAPP_INVALID_CONTACT' } })
    expect(await messagesOf(place)).toEqual([])
    expect(await ticketsOf(place)).toEqual([])
  })

  test('can be checked, and the answer for a missing one is 400', async () => {
    const place = await shop()
    const check = (number: string) => place.program.post('/api/messages/checkNumber', { number })

    answerNumbers(world, (address) => `${address}1`)
    expect(await check('5511988880000')).toMatchObject({
      status: 200,
      body: { existsInWhatsapp: true, number: '5511988880000', numberFormatted: '55119888800001' },
    })
    answerNumbers(world, () => null)
    expect(await check('5511988880000')).toMatchObject({
      status: 400,
      body: { existsInWhatsapp: false, number: '5511988880000', error: 'Not exists on Whatsapp' },
    })
    expect(await usagesOf(place)).toMatchObject([{ checks: 2, texts: 0 }])
    await place.company.sql(`update connections set status = 'disconnected' where id = $1`, [place.connection.id])
    expect(await check('5511988880000')).toMatchObject({ status: 400, body: { error: 'ERR_WAPP_NOT_INITIALIZED' } })
  })
})

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
})

describe('a token of the messages API', () => {
  test('opens nothing else', async () => {
    const { program } = await shop()

    for (const path of ['/tickets', '/users', '/whatsapp', '/api-tokens', '/auth/me', '/contacts'])
      expect({ path, status: (await program.get(path)).status }).toEqual({ path, status: 401 })
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
})
