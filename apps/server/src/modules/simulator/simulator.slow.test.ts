import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import {
  type Arrangement,
  type Setup,
  type Step,
  live,
  setUp,
  simulate,
  simulated,
  texts,
} from '#test/scenes/simulator'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  admin = await company.admin()
})
afterAll(() => world.close())

const never = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((weekdayEn) => ({
  weekday: weekdayEn,
  weekdayEn,
  startTimeA: '',
  endTimeA: '',
  startTimeB: '',
  endTimeB: '',
}))
const week = (day: string) =>
  never.map((entry) => (entry.weekdayEn === day ? { ...entry, startTimeA: '08:00', endTimeA: '18:00' } : entry))

describe('the simulator says what a conversation gets', () => {
  test.each<[string, Step[], Arrangement]>([
    ['down and up the menu of a queue, to a person', texts('Oi', '1', '1', '#', '1', '2'), []],
    ['at the end of a menu', texts('Oi', '1', '1', '2', 'Obrigado'), []],
    ['after "sair"', texts('Oi', 'sair', 'Voltei'), []],
    ['with a single queue, after its greeting', texts('Oi', '9', '1', 'SAIR'), [{}, { queues: 1 }]],
    [
      'with the consent that is refused once and then given',
      texts('Oi', 'Talvez', '2', 'Oi', '1', '2'),
      [{ enableLGPD: 'enabled', lgpdMessage: 'Guardamos os seus dados, {{firstName}}.' }],
    ],
    [
      'to a recording',
      [{ text: 'Oi' }, { text: '', media: 'audio' }, { text: '1' }],
      [{ acceptAudioMessageContact: 'disabled' }],
    ],
    ['to a sticker in a menu', [{ text: 'Oi' }, { text: '', media: 'other' }], []],
    ['within the pause between menus', texts('Oi', 'Quê?', 'Hã?', '1'), [{}, { connection: { timeUseBotQueues: 5 } }]],
    [
      'with a consent that the limit of automatic messages cuts short',
      texts('Oi', '1', ...Array.from({ length: 15 }, () => '?'), 'sair', 'Oi', 'Alô?'),
      [
        { enableLGPD: 'enabled', lgpdConsent: 'enabled', lgpdMessage: 'Guardamos os seus dados.' },
        { connection: { maxUseBotQueues: 0 } },
      ],
    ],
    ['with a limit of tries and no greeting', texts('Oi', 'a', 'b'), [{}, { connection: { maxUseBotQueues: 1 } }]],
  ])('%s', async (_, steps, setup) => {
    const made = await setUp(world, ...setup)
    const spoken = await simulated(made, steps)
    expect(await live(made, steps)).toEqual(spoken)
    expect(spoken.flatMap((step: { said: string[] }) => step.said).length).toBeGreaterThan(0)
  })

  test('outside of the hours of the company, of the connection and of a queue', async () => {
    for (const scheduleType of ['company', 'connection', 'queue']) {
      const made = await setUp(world, { scheduleType })
      const hours = JSON.stringify(never)
      await made.own.sql('update companies set opening_hours = $2 where id = $1', [made.own.id, hours])
      await made.own.sql('update connections set opening_hours = $2 where id = $1', [made.connection.id, hours])
      await (await made.own.admin()).put(`/queue/${made.queue.id}`, { schedules: never })
      const steps = texts('Oi', '1', 'Alô?')
      const spoken = await simulated(made, steps)
      expect(await live(made, steps)).toEqual(spoken)
      expect(JSON.stringify(spoken)).toContain('echad')
    }
  })

  test('after a queue that only informs, if its ticket is opened again', async () => {
    const made = await setUp(world)
    await (await made.own.admin()).put(`/queue/${made.queue.id}`, { closeTicket: true, chatbots: [] })
    await made.own.sql('update connections set reopen_minutes = 60 where id = $1', [made.connection.id])
    const steps = texts('Oi', '1', 'E no domingo?', '2')
    const spoken = await simulated(made, steps)
    expect(await live(made, steps)).toEqual(spoken)
    expect(spoken[1]).toMatchObject({ said: ['Bem-vindo'], status: 'closed' })
    expect(spoken[2]).toMatchObject({ said: [expect.stringContaining('*[ 2 ]* - Suporte')], queueId: null })
  })

  test('about an option that closes the ticket, which is closed at once', async () => {
    const made = await setUp(world)
    const steps = texts('Oi', '1', '3')
    const spoken = await simulated(made, steps)
    const real = await live(made, steps)
    expect(spoken.at(-1)).toMatchObject({ said: ['Até mais'], status: 'closed' })
    expect(real.at(-1)).toMatchObject({ said: ['Até mais'], log: spoken.at(-1).log })
  })

  test('with the place in the queue, and with files', async () => {
    const made = await setUp(world, { sendQueuePosition: 'enabled' })
    const owner = await made.own.admin()
    const { body: list } = await owner.post('/files', {
      name: 'Catálogo',
      message: 'Veja',
      options: [{ name: 'Preços' }],
    })
    await owner.upload(`/files/uploadList/${list.id}`, { id: String(list.options[0].id) }, [
      { field: 'files', name: 'preços.txt', type: 'text/plain', data: 'Bolo: 25' },
    ])
    const draft = { fileListId: list.id, chatbots: [] }
    const body = { queueId: made.queue.id, whatsappId: made.connection.id, contactName: 'Mariana', draft }
    const answer = await simulate(owner, { ...body, steps: texts('Oi', '1') })
    const spoken = answer.body.steps[1].said
    expect(spoken.map(({ text }: { text: string }) => text)).toEqual([
      'Bem-vindo',
      'Veja',
      'Preços',
      expect.stringContaining('sua posição na fila de atendimento é: *1*'),
    ])
    expect(spoken[2].file).toEqual({ name: 'preços.txt', mediaType: 'application', url: expect.any(String) })

    await owner.put(`/queue/${made.queue.id}`, draft)
    await live(made, texts('Oi', '1'))
    await eventually(async () => {
      const rows = await made.own.sql(
        `select body from messages where connection_id = $1 and origin = 'bot' order by id offset 1`,
        [made.connection.id],
      )
      expect(rows.map((row) => row.body)).toEqual(spoken.map(({ text }: { text: string }) => text))
    })
  })
})

describe('a queue that is not saved', () => {
  test('is offered also by a connection without it, and before it is stored', async () => {
    const first = await company.queue('Primeira')
    const chat = await company.webChat({ queues: [first], settings: { greetingMessage: 'Oi' } })
    const draft = { name: 'Segunda, não salva', greetingMessage: 'Nova fila' }
    const { body } = await simulate(admin, { whatsappId: chat.id, draft, steps: texts('Oi', '2') })
    expect(body).toMatchObject({ isOffered: false, hasButtons: true })
    expect(body.steps[0].said[0].text).toContain('*[ 2 ]* - Segunda, não salva')
    expect(body.steps[1]).toMatchObject({ said: [{ text: 'Nova fila' }], queue: { name: 'Segunda, não salva' } })
  })

  test('shows what can be tapped on the channel, and hears the tap', async () => {
    const own = await world.company()
    await own.setting('chatBotType', 'button')
    const [first, second] = [await own.queue('Vendas'), await own.queue('Suporte')]
    const owner = await own.admin()
    const draft = {
      name: 'Vendas',
      greetingMessage: 'Escolha',
      chatbots: [{ name: 'Um dois' }, { name: 'Três quatro' }],
    }
    const body = { queueId: first.id, channel: 'instagram', draft }
    const begun = await simulate(owner, { ...body, steps: texts('Oi') })
    const [message] = begun.body.steps[0].said
    expect(message).toMatchObject({ text: 'Escolha', choices: { shownAs: 'buttons' } })
    const titles = message.choices.options.map(({ title }: { title: string }) => title)
    expect(titles).toEqual(['Um dois', 'Três quatro', 'Menu principal', 'Sair'])
    const [, chosen] = message.choices.options
    const tapped = await simulate(owner, { ...body, steps: [...texts('Oi'), { text: 'x', choiceId: chosen.id }] })
    expect(tapped.body.steps[1].log).toMatchObject([{ decision: { optionName: 'Três quatro' } }])

    const connection = await own.connection({ queues: [first, second], settings: { greetingMessage: 'Olá' } })
    const onPhone = await simulate(owner, { ...body, whatsappId: connection.id, steps: texts('Oi') })
    expect(onPhone.body.steps[0].said).toMatchObject([{ choices: null, text: expect.stringContaining('*[ 1 ]*') }])
  })

  test('is tried without any connection', async () => {
    const own = await world.company()
    const draft = {
      name: 'Só ela',
      greetingMessage: 'Escolha',
      chatbots: [{ name: 'Um dois' }, { name: 'Três quatro' }],
    }
    const { body } = await simulate(await own.admin(), { channel: 'webchat', draft, steps: texts('Oi') })
    expect(body).toMatchObject({ hasButtons: true, steps: [{ queue: { name: 'Só ela' }, place: { at: 'menu' } }] })
    expect(body.steps[0].said[0].text).toContain('Escolha')
  })

  test.each([
    ['a name that is too short', { chatbots: [{ name: 'abc' }] }, 400, 'ERR_VALIDATION'],
    [
      'a level without a text',
      { chatbots: [{ name: 'Sofás', options: [{ name: 'Abaixo' }] }] },
      400,
      'ERR_OPTION_MESSAGE_REQUIRED',
    ],
    [
      'an option without its target',
      { chatbots: [{ name: 'Sofás', queueType: 'queue' }] },
      400,
      'ERR_OPTION_TARGET_REQUIRED',
    ],
    [
      'a target that there is not',
      { chatbots: [{ name: 'Sofás', queueType: 'queue', optQueueId: 987654321 }] },
      404,
      'ERR_NO_QUEUE_FOUND',
    ],
    [
      'a list of an option that there is not',
      { chatbots: [{ name: 'Sofás', queueType: 'file', optFileId: 987654321 }] },
      404,
      'ERR_NO_FILE_LIST_FOUND',
    ],
    ['a list that there is not', { fileListId: 987654321 }, 404, 'ERR_NO_FILE_LIST_FOUND'],
    ['an integration that there is not', { integrationId: 987654321 }, 404, 'ERR_NO_INTEGRATION_FOUND'],
    [
      'an integration of an option that there is not',
      { chatbots: [{ name: 'Robô novo', queueType: 'integration', optIntegrationId: 987654321 }] },
      404,
      'ERR_NO_INTEGRATION_FOUND',
    ],
    ['an option that there is not', { chatbots: [{ id: 987654321, name: 'Sofás' }] }, 404, 'ERR_NO_OPTION_FOUND'],
    [
      'too many options',
      { chatbots: Array.from({ length: 51 }, (_, nth) => ({ name: `Opção ${nth}` })) },
      400,
      'ERR_OPTION_LIMIT',
    ],
  ])('is refused as a save would be, with %s', async (_, draft, status, error) => {
    const { id } = await company.queue()
    expect(await simulate(admin, { queueId: id, draft })).toMatchObject({ status, body: { error } })
    expect(await admin.put(`/queue/${id}`, draft)).toMatchObject({ status, body: { error } })
  })

  test('is refused with more than 50 steps', async () => {
    const { id } = await company.queue()
    const steps = Array.from({ length: 51 }, () => ({ text: 'Oi' }))
    expect((await simulate(admin, { queueId: id, steps })).status).toBe(400)
    expect((await simulate(admin, { queueId: id, steps: steps.slice(1) })).body.steps).toHaveLength(50)
  })
})

describe('the moment of a step', () => {
  test('is within the hours or outside of them, as it is asked for, and never before the step above', async () => {
    const { own, queue, connection } = await setUp(world, { scheduleType: 'queue' })
    const body = { queueId: queue.id, whatsappId: connection.id, draft: { schedules: week('tuesday') } }
    const steps = [{ text: 'Oi' }, { text: '1' }, { text: 'Alô?', at: 'closed' }, { text: 'Oi?', at: 'open' }]
    const answer = await simulate(await own.admin(), { ...body, steps })
    expect(answer.body.hours).toEqual({ open: true, closed: true })
    const at = answer.body.steps.map((step: { at: string }) => Date.parse(step.at))
    expect(at).toEqual(at.toSorted((a: number, b: number) => a - b))
    const weekday = (time: number) =>
      new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'America/Sao_Paulo' }).format(time)
    expect(weekday(at[0])).toBe('Tuesday')
    expect(answer.body.steps[2].said).toMatchObject([{ text: 'Fila fechada.' }])
    expect(weekday(at[3])).toBe('Tuesday')
    expect(answer.body.steps[3].said[0].text).toContain('Bem-vindo')
  })

  test('is a time in the zone of the company', async () => {
    const { own, queue, connection } = await setUp(world, { scheduleType: 'queue' })
    await own.sql(`update companies set timezone = 'Asia/Tokyo' where id = $1`, [own.id])
    const body = { queueId: queue.id, whatsappId: connection.id, draft: { schedules: week('tuesday') } }
    const steps = [
      { text: 'Oi', at: '2026-11-24T07:30' },
      { text: '1', at: '2026-11-24T07:59' },
      { text: '1', at: '2026-11-24T08:00' },
      { text: '1', at: '2020-01-01T00:00' },
    ]
    const answer = await simulate(await own.admin(), { ...body, steps })
    expect(answer.body.steps.map((step: { at: string }) => step.at)).toEqual([
      '2026-11-23T22:30:00.000Z',
      '2026-11-23T22:59:00.000Z',
      '2026-11-23T23:00:00.000Z',
      '2026-11-23T23:00:05.000Z',
    ])
    expect(answer.body.steps[1].said).toMatchObject([{ text: 'Fila fechada.' }])
    expect(answer.body.steps[2].said[0].text).toContain('Bem-vindo')
  })

  test('does not depend on hours that the company does not use', async () => {
    const { id } = await company.queue()
    const { body } = await simulate(admin, { queueId: id, draft: { schedules: never }, steps: texts('Oi') })
    expect(body.hours).toEqual({ open: true, closed: false })
  })
})

describe('a past conversation', () => {
  /** Each of them after the customer has read what the bot said. */
  async function says({ own, connection }: Setup, number: string, ...bodies: string[]) {
    for (const body of bodies) {
      await connection.receive(said(number, body))
      await own.sql(
        `update tickets set bot = jsonb_set(bot, '{saidAt}', to_jsonb(now() - interval '10 seconds')) where connection_id = $1 and bot ? 'saidAt'`,
        [connection.id],
      )
    }
  }

  /** As if everybody had taken their time. */
  const moveApart = ({ own, connection }: Setup) =>
    own.sql(
      `with entries as (
         select l.id, l.created_at from ticket_log l join tickets t on t.company_id = l.company_id and t.id = l.ticket_id
         where t.connection_id = $1),
       works as (
         select created_at, dense_rank() over (order by created_at) * interval '1 minute' as later
         from (select created_at from messages where connection_id = $1 union select created_at from entries) x),
       moved as (
         update ticket_log l set created_at = l.created_at + w.later
         from entries e join works w on w.created_at = e.created_at where l.id = e.id)
       update messages m set created_at = m.created_at + w.later, sent_at = m.sent_at + w.later
       from works w where m.connection_id = $1 and m.created_at = w.created_at`,
      [connection.id],
    )

  const ticketOf = async ({ own, connection }: Setup) =>
    (await own.sql('select id::int, status, queue_id::int from tickets where connection_id = $1', [connection.id]))[0]

  /** Everything that waits for its time in the ticket is due. */
  const letTimePass = ({ own, connection }: Setup) =>
    own.sql(
      `with earlier as (
         update tickets set updated_at = updated_at - interval '1 hour', bot = bot || jsonb_build_object('saidAt', now() - interval '1 hour')
         where connection_id = $1 returning id)
       update ticket_timers x set due_at = x.due_at - interval '1 hour' from earlier where x.ticket_id = earlier.id`,
      [connection.id],
    )

  async function talked() {
    const made = await setUp(world, {}, { connection: { greetingMessage: 'Olá, {{firstName}}!' } })
    await says(made, someNumber(), 'Oi', '1', '1')
    await moveApart(made)
    const owner = await made.own.admin()
    const { body: offered } = await owner.get(`/chatbot/replay?queueId=${made.queue.id}`)
    expect(offered).toMatchObject([{ name: 'Mariana' }])
    return { ...made, owner, ticketId: Number(offered[0].id) }
  }
  const changes = ({ exchanges }: { exchanges: { isDifferent: boolean }[] }) =>
    exchanges.map(({ isDifferent }) => isDifferent)

  test('is replayed without a difference against what is stored, and with one against a change', async () => {
    const { owner, queue, ticketId } = await talked()
    const same = await owner.post('/chatbot/replay', { ticketId, queueId: queue.id, draft: {} })
    expect(same.body).toMatchObject({ isCut: false, exchanges: [{ messages: [{ text: 'Oi' }] }, {}, {}] })
    expect(changes(same.body)).toEqual([false, false, false])
    expect(same.body.exchanges[2].after[0].text).toContain('Qual tabela, na fila Comercial?')

    const draft = { greetingMessage: 'Que bom ver você' }
    const changed = await owner.post('/chatbot/replay', { ticketId, queueId: queue.id, draft })
    expect(changes(changed.body)).toEqual([false, true, false])
    expect(changed.body.exchanges[1].before[0].text).toContain('Bem-vindo')
    expect(changed.body.exchanges[1].after[0].text).toContain('Que bom ver você')
    expect(changed.body.exchanges[1].log).toMatchObject([{ type: 'queue' }, { type: 'chatBot' }])
  })

  test('is left to the person who took it', async () => {
    const { owner, own, connection, queue, ticketId } = await talked()
    await owner.put(`/tickets/${ticketId}`, { status: 'open', userId: owner.id, queueId: queue.id })
    await owner.post(`/messages/${ticketId}`, { body: 'Pois não' })
    const [{ number }] = await own.sql(
      'select c.phone as number from contacts c join tickets t on t.contact_id = c.id where t.id = $1',
      [ticketId],
    )
    await connection.receive(said(number, '2'))
    // Acts and messages were moved apart above.
    await own.sql(
      `update ticket_log set created_at = created_at + interval '10 minutes' where ticket_id = $1 and kind = 'open'`,
      [ticketId],
    )
    await own.sql(
      `update messages set created_at = created_at + interval '20 minutes' where ticket_id = $1 and body = '2'`,
      [ticketId],
    )
    const { body } = await owner.post('/chatbot/replay', { ticketId, queueId: queue.id, draft: { name: 'Outra' } })
    expect(body.exchanges.at(-1)).toMatchObject({ isServed: true, before: [], after: [], isDifferent: false })
  })

  test.each<[string, (made: Setup, number: string) => Promise<void>, string]>([
    [
      'that was assigned in turn',
      async (made, number) => {
        await says(made, number, 'Oi', '1')
        await letTimePass(made)
        const person = await made.own.attendant({ queues: [made.queue] })
        await person.get('/queue')
        await (await made.own.admin()).put(`/queue/${made.queue.id}`, { ativarRoteador: true })
        await eventually(async () => expect(await ticketOf(made)).toMatchObject({ status: 'open' }))
      },
      'open',
    ],
    [
      'that was redirected',
      async (made, number) => {
        await says(made, number, 'Oi')
        const redirection = { sendIdQueue: made.queue.id, timeSendQueue: 5 }
        await (await made.own.admin()).put(`/whatsapp/${made.connection.id}`, redirection)
        await eventually(async () => {
          await letTimePass(made)
          expect(await ticketOf(made)).toMatchObject({ queue_id: made.queue.id })
        })
      },
      'pending',
    ],
    [
      'whose rating was not given in time',
      async (made, number) => {
        const owner = await made.own.admin()
        await made.own.setting('userRating', 'enabled')
        await made.own.sql(
          `update connections set rating_close_minutes = 5, reopen_minutes = 60, settings = settings || '{"ratingMessage": "De 1 a 5?"}'
           where id = $1`,
          [made.connection.id],
        )
        await says(made, number, 'Oi')
        const { id } = await ticketOf(made)
        await owner.put(`/tickets/${id}`, { status: 'open', userId: owner.id, queueId: made.queue.id })
        await owner.put(`/tickets/${id}`, { status: 'closed' })
        expect(await ticketOf(made)).toMatchObject({ status: 'nps' })
        await letTimePass(made)
        await eventually(async () => expect(await ticketOf(made)).toMatchObject({ status: 'closed' }))
      },
      'pending',
    ],
    [
      'that went on after an option that closes the ticket',
      async ({ connection, ...made }, number) => {
        await says({ connection, ...made }, number, 'Oi', '1')
        await connection.receive(said(number, '3'), said(number, 'Só mais uma pergunta'))
      },
      'pending',
    ],
  ])('%s is replayed without a difference', async (_, happens, status) => {
    const made = await setUp(world, {}, { connection: { greetingMessage: 'Olá!' } })
    const number = someNumber()
    await happens(made, number)
    await says(made, number, '1', 'Alô?')
    expect(await ticketOf(made)).toMatchObject({ status })
    await moveApart(made)

    const { id: ticketId } = await ticketOf(made)
    const owner = await made.own.admin()
    const { body } = await owner.post('/chatbot/replay', { ticketId, queueId: made.queue.id, draft: {} })

    expect(body.exchanges.filter(({ isDifferent }: { isDifferent: boolean }) => isDifferent)).toEqual([])
    expect(body.exchanges.at(-1)).toMatchObject({ messages: [{ text: 'Alô?' }], isServed: status === 'open' })
  })

  test('is shown only to admins who see the ticket', async () => {
    const { own, queue, ticketId } = await talked()
    const person = await own.attendant({ queues: [queue] })
    expect((await person.post('/chatbot/replay', { ticketId, queueId: queue.id, draft: {} })).status).toBe(403)
    expect((await admin.post('/chatbot/replay', { ticketId, draft: {} })).status).toBe(404)
    expect((await admin.get(`/chatbot/replay?queueId=${queue.id}`)).body).toEqual([])
  })
})

test('who would answer outside is named, and not asked', async () => {
  const { own, connection, queue } = await setUp(world)
  const { id } = (
    await (
      await own.admin()
    ).post('/prompt', { name: 'Vendas', prompt: 'Atenda', apiKey: 'sk-1234', queueId: queue.id })
  ).body
  await (await own.admin()).put(`/queue/${queue.id}`, { promptId: id })
  const { body } = await simulate(await own.admin(), {
    queueId: queue.id,
    whatsappId: connection.id,
    steps: texts('Oi', '1', 'Quanto custa?'),
  })

  expect(body.steps.map(({ asked }: { asked: unknown }) => asked)).toEqual([
    null,
    { kind: 'prompt', id },
    { kind: 'prompt', id },
  ])
  expect(await own.sql('select 1 from exchanges where company_id = $1', [own.id])).toEqual([])
})

test('ids of another company are not found', async () => {
  const { queue, connection } = await setUp(world)
  const { id } = await company.queue()
  expect(await simulate(admin, { queueId: queue.id })).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_QUEUE_FOUND' },
  })
  expect(await simulate(admin, { queueId: id, whatsappId: connection.id })).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_WAPP_FOUND' },
  })
  expect((await simulate(await company.supervisor(), { queueId: id })).status).toBe(403)
})
