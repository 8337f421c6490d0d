import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let other: Company
let admin: Person
let ana: Person
beforeAll(async () => {
  world = await createWorld()
  ;[company, other] = [await world.company(), await world.company()]
  admin = await company.admin()
  ana = await company.attendant()
})
afterAll(() => world.close())

let made = 0
// Counts down: the queues of `company.queue()` count up.
const color = () => `#${(0xffffff - (made += 1)).toString(16)}`
const queue = (name: string) => ({ name, color: color() })

describe('a queue', () => {
  test('is created with all fields of the dialog', async () => {
    const schedules = [
      {
        weekday: 'Segunda-feira',
        weekdayEn: 'monday',
        startTimeA: '08:00',
        endTimeA: '12:00',
        startTimeB: '13:00',
        endTimeB: '18:00',
      },
    ]
    const body = {
      ...queue('Financeiro'),
      greetingMessage: 'Olá!',
      outOfHoursMessage: 'Voltamos às 8h.',
      orderQueue: '3',
      tempoRoteador: '5',
      ativarRoteador: true,
      closeTicket: false,
      integrationId: '',
      promptId: null,
      schedules,
    }

    const { status, body: answer } = await admin.post('/queue', body)

    expect(status).toBe(200)
    expect(answer).toMatchObject({
      ...body,
      orderQueue: 3,
      tempoRoteador: 5,
      integrationId: null,
      companyId: company.id,
      chatbots: [],
    })
    expect((await ana.get(`/queue/${answer.id}`)).body).toEqual(answer)
  })

  test('keeps fields that a change does not name', async () => {
    const { id } = (await admin.post('/queue', { ...queue('Suporte'), greetingMessage: 'Bom dia', orderQueue: 7 })).body

    const answer = await admin.put(`/queue/${id}`, { name: 'Suporte técnico' })

    expect(answer).toMatchObject({
      status: 201,
      body: { name: 'Suporte técnico', greetingMessage: 'Bom dia', orderQueue: 7 },
    })
    expect((await admin.put(`/queue/${id}`, { orderQueue: '' })).body.orderQueue).toBe(7)
  })

  test('accepts the whole object back that it was read as', async () => {
    const read = (await admin.post('/queue', { ...queue('Vendas externas'), greetingMessage: 'Oi' })).body

    const answer = await admin.put(`/queue/${read.id}`, read)

    expect(answer).toMatchObject({ status: 201, body: { ...read, updatedAt: expect.any(String) } })
  })

  test('has a unique name, regardless of accents and case', async () => {
    await admin.post('/queue', queue('Recepção'))

    for (const name of ['Recepção', 'recepcao', 'RECEPCAO ']) {
      expect(await admin.post('/queue', queue(name))).toMatchObject({
        status: 400,
        body: { error: 'ERR_QUEUE_NAME_ALREADY_EXISTS' },
      })
    }
    expect((await (await other.admin()).post('/queue', queue('Recepção'))).status).toBe(200)
  })

  test('has a unique colour', async () => {
    await admin.post('/queue', { name: 'Azul', color: '#0000aB' })

    const answer = await admin.post('/queue', { name: 'Azul-marinho', color: '#0000Ab' })

    expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_QUEUE_COLOR_ALREADY_EXISTS' } })
  })

  test('is created once when two ask for the same name at the same moment', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => admin.post('/queue', queue('Corrida'))))

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400])
  })

  test('is announced to every browser of the company and to no other', async () => {
    const [near, far] = [await ana.listen(), await (await other.admin()).listen()]

    const { id } = (await admin.post('/queue', queue('Ouvida'))).body
    await admin.delete(`/queue/${id}`)

    await eventually(() =>
      expect(
        near.of('queue').map(({ payload }) => [payload.action, payload.queueId ?? payload.queue.id]),
      ).toContainEqual(['delete', id]),
    )
    expect(far.of('queue')).toEqual([])
  })
})

test('queues are listed by position and name; one that is created without a position is the last', async () => {
  const boss = await (await world.company()).admin()
  for (const [name, orderQueue] of [
    ['Zebra', 1],
    ['Casa', 3],
    ['Árvore', null],
    ['Bola', 3],
  ])
    await boss.post('/queue', { ...queue(String(name)), orderQueue })

  const names = (await boss.get('/queue')).body.map(({ name }: { name: string }) => name)

  expect(names).toEqual(['Zebra', 'Bola', 'Casa', 'Árvore'])
})

test('a queue is created also behind one with the greatest position', async () => {
  const boss = await (await world.company()).admin()
  await boss.post('/queue', { ...queue('Última'), orderQueue: 2_147_483_647 })

  expect((await boss.post('/queue', queue('Depois'))).body).toMatchObject({ orderQueue: 2_147_483_647 })
})

test('a queue that the previous version creates without a position is the last one', async () => {
  const shop = await world.company()
  const boss = await shop.admin()
  await boss.post('/queue', { ...queue('Primeira'), orderQueue: 7 })

  await shop.sql(`insert into queues (company_id, name, color, position) values ($1, 'Segunda', '#aabbcc', null)`, [
    shop.id,
  ])

  expect((await boss.get('/queue')).body).toMatchObject([
    { name: 'Primeira', orderQueue: 7 },
    { name: 'Segunda', orderQueue: 8 },
  ])
})

describe('the order of queues', () => {
  let shop: Company
  let boss: Person
  let ids: number[]
  beforeAll(async () => {
    shop = await world.company()
    boss = await shop.admin()
    ids = []
    for (const name of ['Um', 'Dois', 'Três'])
      ids.push((await boss.post('/queue', { ...queue(name), orderQueue: ids.length + 1 })).body.id)
  })
  const listed = async () => (await boss.get('/queue')).body.map(({ id }: { id: number }) => id)
  const positions = async () =>
    (await boss.get('/queue')).body.map(({ orderQueue }: { orderQueue: number }) => orderQueue)

  test('is that of the list that is sent, and every browser of the company gets it', async () => {
    const [one, two, three] = ids
    const near = await (await shop.attendant()).listen()

    const answer = await boss.put('/queue/order', { queueIds: [three, one, two] })

    expect(answer.status).toBe(200)
    expect(answer.body.map(({ id }: { id: number }) => id)).toEqual([three, one, two])
    expect([await listed(), await positions()]).toEqual([
      [three, one, two],
      [1, 2, 3],
    ])
    await eventually(() =>
      expect(near.of('queue').map(({ payload }) => [payload.queue.id, payload.queue.orderQueue])).toEqual(
        expect.arrayContaining([
          [three, 1],
          [one, 2],
          [two, 3],
        ]),
      ),
    )
  })

  test('is not told again if nothing moves', async () => {
    const queueIds = await listed()
    const near = await (await shop.attendant()).listen()

    await boss.put('/queue/order', { queueIds })
    await boss.put(`/queue/${queueIds[0]}`, { greetingMessage: 'Oi' })

    await eventually(() => expect(near.of('queue').map(({ payload }) => payload.queue.id)).toEqual([queueIds[0]]))
  })

  test('names all queues, each once, and only those of the company; otherwise nothing changes', async () => {
    const before = await listed()
    const foreign = await other.queue()
    const refused = [
      [[...before, foreign.id], 404, 'ERR_NO_QUEUE_FOUND'],
      [[...before, 999_999_999], 404, 'ERR_NO_QUEUE_FOUND'],
      [before.slice(1), 400, 'ERR_QUEUES_CHANGED'],
      [[...before, before[0]], 400, 'ERR_VALIDATION'],
      [[], 400, 'ERR_VALIDATION'],
    ] as const

    for (const [queueIds, status, error] of refused)
      expect(await boss.put('/queue/order', { queueIds })).toMatchObject({ status, body: { error } })

    expect(await listed()).toEqual(before)
    for (const person of [await shop.supervisor(), await shop.attendant()])
      expect((await person.put('/queue/order', { queueIds: before.toReversed() })).status).toBe(403)
    expect(await listed()).toEqual(before)
  })

  test('holds whole when two people change it at once', async () => {
    const [one, two, three] = ids
    const orders = [
      [one, two, three],
      [three, two, one],
    ]

    await Promise.all(orders.map((queueIds) => boss.put('/queue/order', { queueIds })))

    expect(orders).toContainEqual(await listed())
    expect(await positions()).toEqual([1, 2, 3])
  })
})

describe('before a queue is deleted', () => {
  test('its uses are named: connections, redirects, users, options of other menus, and tickets', async () => {
    const doomed = await company.queue('Condenada')
    const second = await company.queue('Vizinha')
    const bia = await company.attendant({ queues: [doomed, second], name: 'Bia Alves' })
    const offering = await company.webChat({ queues: [doomed], settings: { name: 'Loja' } })
    const redirecting = await company.webChat({
      settings: { name: 'Filial', sendIdQueue: doomed.id, timeSendQueue: 5 },
    })
    const leading = await admin.post('/chatbot', {
      queueId: second.id,
      name: 'Falar com a condenada',
      queueType: 'queue',
      optQueueId: doomed.id,
    })
    // Its own option goes with it.
    await admin.post('/chatbot', { queueId: doomed.id, name: 'Recomeçar', queueType: 'queue', optQueueId: doomed.id })
    const waiting = await company.ticket({ queues: [doomed] })
    const open = await company.ticket({ queues: [doomed] })
    await admin.put(`/tickets/${open.id}`, { status: 'open', userId: bia.id, queueId: doomed.id })
    const closed = await company.ticket({ queues: [doomed] })
    await admin.put(`/tickets/${closed.id}`, { status: 'closed' })

    const { status, body } = await admin.get(`/queue/${doomed.id}/uses`)

    expect(status).toBe(200)
    expect(body).toEqual({
      connections: expect.arrayContaining([{ id: offering.id, name: 'Loja' }]),
      redirects: [{ id: redirecting.id, name: 'Filial' }],
      users: [{ id: bia.id, name: 'Bia Alves' }],
      options: [{ id: leading.body.id, name: 'Falar com a condenada', queue: { id: second.id, name: 'Vizinha' } }],
      tickets: { open: 1, waiting: 1 },
    })
    expect(body.connections.map(({ id }: { id: number }) => id)).toContain(waiting.connection.id)
    expect((await admin.get(`/queue/${second.id}/uses`)).body).toMatchObject({
      connections: [],
      redirects: [],
      options: [],
      tickets: { open: 0, waiting: 0 },
    })
  })

  test('only admins of the company learn its uses', async () => {
    const { id } = await company.queue()

    for (const person of [ana, await company.supervisor()])
      expect((await person.get(`/queue/${id}/uses`)).status).toBe(403)
    expect(await (await other.admin()).get(`/queue/${id}/uses`)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_QUEUE_FOUND' },
    })
  })
})

describe('a queue that is deleted', () => {
  test('leaves lists, members and connections, and frees its name and colour', async () => {
    const first = await company.queue('Passageira')
    const second = await company.queue('Ficante')
    const bia = await company.attendant({ queues: [first, second] })
    const connection = await company.webChat({
      queues: [first, second],
      settings: { sendIdQueue: first.id, timeSendQueue: 5 },
    })
    const { color: freed } = (await admin.get(`/queue/${first.id}`)).body

    expect((await admin.delete(`/queue/${first.id}`)).status).toBe(200)

    expect(await admin.get(`/queue/${first.id}`)).toMatchObject({ status: 404, body: { error: 'ERR_NO_QUEUE_FOUND' } })
    expect(await admin.delete(`/queue/${first.id}`)).toMatchObject({ status: 404 })
    expect((await admin.get('/queue')).body.map(({ id }: { id: number }) => id)).not.toContain(first.id)
    expect((await admin.get(`/users/${bia.id}`)).body.queues.map(({ id }: { id: number }) => id)).toEqual([second.id])
    expect((await admin.get(`/whatsapp/${connection.id}`)).body).toMatchObject({
      queues: [{ id: second.id }],
      sendIdQueue: null,
    })
    expect((await admin.post('/queue', { name: 'passageira', color: freed })).status).toBe(200)
    const [kept] = await world.sql('select name from queues where company_id = $1 and id = $2', [company.id, first.id])
    expect(kept.name).toBe('Passageira')
  })

  test('gets no ticket back that its customer reopens: it waits in the only queue of the connection, or in none', async () => {
    const own = await world.company()
    const boss = await own.admin()
    await own.setting('sendGreetingMessageOneQueues', 'disabled')
    const [gone, next] = [await own.queue(), await own.queue()]
    const connection = await own.connection({ queues: [gone] })
    await boss.put(`/whatsapp/${connection.id}`, { timeCreateNewTicket: 60 })
    const bia = await own.attendant({ queues: [next] })
    const [first, second] = [someNumber(), someNumber()]
    for (const number of [first, second]) await connection.receive(said(number, 'Oi'))
    const ticketsOf = () =>
      own.sql('select id::int, status, queue_id::int from tickets where connection_id = $1 order by id', [
        connection.id,
      ])
    for (const { id } of await ticketsOf()) await boss.put(`/tickets/${id}`, { status: 'closed' })
    await boss.delete(`/queue/${gone.id}`)

    await connection.receive(said(first, 'Voltei'))
    await boss.put(`/whatsapp/${connection.id}`, { queueIds: [next.id] })
    await connection.receive(said(second, 'Voltei'))

    const [nowhere, moved] = await ticketsOf()
    expect(nowhere).toMatchObject({ status: 'pending', queue_id: null })
    expect(moved).toMatchObject({ status: 'pending', queue_id: next.id })
    expect((await bia.get(`/tickets/${moved.id}`)).status).toBe(200)
  })
})

test('no more queues are created than the plan allows: of fifty at once exactly three', async () => {
  const small = await world.company({ plan: { queues: 3 } })
  const boss = await small.admin()

  const answers = await Promise.all(Array.from({ length: 50 }, (_, nth) => boss.post('/queue', queue(`Fila ${nth}`))))

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(answers.filter(({ status, body }) => status === 403 && body.error === 'ERR_PLAN_LIMIT')).toHaveLength(47)
  const [{ id }] = (await boss.get('/queue')).body
  await boss.delete(`/queue/${id}`)
  expect((await boss.post('/queue', queue('No lugar'))).status).toBe(200)
})

describe('an attacker', () => {
  test('from another company finds no queue and changes nothing', async () => {
    const theirs = await other.queue('Deles')
    const before = await world.sql('select * from queues where company_id = $1 order by id', [other.id])

    for (const id of [theirs.id, 999_999_999]) {
      const answers = [
        await admin.get(`/queue/${id}`),
        await admin.put(`/queue/${id}`, { name: 'Nossa' }),
        await admin.delete(`/queue/${id}`),
      ]
      expect(answers.map(({ status, body }) => [status, body])).toEqual(
        Array.from({ length: 3 }, () => [404, { error: 'ERR_NO_QUEUE_FOUND' }]),
      )
    }
    expect(await admin.get(`/queue?companyId=${other.id}`)).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    })
    expect(await world.sql('select * from queues where company_id = $1 order by id', [other.id])).toEqual(before)
  })

  test('without the role is refused', async () => {
    const { id } = await company.queue()
    const supervisor = await company.supervisor()

    for (const person of [ana, supervisor]) {
      expect((await person.get('/queue')).status).toBe(200)
      expect((await person.post('/queue', queue('Minha'))).status).toBe(403)
      expect((await person.put(`/queue/${id}`, { name: 'Minha' })).status).toBe(403)
      expect((await person.delete(`/queue/${id}`)).status).toBe(403)
    }
    expect((await world.anonymous.get('/queue')).status).toBe(401)
  })

  test('cannot set fields that only the server sets', async () => {
    const answer = await admin.post('/queue', {
      ...queue('Própria'),
      id: 1,
      companyId: other.id,
      company_id: other.id,
      archived_at: '2020-01-01',
      createdAt: '2001-01-01T00:00:00.000Z',
    })

    expect(answer).toMatchObject({ status: 200, body: { companyId: company.id } })
    expect(answer.body.createdAt).not.toContain('2001')
    expect(await admin.post('/queue', { ...queue('Com robô'), promptId: 1 })).toMatchObject({ status: 404 })
  })

  test.each([
    ['a name of one letter', { name: 'a' }],
    ['a name of one emoji', { name: '😀' }],
    ['a name of invisible characters', { name: '\u0000\u202e\u2067\u0007 ' }],
    ['a name of 51 letters', { name: 'x'.repeat(51) }],
    ['a name of a megabyte', { name: 'x'.repeat(1_000_000) }],
    ['a list as name', { name: ['Fila'] }],
    ['an invalid colour', { color: 'red' }],
    ['a colour with CSS injected', { color: '#fff;background:url(//x)' }],
    ['a negative order', { orderQueue: -1 }],
    ['an hour that does not exist', { schedules: [{ weekday: 'x', weekdayEn: 'monday', startTimeA: '25:00' }] }],
    ['eight weekdays', { schedules: Array.from({ length: 8 }, () => ({ weekday: 'x', weekdayEn: 'monday' })) }],
  ])('with %s is refused', async (_, wrong) => {
    expect(await admin.post('/queue', { ...queue('Boa fila'), ...wrong })).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })
  })

  test('gets odd texts back unchanged', async () => {
    const name = `<img src=x onerror=alert(1)>%_\\'";--`

    const { body } = await admin.post('/queue', { ...queue(name), greetingMessage: '{{name}} \u{1F600}\n\t"' })

    expect(body).toMatchObject({ name, greetingMessage: '{{name}} \u{1F600}\n\t"' })
  })
})
