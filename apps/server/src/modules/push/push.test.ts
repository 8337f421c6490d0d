import { decodeJwt, importJWK, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NotOutside, createOutside } from '#platform/outside/outside'
import { said, someNumber } from '#test/inbound'
import { type PushService, type TestBrowser, createPushService } from '#test/push-service'
import { type Company, type Person, type TestConnection, type World, createWorld, eventually } from '#test/world'

let service: PushService
let world: World
let company: Company
let queue: { id: number; name: string }
let admin: Person
let connection: TestConnection
/** Sees every waiting ticket. */
let witness: TestBrowser
beforeAll(async () => {
  service = await createPushService()
  world = await createWorld({ outside: service.outside })
  company = await world.company()
  queue = await company.queue()
  admin = await company.admin()
  connection = await company.connection({ queues: [queue] })
  witness = await subscribed(await company.attendant({ queues: [queue] }))
})
afterAll(async () => {
  await world.close()
  await service.close()
})

async function subscribed(person: Person): Promise<TestBrowser> {
  const browser = service.browser()
  expect((await person.post('/push/subscriptions', browser.subscription)).status).toBe(200)
  return browser
}

/** A customer's first message; resolves when it has been pushed. Returns the ticket and a function that writes more. */
async function customer(text: string) {
  const number = someNumber()
  await connection.receive(said(number, text))
  const [row] = await company.sql('select id, uuid from tickets where company_id = $1 order by id desc limit 1', [
    company.id,
  ])
  await eventually(() => expect(witness.notices.map(({ tag }) => tag)).toContain(row.uuid))
  return { id: Number(row.id), uuid: String(row.uuid), says: (more: string) => connection.receive(said(number, more)) }
}

/** What the browser has been sent; waits for a message that comes after everything that was caused before. */
async function saidTo(browser: TestBrowser): Promise<string[]> {
  const mark = `Por fim ${someNumber()}`
  await customer(mark)
  await eventually(() => expect(browser.notices.map(({ body }) => body)).toContain(mark))
  return browser.notices.map(({ body }) => body).filter((body) => !body.startsWith('Por fim'))
}

const rowsOf = (person: Person) => company.sql('select id from push_subscriptions where user_id = $1', [person.id])

describe('a message of a customer', () => {
  test('is pushed to who sees the waiting ticket, encrypted and signed, and names the ticket', async () => {
    const ana = await company.attendant({ queues: [queue] })
    const browser = await subscribed(ana)

    const ticket = await customer('Quero um sofá')

    await eventually(() => expect(browser.notices).toHaveLength(1))
    expect(browser.notices).toEqual([
      { title: expect.any(String), body: 'Quero um sofá', tag: ticket.uuid, path: `/tickets/${ticket.uuid}` },
    ])
    const [headers] = browser.headers
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      urgency: 'high',
      topic: ticket.uuid.replaceAll('-', ''),
    })
    const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(headers?.authorization ?? '') ?? []
    expect((await ana.get('/push/key')).body).toEqual({ key })
    const point = Buffer.from(key, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
    await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256'))
    expect(decodeJwt(token).aud).toBe(new URL(browser.subscription.endpoint).origin)
  })

  test('is pushed once for several messages at the same time, and only to the owner of an open ticket', async () => {
    const [ana, bia] = [await company.attendant({ queues: [queue] }), await company.attendant({ queues: [queue] })]
    const ticket = await customer('Olá')
    await ana.put(`/tickets/${ticket.id}`, { status: 'open', userId: ana.id })
    const [ofAna, ofBia] = [await subscribed(ana), await subscribed(bia)]

    await Promise.all([ticket.says('Um'), ticket.says('Dois'), ticket.says('Três')])

    expect(await saidTo(ofBia)).toEqual([])
    expect(ofAna.notices.filter(({ tag }) => tag === ticket.uuid)).toHaveLength(1)
  })

  test('is not pushed to who does not see the ticket, nor to another company', async () => {
    const outsider = await subscribed(await company.attendant({ queues: [await company.queue()] }))
    const stranger = await subscribed(await (await world.company()).admin())
    const ana = await subscribed(await company.attendant({ queues: [queue] }))

    await customer('Quero um sofá')

    expect(await saidTo(ana)).toEqual(['Quero um sofá'])
    expect([outsider.notices, stranger.notices]).toEqual([[], []])
  })

  test('is not pushed while the customer is asked for their consent, and is when that is not asked again', async () => {
    const own = await world.company()
    const sales = await own.queue()
    await own.setting('enableLGPD', 'enabled')
    await own.setting('lgpdMessage', 'Guardamos os seus dados.')
    const line = await own.connection({ queues: [sales], settings: { timeUseBotQueues: 5 } })
    const browser = await subscribed(await own.attendant({ queues: [sales] }))
    const number = someNumber()
    await line.receive(said(number, 'Oi'))
    await own.sql(
      `update tickets set bot = bot || jsonb_build_object('saidAt', now() - interval '10 seconds') where connection_id = $1`,
      [line.id],
    )

    await line.receive(said(number, 'Alguém aí?'))

    await eventually(() => expect(browser.notices.map(({ body }) => body)).toEqual(['Alguém aí?']))
  })

  test('is not pushed while a window of the user is in use', async () => {
    const ana = await company.attendant({ queues: [queue] })
    const browser = await subscribed(ana)
    const { socket } = await ana.listen()
    const isFocused = (focused: boolean) =>
      eventually(async () => {
        socket.emit('windowFocused', focused)
        const sockets = await world.app.deps.live.io.in(`c${company.id}:user:${ana.id}`).fetchSockets()
        expect(sockets.map(({ data }) => data.isFocused)).toEqual([focused])
      })
    const other = await subscribed(await company.attendant({ queues: [queue] }))
    await isFocused(true)
    await customer('Quero um sofá')
    await eventually(() => expect(other.notices).toHaveLength(1))

    await isFocused(false)
    expect(await saidTo(browser)).toEqual([])
  })

  test('is pushed without its text if the company wants that, and with a masked number to who must not see it', async () => {
    const house = await world.company()
    const desk = await house.queue()
    const phone = await house.connection({ queues: [desk] })
    const browser = await subscribed(await house.attendant({ queues: [desk] }))
    await house.setting('lgpdHideNumber', 'enabled')
    await house.setting('pushHidesText', 'enabled')

    const number = someNumber()
    await phone.receive({ ...said(number, 'Meu CPF é 1'), name: '' })

    await eventually(() => expect(browser.notices).toHaveLength(1))
    expect(browser.notices[0]?.body).toBe('Nova mensagem')
    expect(JSON.stringify(browser.notices)).not.toContain(number)
  })
})

test('a transfer is pushed to its receiver with its note, and not to the user who made it', async () => {
  const [ana, bia] = [
    await company.attendant({ queues: [queue], name: 'Ana' }),
    await company.attendant({ queues: [queue] }),
  ]
  const ticket = await customer('Olá')
  await ana.put(`/tickets/${ticket.id}`, { status: 'open', userId: ana.id })
  const [ofAna, ofBia] = [await subscribed(ana), await subscribed(bia)]

  const to = { status: 'open', userId: bia.id, queueId: queue.id }
  await ana.put(`/tickets/${ticket.id}`, { ...to, transferNote: 'Quer entrega no sábado' })

  expect(await saidTo(ofBia)).toEqual(['Ana transferiu para você: Quer entrega no sábado'])
  expect(await saidTo(ofAna)).toEqual([])
})

describe('a subscription', () => {
  test('is one row for a browser, however often it subscribes, and its owner removes it', async () => {
    const ana = await company.attendant({ queues: [queue] })
    const { subscription } = service.browser()
    const first = await ana.post('/push/subscriptions', subscription)
    const again = await ana.post('/push/subscriptions', subscription)

    expect(again.body).toEqual(first.body)
    expect(await rowsOf(ana)).toHaveLength(1)
    expect((await admin.delete(`/push/subscriptions/${first.body.id}`)).status).toBe(404)
    expect((await ana.delete(`/push/subscriptions/${first.body.id}`)).status).toBe(200)
    expect(await rowsOf(ana)).toEqual([])
  })

  test('ends with the session: by a logout, a login elsewhere, or the removal of the user', async () => {
    const people = await Promise.all([1, 2, 3].map(() => company.attendant({ queues: [queue] })))
    const browsers = await Promise.all(people.map((person) => subscribed(person)))
    const [out, elsewhere, removed] = people
    if (!out || !elsewhere || !removed) throw new Error('nobody')

    await out.delete('/auth/logout')
    await world.logIn(elsewhere.email, elsewhere.password)
    await admin.delete(`/users/${removed.id}`)

    expect(await saidTo(await subscribed(await company.attendant({ queues: [queue] })))).toEqual([])
    expect(browsers.flatMap(({ notices }) => notices)).toEqual([])
    for (const person of people) await eventually(async () => expect(await rowsOf(person)).toEqual([]))
  })

  test.each([404, 410, 403])('is removed when its push service answers %i', async (status) => {
    const ana = await company.attendant({ queues: [queue] })
    const browser = await subscribed(ana)
    browser.answerWith(status)

    await customer('Olá')

    await eventually(async () => expect(await rowsOf(ana)).toEqual([]))
  })

  test('stays when its push service has a failure', async () => {
    const ana = await company.attendant({ queues: [queue] })
    const browser = await subscribed(ana)
    browser.answerWith(500)
    await customer('Olá')
    await eventually(() => expect(browser.notices).toHaveLength(1))

    browser.answerWith(201)
    expect(await saidTo(browser)).toEqual(['Olá'])
  })

  test('needs https and a key that is a point of the curve', async () => {
    const { endpoint, keys } = service.browser().subscription
    for (const body of [
      { endpoint: endpoint.replace('https', 'http'), keys },
      { endpoint: 'javascript:alert(1)', keys },
      { endpoint: `https://push.example.net/${'x'.repeat(1000)}`, keys },
      { endpoint, keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } },
      { endpoint, keys: { ...keys, auth: 'short' } },
      { endpoint },
    ])
      expect(await admin.post('/push/subscriptions', body)).toMatchObject({
        status: 400,
        body: { error: 'ERR_VALIDATION' },
      })
    expect((await world.anonymous.get('/push/key')).status).toBe(401)
  })
})

test('an internal message is pushed to the other members of its chat, and to nobody else', async () => {
  const [ana, bia] = [await company.attendant({ name: 'Ana Prado' }), await company.attendant()]
  const [anas, bias, stranger] = [await subscribed(ana), await subscribed(bia), await subscribed(admin)]
  const { body: chat } = await ana.post('/chats', { title: 'Vendas', users: [{ id: bia.id }] })
  await ana.post(`/chats/${chat.id}/messages`, { message: 'Tem vaga na rota?' })

  await eventually(() => expect(bias.notices).toHaveLength(1))
  expect(bias.notices).toEqual([
    { title: 'Vendas', body: 'Ana Prado: Tem vaga na rota?', tag: chat.uuid, path: `/chats/${chat.uuid}` },
  ])
  for (const other of [anas, stranger]) expect(JSON.stringify(other.notices)).not.toContain('Tem vaga')

  await company.setting('pushHidesText', 'enabled')
  await ana.post(`/chats/${chat.id}/messages`, { message: 'Senha: 1234' })
  await eventually(() => expect(bias.notices.at(-1)?.body).toBe('Nova mensagem'))
  await company.setting('pushHidesText', 'disabled')
})

test('nothing is sent to an address on this machine or in its network', async () => {
  const tries: Promise<unknown>[] = []
  const { post } = createOutside()
  const careful = await createWorld({
    outside: {
      post: (...sent) => {
        const answer = post(...sent)
        tries.push(answer.catch((error: unknown) => error))
        return answer
      },
    },
  })
  try {
    const house = await careful.company()
    const desk = await house.queue()
    const phone = await house.connection({ queues: [desk] })
    const browser = service.browser()
    await (await house.attendant({ queues: [desk] })).post('/push/subscriptions', browser.subscription)

    await phone.receive(said(someNumber(), 'Olá'))

    await eventually(() => expect(tries).toHaveLength(1))
    expect(await tries[0]).toBeInstanceOf(NotOutside)
    expect(browser.notices).toEqual([])
  } finally {
    await careful.close()
  }
})
