import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AnsweringService, answererOf, createAnsweringService, reaching } from '#test/services/answering-service'
import { said, someNumber } from '#test/inbound'
import { type Attached, type Talk, openTalk as openExchangeTalk, settled, talkOn } from '#test/services/exchange-talk'
import { type Company, type World, createWorld, eventually } from '#test/world'

let service: AnsweringService
let world: World
beforeAll(async () => {
  service = await createAnsweringService()
  world = await createWorld({
    outside: reaching(service),
    answerers: [
      answererOf(service),
      answererOf(service, { kind: 'prompt', timeLimit: 700, fallback: 'Já volto, {{firstName}}.' }),
    ],
  })
})
afterAll(async () => {
  await world.close()
  await service.stop()
})
beforeEach(() => {
  service.echo()
  service.questions.length = 0
})

const openTalk = (attached?: Attached, of?: Company) => openExchangeTalk(world, attached, of)
const asked = (count: number) => eventually(() => expect(service.questions).toHaveLength(count))

const withPeople = { isBot: false, place: 'done', useIntegration: false }

describe('a customer of a queue with a service', () => {
  test('gets its answer, and the next one with what it has kept', async () => {
    service.reply(({ texts, session }) => ({
      parts: [{ kind: 'text', text: `${JSON.stringify(session)} ${texts.join()}` }],
      session: { said: texts },
    }))
    const talk = await openTalk()
    await talk.say('Oi')
    await settled(talk)
    await talk.say('Tudo bem?')
    await asked(2)
    await settled(talk)

    expect(await talk.heard()).toEqual(['null Oi', '{"said":["Oi"]} Tudo bem?'])
    expect(await talk.ticket()).toMatchObject({
      status: 'pending',
      queue_id: talk.queue.id,
      bot: { isBot: true, useIntegration: true, integrationId: 7, promptId: null },
    })
    expect((await talk.exchanges()).map(({ state }) => state)).toEqual(['answered', 'answered'])
  })

  test('sees that somebody types while a part of the answer waits', async () => {
    service.reply(() => ({
      parts: [
        { kind: 'text', text: 'Olá' },
        { kind: 'text', text: 'Como posso ajudar?', after: 300 },
      ],
      session: {},
    }))
    const talk = await openTalk()
    const shown = () => world.network.typed.filter(({ connectionId }) => connectionId === talk.connection.id)
    await talk.say('Oi')
    await settled(talk)
    await eventually(() =>
      expect(shown()).toMatchObject([{ doing: 'composing', address: expect.stringContaining(talk.number.slice(-8)) }]),
    )
    service.echo()
    const quick = await openTalk()
    await quick.say('Oi')
    await settled(quick)
    expect(world.network.typed.some(({ connectionId }) => connectionId === quick.connection.id)).toBe(false)
  })

  test('gets one answer to messages in quick succession', async () => {
    const talk = await openTalk()
    await talk.say('Oi')
    await talk.say('Quanto', 'custa?')
    await settled(talk)

    expect(await talk.heard()).toEqual(['Eco: Oi / Quanto / custa?'])
    expect(service.questions).toHaveLength(1)
  })

  test('gets one answer if they write again while it is asked', async () => {
    const release = service.hold()
    const talk = await openTalk()
    await talk.say('Oi')
    await asked(1)
    await talk.say('Esqueci: quanto custa?')
    await asked(2)
    release()
    await settled(talk)

    expect(await talk.heard()).toEqual(['Eco: Oi / Esqueci: quanto custa?'])
    expect(await talk.exchanges()).toMatchObject([{ state: 'void', reason: 'newerMessage' }, { state: 'answered' }])
  })

  test('reads several parts in their order, as text, whatever they say', async () => {
    service.reply(() => ({
      parts: [
        { kind: 'text', text: 'Olá {{name}}' },
        { kind: 'text', text: '' },
        { kind: 'text', text: '#{"queueId":1}' },
      ],
    }))
    const talk = await openTalk()
    await talk.say('Oi')
    await settled(talk)

    expect(await talk.heard()).toEqual(['Olá {{name}}', '#{"queueId":1}'])
  })

  test('sees a reaction to their message', async () => {
    service.reply(() => ({ parts: [{ kind: 'text', text: 'Que bom!' }], reaction: '👍' }))
    const talk = await openTalk()
    await talk.say('Gostei')
    await settled(talk)

    await eventually(() =>
      expect(world.network.arrived.filter(({ connectionId }) => connectionId === talk.connection.id)).toMatchObject([
        { kind: 'text', body: 'Que bom!' },
        { kind: 'reaction', emoji: '👍' },
      ]),
    )
  })

  test('hears nothing if the service answers with nothing, which is no failure', async () => {
    service.reply(() => ({}))
    const talk = await openTalk()
    await talk.say('Oi')

    expect(await settled(talk)).toMatchObject([{ state: 'answered' }])
    expect([await talk.heard(), await talk.notes()]).toEqual([[], []])
  })

  test('reads the caption of a file that cannot be fetched', async () => {
    service.reply(() => ({ parts: [{ kind: 'link', url: 'http://127.0.0.1:1/a.png', caption: 'A tabela' }] }))
    const talk = await openTalk()
    await talk.say('Oi')
    await settled(talk)

    expect(await talk.heard()).toEqual(['A tabela'])
  })
})

test('a service that a person gives to a ticket answers its next message', async () => {
  const talk = await openTalk({})
  await talk.say('Oi')
  const { id } = await talk.ticket()
  await talk.company.sql(
    `update tickets set bot = bot || '{"useIntegration": true, "integrationId": 7}' where id = $1`,
    [id],
  )
  await talk.say('Quanto custa?')
  await settled(talk)

  expect(await talk.heard()).toEqual(['Eco: Quanto custa?'])
})

describe('an answer is not wanted any more', () => {
  test.each<[string, string, (talk: Talk, ticketId: number) => Promise<{ status: number } | void>]>([
    [
      'a person has accepted the ticket',
      'person',
      async ({ admin }, id) => admin.put(`/tickets/${id}`, { status: 'open', userId: admin.id }),
    ],
    ['the ticket was closed', 'closed', ({ admin }, id) => admin.put(`/tickets/${id}`, { status: 'closed' })],
    [
      'the service was switched off in the ticket',
      'stopped',
      ({ admin }, id) => admin.put(`/tickets/${id}`, { useIntegration: false }),
    ],
    [
      'somebody has written on the phone itself',
      'person',
      ({ connection, number }) => connection.receive(said(number, 'Sou a Ana', { isEcho: true })),
    ],
    [
      'the bot was switched off for the contact',
      'botDisabled',
      async ({ admin, company }, id) => {
        const [{ contact_id: contactId }] = await company.sql('select contact_id::int from tickets where id = $1', [id])
        return admin.put(`/contacts/toggleDisableBot/${contactId}`, {})
      },
    ],
  ])('if %s', async (_, reason, change) => {
    const release = service.hold()
    const talk = await openTalk()
    await talk.say('Oi')
    await asked(1)
    const changed = await change(talk, (await talk.ticket()).id)
    expect(changed ?? { status: 200 }).toMatchObject({ status: 200 })
    release()

    expect(await settled(talk)).toMatchObject([{ state: 'void', reason }])
    expect([await talk.heard(), await talk.notes()]).toEqual([[], []])
  })

  test('if the queue of the ticket was deleted, and the customer waits for a person', async () => {
    const release = service.hold()
    const talk = await openTalk()
    await talk.say('Oi')
    await asked(1)
    expect((await talk.admin.delete(`/queue/${talk.queue.id}`)).status).toBe(200)
    await eventually(async () => expect(await talk.exchanges()).toMatchObject([{ state: 'void', reason: 'stopped' }]))
    release()
    await talk.say('Alô?')

    expect(await talk.exchanges()).toHaveLength(1)
    expect(await talk.heard()).toEqual([])
    const { id, status, queue_id: queueId } = await talk.ticket()
    expect({ status, queueId }).toEqual({ status: 'pending', queueId: null })
    expect((await talk.admin.get(`/tickets/${id}`)).body).toMatchObject({ isBot: false, useIntegration: false })
  })

  test('and whoever was answered by a person hears nothing of the service afterwards', async () => {
    const talk = await openTalk()
    await talk.say('Oi')
    await settled(talk)
    const { id } = await talk.ticket()
    await talk.admin.put(`/tickets/${id}`, { status: 'open', userId: talk.admin.id })
    await talk.admin.put(`/tickets/${id}`, { status: 'pending' })
    await talk.say('Alô?')

    expect(await talk.exchanges()).toHaveLength(1)
    expect((await talk.ticket())['bot']).toMatchObject(withPeople)
  })
})

describe('a service that does not answer', () => {
  test.each<[string, string, string, () => void]>([
    ['fails', 'status', 'o serviço respondeu com um erro', () => service.reply(() => 500)],
    ['is silent', 'timeout', 'o serviço não respondeu a tempo', () => service.reply(() => undefined)],
    [
      'says too much',
      'tooLarge',
      'a resposta era grande demais',
      () => service.reply(() => ({ parts: Array.from({ length: 21 }, () => ({ kind: 'text', text: 'x' })) })),
    ],
  ])('and %s leaves the customer to people, who read why', async (_, reason, why, fail) => {
    fail()
    const talk = await openTalk({ prompt: 8 })
    await talk.say('Oi')

    expect(await settled(talk)).toMatchObject([{ state: 'failed', reason }])
    expect(await talk.heard()).toEqual(['Já volto, Mariana.'])
    expect(await talk.notes()).toEqual([
      `O assistente “Robô” parou de responder: ${why}. O cliente espera por um atendente.`,
    ])
    expect(await talk.ticket()).toMatchObject({ status: 'pending', queue_id: talk.queue.id, bot: withPeople })
    await talk.say('Alô?')
    expect(await talk.exchanges()).toHaveLength(1)
    expect(await talk.heard()).toHaveLength(1)
  })

  test('has the text of the product if it has none of its own', async () => {
    service.reply(() => 500)
    const talk = await openTalk()
    await talk.say('Oi')
    await settled(talk)

    expect(await talk.heard()).toEqual([expect.stringContaining('Um atendente vai continuar a conversa com você.')])
  })

  test('is gone', async () => {
    const talk = await openTalk({ integration: 404 })
    await talk.say('Oi')

    expect(await settled(talk)).toMatchObject([{ state: 'failed', reason: 'gone' }])
    expect(service.questions).toEqual([])
    expect(await talk.notes()).toEqual([expect.stringContaining('foi desativado ou excluído')])
    const log = (await talk.admin.get(`/tickets-log/${(await talk.ticket()).id}`)).body
    expect(log).toContainEqual(
      expect.objectContaining({ type: 'botSilent', decision: expect.objectContaining({ reason: 'serviceFailed' }) }),
    )
  })

  test('is not asked for a while after five failures in a row, as admins see at once; then one customer finds out', async () => {
    service.reply(() => 500)
    const talk = await openTalk()
    const screen = await talk.admin.listen()
    const others = Array.from({ length: 5 }, someNumber)
    await talk.connection.receive(...others.map((number) => said(number, 'Oi')))
    await asked(5)
    await settled(talk)
    await eventually(() =>
      expect(screen.of('answerer').map(({ payload }) => payload.answerer)).toMatchObject([
        { kind: 'integration', id: 7, state: 'open', failures: 5, failure: 'status' },
      ]),
    )
    await talk.say('Oi')
    await settled(talk)
    expect((await talk.exchanges()).at(-1)).toMatchObject({ state: 'failed', reason: 'breakerOpen' })
    expect(service.questions).toHaveLength(5)

    service.echo()
    await talk.company.sql('update answerer_breakers set open_until = now() where company_id = $1', [talk.company.id])
    await talk.connection.receive(said(someNumber(), 'Oi'))
    await asked(6)
    await eventually(async () =>
      expect((await talk.admin.get('/answerers')).body).toMatchObject([{ id: 7, state: 'closed', failures: 0 }]),
    )
  })
})

describe('a service that is not asked in time', () => {
  test('because nothing ran for a quarter of an hour leaves the customer to people', async () => {
    const talk = await openTalk()
    await talk.say('Oi')
    await talk.company.sql(
      "update exchanges set due_at = now() - interval '16 minutes' where company_id = $1 and state = 'due'",
      [talk.company.id],
    )

    expect(await settled(talk)).toMatchObject([{ state: 'failed', reason: 'late' }])
    expect(service.questions).toEqual([])
    expect(await talk.heard()).toEqual([expect.stringContaining('Um atendente vai continuar')])
    expect((await talk.admin.get('/answerers')).body).toMatchObject([{ state: 'closed', failures: 0 }])
  })

  test('because others are asked for minutes leaves the customer to people, and the others alone', async () => {
    const release = service.hold()
    const talk = await openTalk()
    const crowd = Array.from({ length: 16 }, someNumber)
    await talk.connection.receive(...crowd.map((number) => said(number, 'Oi')))
    await asked(16)
    await talk.say('Oi')
    await talk.company.sql(
      "update exchanges set due_at = now() - interval '4 minutes' where company_id = $1 and state = 'due'",
      [talk.company.id],
    )
    await eventually(async () =>
      expect((await talk.exchanges()).at(-1)).toMatchObject({ state: 'failed', reason: 'busy' }),
    )
    release()

    const ended = (await settled(talk)).map(({ state }) => state)
    expect(ended.filter((state) => state === 'answered')).toHaveLength(16)
    expect(service.questions).toHaveLength(16)
  })
})

describe('a service hands over', () => {
  test('to a queue of the company', async () => {
    const talk = await openTalk()
    const other = await talk.company.queue()
    service.reply(() => ({
      parts: [{ kind: 'text', text: 'Um momento' }],
      control: { kind: 'handOver', queueId: other.id },
    }))
    await talk.say('Oi')

    expect(await settled(talk)).toMatchObject([{ state: 'answered' }])
    expect(await talk.heard()).toEqual(['Um momento'])
    expect(await talk.ticket()).toMatchObject({ status: 'pending', queue_id: other.id, user_id: null, bot: withPeople })
  })

  test('to a user of the company', async () => {
    const talk = await openTalk()
    const ana = await talk.company.attendant({ queues: [talk.queue] })
    service.reply(() => ({ control: { kind: 'handOver', queueId: talk.queue.id, userId: ana.id } }))
    await talk.say('Oi')
    await settled(talk)

    expect(await talk.ticket()).toMatchObject({ queue_id: talk.queue.id, user_id: ana.id, bot: withPeople })
  })

  test.each(['queueId', 'userId'])('but not to a %s of another company', async (field) => {
    const other = await world.company()
    const [queue, user] = [await other.queue(), await other.attendant()]
    const talk = await openTalk()
    const target = { queueId: field === 'queueId' ? queue.id : null, userId: field === 'userId' ? user.id : null }
    service.reply(() => ({ control: { kind: 'handOver', ...target } }))
    await talk.say('Oi')

    expect(await settled(talk)).toMatchObject([{ state: 'failed', reason: 'targetGone' }])
    expect(await talk.ticket()).toMatchObject({ queue_id: talk.queue.id, user_id: null, bot: withPeople })
  })

  test('by stopping itself', async () => {
    const talk = await openTalk()
    service.reply(() => ({ control: { kind: 'stopBot' } }))
    await talk.say('Oi')
    await settled(talk)
    await talk.say('Alô?')

    expect(await talk.exchanges()).toHaveLength(1)
    expect(await talk.ticket()).toMatchObject({ status: 'pending', queue_id: talk.queue.id, bot: withPeople })
  })

  test('or closes the ticket, with the farewell of the connection', async () => {
    const talk = await openTalk()
    await talk.admin.put(`/whatsapp/${talk.connection.id}`, { complationMessage: 'Volte sempre!' })
    service.reply(() => ({ parts: [{ kind: 'text', text: 'Até logo' }], control: { kind: 'close' } }))
    await talk.say('Oi')
    await settled(talk)

    expect(await talk.ticket()).toMatchObject({ status: 'closed' })
    expect(await talk.heard()).toEqual(['Até logo', 'Volte sempre!'])
  })
})

test(
  'two bots that talk to each other end after 20 answers, and a person reads why',
  { timeout: 120_000 },
  async () => {
    service.reply(() => ({ parts: [1, 2, 3].map((nth) => ({ kind: 'text', text: `Balão ${nth}` })) }))
    const talk = await openTalk()

    expect(await talkOn(talk)).toEqual([...Array<number>(20).fill(3), 0])
    expect((await talk.exchanges()).at(-1)).toMatchObject({ state: 'failed', reason: 'loop' })
    expect(await talk.notes()).toEqual([expect.stringContaining('o limite de mensagens automáticas foi atingido')])
    expect((await talk.ticket())['bot']).toMatchObject(withPeople)
    const log = await talk.admin.get(`/tickets-log/${(await talk.ticket()).id}`)
    expect(log.body.map(({ type }: { type: string }) => type)).toContain('loopGuard')
  },
)

test('admins read what was asked and answered, without secrets, and others do not', async () => {
  const talk = await openTalk()
  await talk.say('Oi')
  await settled(talk)
  const { id } = await talk.ticket()
  const attendant = await talk.company.attendant({ queues: [talk.queue] })

  expect((await talk.admin.get(`/tickets/${id}/exchanges`)).body).toMatchObject([
    {
      ticketId: id,
      kind: 'integration',
      answererId: 7,
      state: 'answered',
      reason: null,
      calls: [
        { method: 'POST', address: service.url, status: 200, sent: expect.stringContaining('Oi'), failure: null },
      ],
    },
  ])
  expect((await attendant.get(`/tickets/${id}/exchanges`)).status).toBe(403)
  const stranger = await (await world.company()).admin()
  expect((await stranger.get(`/tickets/${id}/exchanges`)).status).toBe(404)
  expect((await stranger.get('/answerers')).body).toEqual([])
})

test('a service that never answers delays no other: it takes its own share, and what waits for it holds nothing', async () => {
  const silent = await openTalk({ integration: 1 })
  const other = await openTalk({ integration: 2 }, silent.company)
  service.reply(({ answererId, texts }) =>
    answererId === 1 ? undefined : { parts: [{ kind: 'text', text: `Eco: ${texts.join()}` }] },
  )
  const crowd = Array.from({ length: 40 }, someNumber)
  await silent.connection.receive(...crowd.map((number) => said(number, 'Oi')))
  await asked(16)
  await other.say('Oi')
  await settled(other)

  expect(await other.heard()).toEqual(['Eco: Oi'])
  const states = await silent.company.sql(
    'select state, count(*)::int from exchanges where company_id = $1 and answerer_id = 1 group by state order by state',
    [silent.company.id],
  )
  expect(states).toEqual([
    { state: 'asking', count: 16 },
    { state: 'due', count: 24 },
  ])
  const transactions = await world.sql(
    `select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction' and state_change < now() - interval '1 second'`,
  )
  expect(transactions).toEqual([])
})
