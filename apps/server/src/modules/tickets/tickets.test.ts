import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { holdTicket } from '#test/lock-table'
import { type Company, type TestConnection, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let queue: { id: number; name: string }
let otherQueue: { id: number; name: string }
let admin: Person
let ana: Person
let bia: Person
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  ;[queue, otherQueue] = [await company.queue(), await company.queue()]
  admin = await company.admin()
  ana = await company.attendant({ queues: [queue], name: 'Ana' })
  bia = await company.attendant({ queues: [queue], name: 'Bia' })
})
afterAll(() => world.close())

async function waiting(
  options: Parameters<Company['connection']>[0] = { queues: [queue] },
  body = 'Olá',
): Promise<{ id: number; connection: TestConnection; number: string }> {
  const connection = await company.connection(options)
  const number = someNumber()
  await connection.receive(said(number, body))
  const [{ id }] = await world.sql('select id from tickets where company_id = $1 and connection_id = $2', [
    company.id,
    connection.id,
  ])
  return { id: Number(id), connection, number }
}

const accept = (person: Person, id: number, queueId?: number) =>
  person.put(`/tickets/${id}`, { status: 'open', userId: person.id, ...(queueId && { queueId }) })
const logOf = async (id: number) =>
  (await admin.get(`/tickets-log/${id}`)).body.map((entry: { type: string }) => entry.type).toReversed()
const saidByMachines = async (id: number): Promise<string[]> =>
  (await company.sql(`select body from messages where ticket_id = $1 and origin = 'bot' order by id`, [id])).map(
    ({ body }) => body,
  )

describe('accepting', () => {
  test('assigns the ticket to the attendant and removes it from the waiting lists of others at once', async () => {
    const { id } = await waiting()
    const [mine, theirs] = [
      await ana.listen({ lists: ['open', 'pending'] }),
      await bia.listen({ lists: ['open', 'pending'] }),
    ]

    const answer = await accept(ana, id)

    expect(answer).toMatchObject({ status: 200, body: { status: 'open', userId: ana.id, queueId: queue.id } })
    await eventually(() =>
      expect(theirs.of('ticket').map(({ payload }) => [payload.action, payload.ticketId, payload.status])).toEqual([
        ['delete', id, 'pending'],
      ]),
    )
    await eventually(() => expect(mine.of('ticket').map(({ payload }) => payload.action)).toEqual(['delete', 'update']))
  })

  test('by two users at the same moment succeeds for one, and the other is told who has the ticket (R12)', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await waiting()

      const answers = await Promise.all([accept(ana, id), accept(bia, id)])

      expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
      const winner = answers[0]?.status === 200 ? ana : bia
      const conflict = JSON.parse(answers.find((answer) => answer.status === 409)?.body.error)
      expect(conflict).toMatchObject({
        id,
        userId: winner.id,
        user: { name: winner.name },
        queue: { name: queue.name },
      })
      expect((await logOf(id)).filter((type: string) => type === 'open')).toHaveLength(1)
    }
  })

  test('needs a queue', async () => {
    const { id } = await waiting({ queues: [queue, otherQueue] })

    expect(await accept(admin, id)).toMatchObject({ status: 400, body: { error: 'ERR_QUEUE_REQUIRED' } })
    expect(await accept(admin, id, otherQueue.id)).toMatchObject({ status: 200, body: { queueId: otherQueue.id } })
  })
})

describe('transferring', () => {
  test('to a colleague keeps the ticket open, logs both users and stores a private note', async () => {
    const { id } = await waiting()
    await accept(ana, id)

    const answer = await ana.put(`/tickets/${id}`, {
      status: 'open',
      userId: bia.id,
      queueId: queue.id,
      transferNote: 'quer entrega no sábado',
    })

    expect(answer.body).toMatchObject({ status: 'open', userId: bia.id })
    expect(await logOf(id)).toEqual(expect.arrayContaining(['create', 'open', 'transfered', 'receivedTransfer']))
    const { messages } = (await bia.get(`/messages/${id}`)).body
    expect(messages.at(-1)).toMatchObject({ body: 'quer entrega no sábado', isPrivate: true })
    expect(world.network.tries.map((outbound) => outbound.body)).not.toContain('quer entrega no sábado')
  })

  describe('is shown to the receiver', () => {
    /** Undefined: the ticket is not in their bell. */
    const noticeOf = async (person: Person, id: number) => {
      const { tickets } = (await person.get('/tickets?withUnreadMessages=true')).body
      const listed = tickets.find((ticket: { id: number }) => ticket.id === id)
      return listed && { by: listed.transfer?.by?.name, note: listed.transfer?.note }
    }

    test('in their bell with its note, until they open the ticket', async () => {
      const { id } = await waiting()
      await accept(ana, id)
      await ana.get(`/messages/${id}?markRead=true`)
      const listener = await bia.listen({ lists: ['open'] })

      const to = { status: 'open', userId: bia.id, queueId: queue.id }
      await ana.put(`/tickets/${id}`, { ...to, transferNote: 'quer entrega no sábado' })

      expect(await noticeOf(bia, id)).toEqual({ by: 'Ana', note: 'quer entrega no sábado' })
      await eventually(() =>
        expect(listener.of('ticket').at(-1)?.payload.ticket.transfer).toMatchObject({
          by: { id: ana.id, name: 'Ana' },
          note: 'quer entrega no sábado',
        }),
      )
      await admin.get(`/messages/${id}?markRead=true`)
      expect(await noticeOf(bia, id)).toBeDefined()
      await bia.get(`/messages/${id}?markRead=true`)
      expect(await noticeOf(bia, id)).toBeUndefined()
    })

    test('in the bells of a queue, but not in that of the member who transferred it, until it is accepted', async () => {
      const { id } = await waiting({ queues: [otherQueue] })
      const [carla, dora] = [
        await company.attendant({ queues: [queue] }),
        await company.attendant({ queues: [queue, otherQueue], name: 'Dora' }),
      ]
      await accept(dora, id)
      await dora.get(`/messages/${id}?markRead=true`)

      const to = { queueId: queue.id, status: 'pending', userId: null }
      await dora.put(`/tickets/${id}`, { ...to, transferNote: 'É de vendas' })

      expect(await noticeOf(carla, id)).toEqual({ by: 'Dora', note: 'É de vendas' })
      expect(await noticeOf(dora, id)).toBeUndefined()
      expect(await noticeOf(admin, id)).toBeUndefined()
      await accept(carla, id)
      expect(await noticeOf(carla, id)).toBeUndefined()
    })

    test('without a note that was deleted', async () => {
      const { id } = await waiting()
      await accept(ana, id)
      await ana.put(`/tickets/${id}`, { status: 'open', userId: bia.id, queueId: queue.id, transferNote: 'Ops' })
      const { messages } = (await ana.get(`/messages/${id}?markRead=false`)).body
      const note = messages.find(({ body }: { body: string }) => body === 'Ops')

      expect((await ana.delete(`/messages/${note.id}`)).status).toBe(200)

      expect(await noticeOf(bia, id)).toEqual({ by: 'Ana', note: '' })
    })
  })

  test('to another queue makes the ticket wait there and removes it for users who may no longer see it', async () => {
    const { id } = await waiting()
    await accept(ana, id)
    const listener = await bia.listen({ tickets: [id] })
    const [outsider] = [await company.attendant({ queues: [otherQueue] })]
    const beside = await outsider.listen({ lists: ['pending'] })

    const answer = await ana.put(`/tickets/${id}`, { queueId: otherQueue.id, status: 'pending', userId: null })

    expect(answer.body).toMatchObject({ status: 'pending', userId: null, queueId: otherQueue.id })
    await eventually(() =>
      expect(listener.of('ticket').map(({ payload }) => [payload.action, payload.status])).toEqual([['delete', null]]),
    )
    await eventually(() =>
      expect(beside.of('ticket').map(({ payload }) => [payload.action, payload.ticket?.id])).toEqual([['update', id]]),
    )
    expect((await bia.get(`/tickets/${id}`)).status).toBe(404)
  })

  test('needs a queue', async () => {
    const { id } = await waiting({ queues: [queue, otherQueue] })
    const toBia = (queueId?: number) => admin.put(`/tickets/${id}`, { status: 'open', userId: bia.id, queueId })

    expect(await toBia()).toMatchObject({ status: 400, body: { error: 'ERR_QUEUE_REQUIRED' } })
    expect((await admin.get(`/tickets/${id}`)).body).toMatchObject({ status: 'pending', userId: null, queueId: null })
    expect(await toBia(queue.id)).toMatchObject({ status: 200, body: { userId: bia.id, queueId: queue.id } })
  })

  test('keeps the status of a group', async () => {
    const connection = await company.connection({ queues: [queue], allowsGroups: true })
    await connection.receive(said({ kind: 'group', value: `${connection.id}-2` }, 'Bom dia a todos', { isGroup: true }))
    const [{ id }] = await company.sql('select id from tickets where connection_id = $1', [connection.id])
    const [carla, dora] = [
      await company.attendant({ queues: [queue, otherQueue], allowGroup: true }),
      await company.attendant({ queues: [queue], allowGroup: true }),
    ]

    const toDora = { status: 'group', userId: dora.id, queueId: queue.id }
    expect((await carla.put(`/tickets/${id}`, toDora)).body).toMatchObject(toDora)
    const toQueue = { userId: null, queueId: otherQueue.id }
    expect((await dora.put(`/tickets/${id}`, { ...toQueue, status: 'pending' })).body).toMatchObject({
      ...toQueue,
      status: 'group',
    })
  })

  test('to a queue or user of another company fails as if they did not exist', async () => {
    const { id } = await waiting()
    await accept(ana, id)
    const elsewhere = await world.company()
    const [theirQueue, theirUser] = [await elsewhere.queue(), await elsewhere.admin()]

    expect(
      (await ana.put(`/tickets/${id}`, { queueId: theirQueue.id, status: 'pending', userId: null })).body,
    ).toMatchObject({ error: 'ERR_NO_QUEUE_FOUND' })
    expect(
      (await ana.put(`/tickets/${id}`, { userId: theirUser.id, queueId: queue.id, status: 'open' })).body,
    ).toMatchObject({ error: 'ERR_NO_USER_FOUND' })
  })

  test.each([
    ['disabled', 0],
    ['enabled', 1],
  ] as const)(
    'to another queue is announced to the customer only with sendMsgTransfTicket: %s',
    async (setting, said) => {
      const { id } = await waiting()
      await accept(ana, id)
      await company.setting('sendMsgTransfTicket', setting)

      await ana.put(`/tickets/${id}`, { status: 'pending', userId: null, queueId: otherQueue.id })

      await company.setting('sendMsgTransfTicket', 'disabled')
      expect(await saidByMachines(id)).toHaveLength(said)
    },
  )

  test('back to the queue makes the ticket wait there without a user', async () => {
    const { id } = await waiting()
    await accept(ana, id)

    expect((await ana.put(`/tickets/${id}`, { status: 'pending', userId: null })).body).toMatchObject({
      status: 'pending',
      userId: null,
      queueId: queue.id,
    })
    expect(await logOf(id)).toContain('pending')
  })
})

describe('closing', () => {
  test('sends the farewell of the connection unless it is left out', async () => {
    for (const [sendFarewellMessage, farewells] of [
      [true, 1],
      [false, 0],
    ] as const) {
      const { id } = await waiting({ queues: [queue], settings: { complationMessage: 'Até logo, {{firstName}}!' } })
      await accept(ana, id)

      const answer = await ana.put(`/tickets/${id}`, { status: 'closed', userId: ana.id, sendFarewellMessage })

      expect(answer.body).toMatchObject({ status: 'closed', unreadMessages: 0 })
      const said = await world.sql(
        `select body from messages where company_id = $1 and ticket_id = $2 and origin = 'bot'`,
        [company.id, id],
      )
      expect(said).toEqual(Array(farewells).fill({ body: 'Até logo, Mariana!' }))
    }
  })

  test.each([
    ['Até logo!', 'Um abraço, {{userName}}', ['Um abraço, Clara']],
    ['Até logo!', ' ', ['Até logo!']],
    ['', 'Um abraço', []],
  ])('with the farewell %j of the connection and %j of the user sends %j', async (ofHouse, own, farewells) => {
    const clara = await company.attendant({ queues: [queue], name: 'Clara' })
    expect((await admin.put(`/users/${clara.id}`, { farewellMessage: own })).status).toBe(200)
    const { id } = await waiting({ queues: [queue], settings: { complationMessage: ofHouse } })
    await accept(clara, id)

    await clara.put(`/tickets/${id}`, { status: 'closed', userId: clara.id, sendFarewellMessage: true })

    expect(await saidByMachines(id)).toEqual(farewells)
  })

  test.each([
    [true, 'open', ['Até logo!']],
    [false, 'group', []],
  ])('of a group sends the farewell only if groups are tickets: %s', async (asTicket, status, farewells) => {
    const connection = await company.connection({
      allowsGroups: true,
      queues: [queue],
      settings: { complationMessage: 'Até logo!' },
    })
    await company.sql('update connections set group_as_ticket = $1 where id = $2', [asTicket, connection.id])
    const group = { kind: 'group', value: `${someNumber()}@g.us` } as const
    await connection.receive(said(group, 'Bom dia', { isGroup: true, name: 'Condomínio' }))
    const [{ id }] = await company.sql('select id::int from tickets where connection_id = $1', [connection.id])
    if (asTicket) await accept(admin, id)
    expect((await admin.get(`/tickets/${id}`)).body).toMatchObject({ status })

    await admin.put(`/tickets/${id}`, { status: 'closed', userId: admin.id, sendFarewellMessage: true })

    expect(await saidByMachines(id)).toEqual(farewells)
  })

  test.each([
    ['disabled', 0],
    ['enabled', 1],
  ] as const)(
    'of a waiting ticket sends the farewell only if the setting allows it: %s',
    async (setting, farewells) => {
      const { id } = await waiting({ queues: [queue], settings: { complationMessage: 'Até logo!' } })
      await company.setting('sendFarewellWaitingTicket', setting)

      await ana.put(`/tickets/${id}`, { status: 'closed', userId: ana.id, sendFarewellMessage: true })

      const said = await world.sql(
        `select body from messages where company_id = $1 and ticket_id = $2 and origin = 'bot'`,
        [company.id, id],
      )
      expect(said).toEqual(Array(farewells).fill({ body: 'Até logo!' }))
    },
  )

  test('of a waiting ticket that is ignored sends no farewell, whatever is set, and needs no tag', async () => {
    const { id } = await waiting({ queues: [queue], settings: { complationMessage: 'Até logo!' } })
    await company.setting('sendFarewellWaitingTicket', 'enabled')
    await company.setting('requiredTag', 'enabled')
    await company.sql(
      `update tickets set bot = bot || '{"amountUsedBotQueues": 3}' where company_id = $1 and id = $2`,
      [company.id, id],
    )

    const ignored = { status: 'closed', userId: ana.id, sendFarewellMessage: false, amountUsedBotQueues: 0 }
    const answer = await ana.put(`/tickets/${id}`, ignored)
    await company.setting('requiredTag', 'disabled')

    expect(answer).toMatchObject({ status: 200, body: { status: 'closed', userId: ana.id, amountUsedBotQueues: 0 } })
    const messages = await company.sql('select from_me from messages where company_id = $1 and ticket_id = $2', [
      company.id,
      id,
    ])
    expect(messages).toEqual([{ from_me: false }])
  })

  test('forgets integration, prompt and where the customer was with the bot, but not that they have consented', async () => {
    const { id } = await waiting()
    await accept(ana, id)
    const consent = { lgpdAcceptedAt: '2026-11-16T15:00:00.000Z' }
    const memory = {
      ...consent,
      lgpdSendMessageAt: '2026-11-16T14:59:00.000Z',
      useIntegration: true,
      integrationId: 7,
      promptId: 8,
      amountUsedBotQueues: 2,
      amountUsedBotQueuesNPS: 1,
      sendInactiveMessage: true,
      isOutOfHour: true,
    }
    await company.sql('update tickets set bot = $1 where company_id = $2 and id = $3', [
      JSON.stringify(memory),
      company.id,
      id,
    ])
    expect((await ana.get(`/tickets/${id}`)).body).toMatchObject(memory)

    await ana.put(`/tickets/${id}`, { status: 'closed' })

    expect((await ana.get(`/tickets/${id}`)).body).toMatchObject({
      ...consent,
      status: 'closed',
      isBot: false,
      lgpdSendMessageAt: null,
      useIntegration: false,
      integrationId: null,
      promptId: null,
      amountUsedBotQueues: 0,
      amountUsedBotQueuesNPS: 0,
      sendInactiveMessage: false,
      isOutOfHour: false,
    })
  })

  test('needs a tag if the company requires one', async () => {
    const { id } = await waiting()
    await accept(ana, id)
    await company.setting('requiredTag', 'enabled')

    const refused = await ana.put(`/tickets/${id}`, { status: 'closed' })
    const tag = await admin.post('/tags', { name: 'Orçamento', color: '#aa3344', kanban: 0 })
    const { contactId } = (await ana.get(`/tickets/${id}`)).body
    await ana.post('/tags/sync', { contactId, ticketId: id, tags: [tag.body] })
    const allowed = await ana.put(`/tickets/${id}`, { status: 'closed' })
    await company.setting('requiredTag', 'disabled')

    expect(refused).toMatchObject({ status: 422, body: { error: 'ERR_TAG_REQUIRED' } })
    expect(allowed).toMatchObject({ status: 200, body: { status: 'closed' } })
  })

  test('all of a status is for admins, sends no farewell and leaves other companies alone', async () => {
    const own = await world.company()
    const connection = await own.connection()
    await connection.receive(said(someNumber(), 'a'), said(someNumber(), 'b'))
    const outside = await waiting()

    expect((await ana.post('/tickets/closeAll', { status: 'pending' })).status).toBe(403)
    expect((await (await own.admin()).post('/tickets/closeAll', { status: 'pending' })).body).toEqual({ closed: 2 })

    expect((await admin.get(`/tickets/${outside.id}`)).body.status).toBe('pending')
  })
})

describe('opening by hand', () => {
  test('gives a closed conversation a new ticket, and otherwise answers who has the current one', async () => {
    const { id, connection } = await waiting()
    await accept(ana, id)
    const { contactId } = (await ana.get(`/tickets/${id}`)).body
    const open = () =>
      bia.post('/tickets', { contactId, queueId: queue.id, whatsappId: connection.id, userId: bia.id, status: 'open' })

    const refused = await open()
    await ana.put(`/tickets/${id}`, { status: 'closed' })
    const made = await open()

    expect(refused.status).toBe(409)
    expect(JSON.parse(refused.body.error)).toMatchObject({ id, user: { name: 'Ana' }, queue: { name: queue.name } })
    expect(made).toMatchObject({ status: 200, body: { status: 'open', userId: bia.id } })
    expect(made.body.id).not.toBe(id)
    const reopened = await ana.put(`/tickets/${id}`, { status: 'open', userId: ana.id })
    expect(reopened.body).toMatchObject({ id: made.body.id, user: { name: 'Bia' } })
  })

  test('a closed ticket is assigned to the user who reopens it', async () => {
    const { id } = await waiting()
    await accept(ana, id)
    await ana.put(`/tickets/${id}`, { status: 'closed' })

    expect((await bia.put(`/tickets/${id}`, { status: 'open', userId: bia.id })).body).toMatchObject({
      id,
      status: 'open',
      userId: bia.id,
    })
    const { body: log } = await bia.get(`/tickets-log/${id}`)
    expect(log.find(({ type }: { type: string }) => type !== 'access')).toMatchObject({
      type: 'reopen',
      user: { id: bia.id, name: bia.name },
    })
  })
})

describe('visibility', () => {
  test('lists, single reads and searches follow queue, owner and rights (S25)', async () => {
    const own = await world.company()
    const [sales, support] = [await own.queue('Vendas'), await own.queue('Suporte')]
    const [seller, everything, boss] = [
      await own.attendant({ queues: [sales] }),
      await own.attendant({ queues: [sales], allTicket: 'enable' }),
      await own.admin(),
    ]
    const connections = {
      sales: await own.connection({ queues: [sales] }),
      support: await own.connection({ queues: [support] }),
      none: await own.connection({ queues: [sales, support] }),
      group: await own.connection({ queues: [sales], allowsGroups: true }),
    }
    await connections.sales.receive(said(someNumber(), 'abacaxi das vendas'))
    await connections.support.receive(said(someNumber(), 'abacaxi do suporte'))
    await connections.none.receive(said(someNumber(), 'abacaxi sem fila'))
    await connections.group.receive(said({ kind: 'group', value: '123-456' }, 'abacaxi do grupo', { isGroup: true }))
    const ticketOf = async (connection: TestConnection) =>
      Number(
        (
          await world.sql('select id from tickets where company_id = $1 and connection_id = $2', [
            own.id,
            connection.id,
          ])
        )[0].id,
      )
    const ids = {
      sales: await ticketOf(connections.sales),
      support: await ticketOf(connections.support),
      none: await ticketOf(connections.none),
      group: await ticketOf(connections.group),
    }
    const seen = async (person: Person, query: string) =>
      (await person.get(`/tickets?${query}`)).body.tickets
        .map((ticket: { id: number }) => ticket.id)
        .toSorted((a: number, b: number) => a - b)

    expect(await seen(seller, 'status=pending')).toEqual([ids.sales])
    expect(await seen(everything, 'status=pending')).toEqual([ids.sales, ids.support, ids.none])
    expect(await seen(boss, 'status=pending&showAll=true')).toEqual([ids.sales, ids.support, ids.none])
    expect(await seen(seller, `status=pending&showAll=true&queueIds=[${support.id}]`)).toEqual([])
    expect(await seen(seller, 'status=group')).toEqual([])
    expect(await seen(seller, 'status=search&searchParam=abacaxi')).toEqual([ids.sales])
    expect(await seen(boss, 'status=search&searchParam=abacaxi')).toEqual([ids.sales, ids.support, ids.none, ids.group])
    for (const [id, status] of [
      [ids.sales, 200],
      [ids.support, 404],
      [ids.none, 404],
      [ids.group, 404],
    ] as const)
      expect((await seller.get(`/tickets/${id}`)).status).toBe(status)
  })

  test('a search finds a ticket by its number, with and without its sign, for users who see it', async () => {
    const own = await world.company()
    const [sales, support] = [await own.queue(), await own.queue()]
    const [seller, helper] = [await own.attendant({ queues: [sales] }), await own.attendant({ queues: [support] })]
    const connection = await own.connection({ queues: [sales] })
    await connection.receive(said(someNumber(), 'oi'))
    await connection.receive(said(someNumber(), 'outra'))
    const [{ id }] = await own.sql('select min(id)::int as id from tickets where company_id = $1', [own.id])
    const found = async (person: Person, text: string) =>
      (await person.get(`/tickets?status=search&searchParam=${encodeURIComponent(text)}`)).body.tickets.map(
        (ticket: { id: number }) => ticket.id,
      )

    for (const text of [`${id}`, `#${id}`, ` ${id} `]) {
      expect({ text, ids: await found(seller, text) }).toEqual({ text, ids: [id] })
      expect({ text, ids: await found(helper, text) }).toEqual({ text, ids: [] })
    }
    await seller.put(`/tickets/${id}`, { status: 'open', userId: seller.id })
    await seller.put(`/tickets/${id}`, { status: 'closed', sendFarewellMessage: false })
    expect(await found(seller, `#${id}`)).toEqual([id])
    for (const text of ['#999999999999', '#', '##1', `${id}x`]) expect(await found(helper, text)).toEqual([])
    await connection.receive(said(someNumber(), `Qual é o ticket ${id}?`))
    expect(await found(seller, `ticket ${id}`)).toHaveLength(1)
  })

  test('a search shows the message with the words, private notes included', async () => {
    const own = await world.company()
    const sales = await own.queue()
    const seller = await own.attendant({ queues: [sales], name: 'Ana Prado' })
    const connection = await own.connection({ queues: [sales] })
    const number = someNumber()
    await connection.receive(said(number, 'Perdi a segunda via', { name: 'Rita Moura' }))
    await connection.receive(said(number, 'Obrigada', { name: 'Rita Moura' }))
    const [{ id }] = await own.sql('select id::int from tickets where company_id = $1', [own.id])
    await seller.put(`/tickets/${id}`, { status: 'open', userId: seller.id })
    await seller.post(`/messages/${id}`, { body: 'Confirmar o abacaxi', isPrivate: true })
    const found = async (text: string) =>
      (await seller.get(`/tickets?status=search&searchParam=${encodeURIComponent(text)}`)).body.tickets[0].found

    expect(await found('VIA segund')).toMatchObject({
      messageId: expect.any(Number),
      excerpt: 'Perdi a segunda via',
      fromMe: false,
      isPrivate: false,
    })
    expect(await found('abacaxi')).toMatchObject({
      excerpt: 'Confirmar o abacaxi',
      isPrivate: true,
      author: 'Ana Prado',
    })
    expect(await found('moura')).toBeUndefined()
  })

  test('users get no events of tickets that they may not see', async () => {
    const stranger = await company.attendant({ queues: [otherQueue] })
    const foreigner = await (await world.company()).admin()
    const { id, connection, number } = await waiting()
    const quiet = [
      await stranger.listen({ lists: ['open', 'pending', 'closed', 'search'], notification: true }),
      await foreigner.listen({ lists: ['open', 'pending'], notification: true }),
    ]
    for (const listener of quiet) listener.socket.emit('joinChatBox', String(id))
    const heard = await bia.listen({ lists: ['pending'] })

    await connection.receive(said(number, 'segredo'))
    await eventually(() => expect(heard.of('message')).toHaveLength(1))
    await accept(ana, id)
    await eventually(() => expect(heard.of('ticket')).toHaveLength(1))

    for (const listener of quiet)
      expect(listener.events.filter((event) => event.name === 'message' || event.name === 'ticket')).toEqual([])
  })

  test('an attendant gets one event of at most 1.5 kB per message, whatever rooms they have joined', async () => {
    const { id, connection, number } = await waiting()
    const listener = await bia.listen({
      lists: ['open', 'pending', 'group', 'closed', 'search'],
      notification: true,
      tickets: [id],
    })

    await connection.receive(
      said(number, 'Boa tarde, gostaria de saber se vocês entregam em Sorocaba no sábado de manhã.'),
    )

    await eventually(() => expect(listener.of('message')).toHaveLength(1))
    const ticketEvents = listener.events.filter((event) => event.name !== 'ready' && event.name !== 'viewers')
    expect(ticketEvents).toHaveLength(1)
    expect(Buffer.byteLength(JSON.stringify(ticketEvents[0]?.payload))).toBeLessThan(1536)
  })

  test('a ticket becomes read when its attendant opens it, and stays unread when a supervisor does', async () => {
    const { id } = await waiting()
    await accept(ana, id)
    const supervisor = await company.supervisor()
    await world.sql('update tickets set unread_count = 3 where company_id = $1 and id = $2', [company.id, id])

    await supervisor.get(`/messages/${id}`)
    expect((await ana.get(`/tickets/${id}`)).body.unreadMessages).toBe(3)
    await ana.get(`/messages/${id}`)
    expect((await ana.get(`/tickets/${id}`)).body.unreadMessages).toBe(0)
  })

  test('the customer gets a read receipt when the attendant of the ticket opens it, and not when others do', async () => {
    const { id, number } = await waiting()
    const heard = () => world.network.arrived.filter(({ action, address }) => action === 'read' && address === number)

    for (const person of [ana, bia, admin]) await person.get(`/messages/${id}`)
    expect((await ana.get(`/tickets/${id}`)).body).toMatchObject({ status: 'pending', unreadMessages: 1 })

    await accept(ana, id)
    for (const person of [bia, admin]) await person.get(`/messages/${id}`)
    expect((await ana.get(`/tickets/${id}`)).body.unreadMessages).toBe(1)
    expect(heard()).toEqual([])

    await ana.get(`/messages/${id}`)
    await eventually(() => expect(heard()).toMatchObject([{ readIds: [expect.any(String)] }]))
    expect((await ana.get(`/tickets/${id}`)).body.unreadMessages).toBe(0)
  })

  test('a group without a user becomes read when any user who may see it opens it', async () => {
    const { id, connection } = await waiting({ queues: [queue], allowsGroups: true })
    await connection.receive(said({ kind: 'group', value: `${id}-1` }, 'Bom dia a todos', { isGroup: true }))
    const [group] = await company.sql('select id from tickets where connection_id = $1 and is_group', [connection.id])
    const carla = await company.attendant({ queues: [queue], allowGroup: true })

    expect((await carla.get(`/messages/${group.id}`)).status).toBe(200)
    expect((await carla.get(`/tickets/${group.id}`)).body).toMatchObject({ status: 'group', unreadMessages: 0 })
  })

  test('counts and pages of a list match the tickets', async () => {
    const own = await world.company()
    const connection = await own.connection()
    for (let index = 0; index < 45; index += 1) await connection.deliver(said(someNumber(), `n${index}`))
    await connection.drained()
    const boss = await own.admin()

    const [first, second] = [
      await boss.get('/tickets?status=pending&pageNumber=1'),
      await boss.get('/tickets?status=pending&pageNumber=2'),
    ]

    expect(first.body).toMatchObject({ count: 45, hasMore: true })
    expect(second.body).toMatchObject({ hasMore: false })
    expect(
      new Set([...first.body.tickets, ...second.body.tickets].map((ticket: { id: number }) => ticket.id)).size,
    ).toBe(45)
  })

  test('an attendant who sees masked numbers finds no ticket by a part of a number', async () => {
    const own = await world.company()
    const sales = await own.queue()
    await own.setting('lgpdHideNumber', 'enabled')
    const [hidden, boss] = [await own.attendant({ queues: [sales] }), await own.admin()]
    const connection = await own.connection({ queues: [sales] })
    await connection.receive(said('5511987651234', 'oi', { name: '5511987651234' }))

    const mine = await hidden.get('/tickets?status=search&searchParam=98765')
    const list = await hidden.get('/tickets?status=pending')

    expect(mine.body.tickets).toEqual([])
    expect(JSON.stringify(list.body)).not.toContain('5511987651234')
    expect((await boss.get('/tickets?status=search&searchParam=98765')).body.tickets).toHaveLength(1)
  })
})

describe('coming back', () => {
  test('sends the missed events in their current state, and only those that the user may see (R15, R16)', async () => {
    const { id, connection, number } = await waiting()
    const [{ last }] = await world.sql('select last from event_heads where company_id = $1', [company.id])
    const stranger = await company.attendant({ queues: [otherQueue] })

    await connection.receive(said(number, 'enquanto você estava fora'))
    await accept(bia, id)

    const mine = await ana.get(`/events?after=${last}`)
    expect(mine.body.resync).toBe(false)
    const words = JSON.stringify(mine.body.events)
    expect(words).toContain('enquanto você estava fora')
    expect(JSON.stringify((await stranger.get(`/events?after=${last}`)).body.events)).not.toContain('enquanto você')
  })

  test('after too long asks the client to fetch everything again', async () => {
    await waiting()
    await world.sql(`update events set created_at = now() - interval '6 minutes' where company_id = $1`, [company.id])

    expect((await ana.get('/events?after=0')).body).toMatchObject({ resync: true, events: [] })
  })
})

describe('the filters of a day', () => {
  test.each([
    ['date', 'created_at'],
    ['updatedAt', 'updated_at'],
  ])("%s means a day in the company's time zone", async (filter, column) => {
    const other = await world.company()
    const boss = await other.admin()
    const { id } = await other.ticket()
    await world.sql("update companies set timezone = 'America/Sao_Paulo' where id = $1", [other.id])
    const found = async (day: string) =>
      (await boss.get(`/tickets?status=pending&${filter}=${day}`)).body.tickets.map(
        (ticket: { id: number }) => ticket.id,
      )
    const put = (moment: string) =>
      world.sql(`update tickets set ${column} = $2 where company_id = $1 and id = $3`, [other.id, moment, id])

    // In São Paulo: 22:30, the first moment and the last moment of the ninth.
    for (const moment of ['2026-03-10T01:30:00Z', '2026-03-09T03:00:00Z', '2026-03-10T02:59:59.999Z']) {
      await put(moment)
      expect([await found('2026-03-08'), await found('2026-03-09'), await found('2026-03-10')]).toEqual([[], [id], []])
    }
  })
})

describe('after a user or a queue is deleted', () => {
  test.each(['user', 'queue'] as const)(
    'the tickets of a deleted %s leave it in batches; a message comes in meanwhile',
    async (what) => {
      const own = await world.company()
      const gone = { queue: await own.queue(), user: await own.attendant() }
      const connection = await own.connection({ queues: [gone.queue] })
      const numbers = Array.from({ length: 101 }, () => someNumber())
      await connection.receive(...numbers.map((number) => said(number, 'Olá')))
      if (what === 'user')
        await own.sql(`update tickets set status = 'open', user_id = $2 where connection_id = $1`, [
          connection.id,
          gone.user.id,
        ])
      const column = `${what}_id`
      const left = () =>
        own.sql(
          `select id::int, unread_count from tickets where connection_id = $1 and ${column} is null order by id`,
          [connection.id],
        )
      const [{ last, first_phone }] = await own.sql(
        `select max(t.id)::int as last, (array_agg(c.phone order by t.id))[1] as first_phone
       from tickets t join contacts c on c.id = t.contact_id where t.connection_id = $1`,
        [connection.id],
      )
      const holder = await holdTicket(world.databases.admin, last)

      try {
        await (await own.admin()).delete(what === 'user' ? `/users/${gone.user.id}` : `/queue/${gone.queue.id}`)
        await eventually(async () => expect(await left()).toHaveLength(100))
        await connection.receive(said(first_phone, 'Alguém aí?'))
        expect((await left())[0]).toMatchObject({ unread_count: 2 })
      } finally {
        await holder.release()
      }
      await eventually(async () => expect(await left()).toHaveLength(101))
    },
  )

  test('open tickets of the user wait in their queue again, and tickets of the queue have no queue', async () => {
    const own = await world.company()
    const [boss, sales] = [await own.admin(), await own.queue()]
    const leaver = await own.attendant({ queues: [sales] })
    const connection = await own.connection({ queues: [sales] })
    await connection.receive(said(someNumber(), 'oi'))
    const [{ id }] = await world.sql('select id from tickets where company_id = $1', [own.id])
    await leaver.put(`/tickets/${id}`, { status: 'open', userId: leaver.id })

    await boss.delete(`/users/${leaver.id}`)
    await eventually(async () =>
      expect((await boss.get(`/tickets/${id}`)).body).toMatchObject({
        status: 'pending',
        userId: null,
        queueId: sales.id,
      }),
    )
    await boss.delete(`/queue/${sales.id}`)
    await eventually(async () =>
      expect((await boss.get(`/tickets/${id}`)).body).toMatchObject({ status: 'pending', queueId: null }),
    )
  })
})
