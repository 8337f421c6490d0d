import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { type Company, type Person, type TestConnection, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let admin: Person
let ana: Person
let [sales, support]: { id: number; name: string }[] = []
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  admin = await company.admin()
  ;[sales, support] = [await company.queue('Comercial'), await company.queue('Suporte')]
  ana = await company.attendant({ queues: [sales, support] as { id: number }[] })
})
afterAll(() => world.close())

const invalid = 'Opção inválida, por favor escolha uma opção válida abaixo:'
const menuText = 'Olá, Mariana!\n\n*[ 1 ]* - Comercial\n*[ 2 ]* - Suporte\n*[ Sair ]* - Encerrar atendimento'
const both = () => [sales, support].flatMap((queue) => queue ?? [])

const numberIn = (name: string) => Number(name.replaceAll(/\D/g, ''))

interface Talk {
  connection: TestConnection
  number: string
  say: (...bodies: string[]) => Promise<void>
}

async function openTalk(settings: object = {}, queues = both(), own = company): Promise<Talk> {
  const connection = await own.connection({
    queues,
    settings: { greetingMessage: 'Olá, {{firstName}}!', complationMessage: 'Até logo!', ...settings },
  })
  const number = someNumber()
  return { connection, number, say: (...bodies) => connection.receive(...bodies.map((body) => said(number, body))) }
}

/** The customer reads what the bot has said before they go on. */
const letSecondsPass = ({ connection }: Talk) =>
  company.sql(
    `update tickets set bot = jsonb_set(bot, '{saidAt}', to_jsonb(now() - interval '10 seconds')) where connection_id = $1 and bot ? 'saidAt'`,
    [connection.id],
  )
const ticketsOf = ({ connection }: Talk) =>
  company.sql(
    'select id::int, status, queue_id::int, user_id::int, bot, last_message, unread_count from tickets where connection_id = $1 order by id',
    [connection.id],
  )
const saidBy = async ({ connection }: Talk): Promise<string[]> =>
  (
    await company.sql(`select body from messages where connection_id = $1 and origin = 'bot' order by id`, [
      connection.id,
    ])
  ).map(({ body }) => body)
const logOf = async (talk: Talk) => {
  const [ticket] = await ticketsOf(talk)
  const { body } = await admin.get(`/tickets-log/${ticket.id}`)
  return body
    .toReversed()
    .filter(({ type }: { type: string }) => !['access', 'create'].includes(type))
    .map(({ type, decision }: { type: string; decision: { reason?: string } | null }) =>
      [type, decision?.reason].filter(Boolean).join(' '),
    )
}

describe('a customer of a connection with two queues', () => {
  test('walks the menu with an invalid answer; the list shows their question and marks the ticket as the bot’s', async () => {
    const talk = await openTalk()
    const screen = await ana.listen({ lists: ['pending'] })
    await talk.say('Quanto custa?')
    expect(await saidBy(talk)).toEqual([menuText])
    const [ticket] = await ticketsOf(talk)
    expect(ticket).toMatchObject({ status: 'pending', queue_id: null, last_message: 'Quanto custa?' })
    expect((await admin.get(`/tickets/${ticket.id}`)).body).toMatchObject({
      isBot: true,
      amountUsedBotQueues: 1,
      lastMessage: 'Quanto custa?',
      isOutOfHour: false,
    })

    await letSecondsPass(talk)
    await talk.say('Oi?')
    await letSecondsPass(talk)
    await talk.say('2')

    expect(await saidBy(talk)).toEqual([menuText, `${invalid}\n\n${menuText}`])
    expect(await ticketsOf(talk)).toMatchObject([
      { status: 'pending', queue_id: support?.id, user_id: null, last_message: '2', unread_count: 3 },
    ])
    expect((await ana.get(`/tickets/${ticket.id}`)).body).toMatchObject({ isBot: false, amountUsedBotQueues: 0 })
    expect(await logOf(talk)).toEqual(['chatBot', 'chatBot invalid', 'queue'])
    await eventually(() =>
      expect(screen.of('ticket').map(({ payload }) => payload.ticket)).toContainEqual(
        expect.objectContaining({ id: ticket.id, queueId: support?.id, isBot: false }),
      ),
    )
  })

  test('is answered beside many others of one batch, each with their own name, place and number of messages', async () => {
    const talk = await openTalk()
    const numbers = Array.from({ length: 12 }, someNumber)
    const each = (body: string) => numbers.map((number, nth) => said(number, body, { name: `Cliente${nth}` }))
    await talk.connection.receive(...each('Oi'), ...each('Tudo bem?'))
    await letSecondsPass(talk)
    await talk.connection.receive(...numbers.map((number, nth) => said(number, String((nth % 2) + 1))))

    const answers = await company.sql(
      `select c.name, t.queue_id::int, t.status, t.bot ->> 'place' as place,
         (select json_agg(m.body order by m.id) from messages m where m.ticket_id = t.id and m.origin = 'bot') as bodies,
         (select json_agg(l.kind order by l.id) from ticket_log l where l.ticket_id = t.id and l.kind not in ('create', 'moved', 'rated')) as log
       from tickets t join contacts c on c.id = t.contact_id where t.connection_id = $1 order by t.id`,
      [talk.connection.id],
    )
    expect(answers).toHaveLength(12)
    expect(answers.toSorted((one, other) => numberIn(one.name) - numberIn(other.name))).toEqual(
      numbers.map((_, nth) => ({
        name: `Cliente${nth}`,
        queue_id: [sales, support][nth % 2]?.id,
        status: 'pending',
        place: 'done',
        bodies: [menuText.replace('Mariana', `Cliente${nth}`)],
        log: ['chatBot', 'botSilent', 'queue'],
      })),
    )
  })

  test('gets one menu for several messages of one batch, or within a second', async () => {
    const talk = await openTalk()
    await talk.say('Oi', 'Tudo bem?', 'Quanto custa?')
    await talk.say('Alô?')
    expect(await saidBy(talk)).toEqual([menuText])
    expect(await logOf(talk)).toEqual(['chatBot', 'botSilent sameSecond'])
  })

  test('is answered once also if the network delivers their message twice', async () => {
    const { connection, ...talk } = await openTalk()
    const message = said(talk.number, 'Oi')
    await connection.receive(message, message)
    await connection.receive(message)
    expect(await saidBy({ connection, ...talk })).toEqual([menuText])
  })

  test('leaves with the farewell at "sair"; what they write after that in the same batch is a ticket of its own', async () => {
    const talk = await openTalk()
    await talk.say('Oi')
    await talk.say('SAIR', 'Esqueci uma coisa')
    const tickets = await ticketsOf(talk)
    expect(tickets[0].bot).toEqual({})
    expect(tickets).toMatchObject([
      { status: 'closed' },
      { status: 'pending', last_message: 'Esqueci uma coisa', unread_count: 1 },
    ])
    expect(await saidBy(talk)).toEqual([menuText, 'Até logo!', menuText])
  })

  test.each([
    ['missed messages', { missed: { since: '2026-11-20T22:02:00.000Z', until: '2026-11-21T08:05:00.000Z' } }],
    ['calls', { mediaType: 'call_log', call: { isVideo: false } }],
    ['what we write on the phone', { isEcho: true }],
  ])('gets no menu for %s', async (_, more) => {
    const { connection, number, say } = await openTalk()
    await connection.receive(said(number, 'Oi', more))
    expect(await saidBy({ connection, number, say })).toEqual([])
  })

  test('is not answered in groups', async () => {
    const queues = both()
    const connection = await company.connection({ queues, allowsGroups: true, settings: { greetingMessage: 'Olá!' } })
    await connection.receive(
      said({ kind: 'group', value: `${someNumber()}@g.us` }, 'Oi', { isGroup: true, name: 'Família' }),
    )
    expect(await saidBy({ connection, number: '', say: () => Promise.resolve() })).toEqual([])
  })

  test('is left to the person who takes the ticket, and stays so when it is returned', async () => {
    const talk = await openTalk()
    await talk.say('Oi')
    const [{ id }] = await ticketsOf(talk)
    await admin.put(`/tickets/${id}`, { status: 'open', userId: admin.id, queueId: sales?.id })
    await talk.say('1')
    expect(await saidBy(talk)).toEqual([menuText])
    expect((await admin.get(`/tickets/${id}`)).body).toMatchObject({ isBot: false, queueId: sales?.id })

    await admin.put(`/tickets/${id}`, { status: 'pending', userId: null })
    await letSecondsPass(talk)
    await talk.say('Alô?')
    expect(await saidBy(talk)).toEqual([menuText])
    expect((await logOf(talk)).at(-1)).toBe('botSilent waitsForPerson')
  })

  test('is left to the person who answers on the phone', async () => {
    const talk = await openTalk()
    await talk.say('Oi')
    await talk.connection.receive(said(talk.number, 'Pode falar', { isEcho: true }))
    await letSecondsPass(talk)
    await talk.say('1')
    expect(await saidBy(talk)).toEqual([menuText])
    expect(await ticketsOf(talk)).toMatchObject([{ status: 'pending', queue_id: null, bot: { place: 'done' } }])
  })

  test('is not answered if their bot is switched off', async () => {
    const talk = await openTalk()
    const { body: contact } = await admin.post('/contacts', { name: 'Sem robô', number: talk.number, disableBot: true })
    expect(contact.disableBot).toBe(true)
    await talk.say('Oi')
    expect(await saidBy(talk)).toEqual([])
    expect(await logOf(talk)).toEqual(['botSilent botDisabled'])
  })

  test('sees the menu again when the queue where they wait is deleted', async () => {
    const passing = await company.queue('Última')
    const talk = await openTalk({}, [...both(), passing])
    await talk.say('Oi')
    await talk.say('3')
    expect(await ticketsOf(talk)).toMatchObject([{ queue_id: passing.id }])
    await admin.delete(`/queue/${passing.id}`)
    await eventually(async () => expect(await ticketsOf(talk)).toMatchObject([{ queue_id: null }]))
    await letSecondsPass(talk)

    await talk.say('Alô?')

    expect((await saidBy(talk)).at(-1)).toBe(menuText)
  })

  test('does not enter a queue that was deleted while their choice was on its way', async () => {
    const doomed = await company.queue('Em liquidação')
    const talk = await openTalk({}, [doomed, ...both()])
    await talk.say('Oi')
    await letSecondsPass(talk)
    // Without a call, so that what the server remembers still has the queue.
    await company.sql('update queues set archived_at = now() where id = $1', [doomed.id])

    // It is the last one.
    await talk.say('3')

    expect(await saidBy(talk)).toEqual([
      expect.stringContaining('*[ 3 ]* - Em liquidação'),
      `${invalid}\n\n${menuText}`,
    ])
    expect(await ticketsOf(talk)).toMatchObject([{ queue_id: null }])
  })

  test('begins anew with the menu when their closed ticket is opened again', async () => {
    const talk = await openTalk()
    await company.sql('update connections set reopen_minutes = 60 where id = $1', [talk.connection.id])
    await talk.say('Oi')
    const [{ id }] = await ticketsOf(talk)
    await admin.put(`/tickets/${id}`, { status: 'closed', sendFarewellMessage: false })
    const [{ bot }] = await ticketsOf(talk)

    await talk.say('1')

    expect(bot).toEqual({})
    expect(await saidBy(talk)).toEqual([menuText, menuText])
    expect(await ticketsOf(talk)).toMatchObject([{ id, status: 'pending', queue_id: null }])
  })

  test('sees the menu again when they write after a queue that only informs, within timeCreateNewTicket', async () => {
    const own = await world.company()
    const queues = [await own.queue('Comercial'), await own.queue('Suporte')]
    await (await own.admin()).put(`/queue/${queues[0]?.id}`, { closeTicket: true, greetingMessage: 'Abrimos às 8.' })
    const talk = await openTalk({}, queues, own)
    await own.sql('update connections set reopen_minutes = 60 where id = $1', [talk.connection.id])
    await talk.say('Oi')
    await talk.say('1')
    expect(await ticketsOf(talk)).toMatchObject([{ status: 'closed', queue_id: queues[0]?.id }])
    await letSecondsPass(talk)

    await talk.say('E no domingo?')

    expect(await saidBy(talk)).toEqual([menuText, 'Abrimos às 8.', menuText])
    expect(await ticketsOf(talk)).toMatchObject([{ status: 'pending', queue_id: null, bot: { isBot: true } }])
    await talk.say('2')
    expect(await ticketsOf(talk)).toMatchObject([{ status: 'pending', queue_id: queues[1]?.id }])
  })

  test('waits in such a queue again if it has a menu, or if the connection does not offer it', async () => {
    const own = await world.company()
    const boss = await own.admin()
    const [menu, notice, other] = [await own.queue('Comercial'), await own.queue('Avisos'), await own.queue('Suporte')]
    await boss.put(`/queue/${menu.id}`, { closeTicket: true, chatbots: [{ name: 'Preços' }] })
    await boss.put(`/queue/${notice.id}`, { closeTicket: true })
    for (const queue of [menu, notice]) {
      const talk = await openTalk({}, [menu, other], own)
      await own.sql('update connections set reopen_minutes = 60 where id = $1', [talk.connection.id])
      await talk.say('Oi')
      const [{ id }] = await ticketsOf(talk)
      await boss.put(`/tickets/${id}`, { status: 'open', userId: boss.id, queueId: queue.id })
      await boss.put(`/tickets/${id}`, { status: 'closed' })

      await talk.say('E no domingo?')

      expect(await ticketsOf(talk)).toMatchObject([{ status: 'pending', queue_id: queue.id }])
    }
  })

  test('gets the file of the greeting, with the menu as its caption', async () => {
    const talk = await openTalk()
    const file = { field: 'file', name: 'preços.txt', type: 'text/plain', data: 'Bolo: 25' }
    expect((await admin.upload(`/whatsapp/${talk.connection.id}/media-upload`, {}, [file])).status).toBe(200)

    await talk.say('Oi')

    const [ticket] = await ticketsOf(talk)
    const { messages } = (await admin.get(`/messages/${ticket.id}`)).body
    expect(messages.at(-1)).toMatchObject({ fromMe: true, body: menuText, mediaName: 'preços.txt' })
  })

  test('reads the queues in their own order, which an admin changes', async () => {
    const own = await world.company()
    const boss = await own.admin()
    const queues = [await own.queue('Alfa'), await own.queue('Beta')]
    const place = (nth: number, orderQueue: number) => boss.put(`/queue/${queues[nth]?.id}`, { orderQueue })
    await place(0, 2)
    await place(1, 1)
    const talk = await openTalk({}, queues, own)
    await talk.say('Oi')
    expect((await saidBy(talk))[0]).toContain('*[ 1 ]* - Beta\n*[ 2 ]* - Alfa')

    await place(1, 3)
    await letSecondsPass(talk)
    await talk.say('Oi?')
    expect((await saidBy(talk))[1]).toContain('*[ 1 ]* - Alfa\n*[ 2 ]* - Beta')
  })

  test('is assigned at random to a member of the queue with userRandom', async () => {
    const own = await world.company()
    const queues = [await own.queue('Primeira'), await own.queue('Segunda')]
    const member = await own.attendant({ queues })
    await own.setting('userRandom', 'enabled')
    const talk = await openTalk({}, queues, own)
    await talk.say('Oi')
    await talk.say('1')
    expect(await ticketsOf(talk)).toMatchObject([{ status: 'pending', queue_id: queues[0]?.id, user_id: member.id }])
    const [{ id }] = await ticketsOf(talk)
    const { body } = await (await own.admin()).get(`/tickets-log/${id}`)
    expect(body[0]).toMatchObject({ type: 'userDefine', user: { id: member.id }, decision: { reason: 'random' } })
  })

  test('that waits for a member waits for anybody once that user is deleted', async () => {
    const own = await world.company()
    const queues = [await own.queue('Primeira'), await own.queue('Segunda')]
    const member = await own.attendant({ queues })
    await own.setting('userRandom', 'enabled')
    const talk = await openTalk({}, queues, own)
    await talk.say('Oi')
    await talk.say('1')
    expect(await ticketsOf(talk)).toMatchObject([{ status: 'pending', user_id: member.id }])

    await (await own.admin()).delete(`/users/${member.id}`)

    await eventually(async () =>
      expect(await ticketsOf(talk)).toMatchObject([{ status: 'pending', user_id: null, queue_id: queues[0]?.id }]),
    )
  })

  test('that waits for a member who does not come is accepted by a colleague, and then belongs to them', async () => {
    const own = await world.company()
    const queues = [await own.queue('Primeira'), await own.queue('Segunda')]
    const member = await own.attendant({ queues: queues.slice(0, 1) })
    const colleague = await own.attendant({ queues: queues.slice(1) })
    await own.setting('userRandom', 'enabled')
    const talk = await openTalk({}, queues, own)
    await talk.say('Oi')
    await talk.say('1')
    const [{ id }] = await ticketsOf(talk)
    const supervisor = await own.admin()

    expect((await supervisor.put(`/tickets/${id}`, { status: 'open', userId: supervisor.id })).status).toBe(200)
    expect(await ticketsOf(talk)).toMatchObject([{ status: 'open', user_id: supervisor.id }])
    expect((await member.put(`/tickets/${id}`, { status: 'open', userId: member.id })).status).toBe(409)
    expect((await colleague.put(`/tickets/${id}`, { status: 'open', userId: colleague.id })).status).toBe(404)
  })
})

describe('a customer of a connection with one queue', () => {
  test.each([
    ['enabled', ['Olá, Mariana!']],
    ['disabled', []],
  ] as const)('is greeted only with sendGreetingMessageOneQueues: %s', async (setting, greetings) => {
    await company.setting('sendGreetingMessageOneQueues', setting)
    const talk = await openTalk({}, both().slice(0, 1))

    await talk.say('Oi')

    await company.setting('sendGreetingMessageOneQueues', 'enabled')
    expect(await saidBy(talk)).toEqual(greetings)
    expect(await ticketsOf(talk)).toMatchObject([{ status: 'pending', queue_id: sales?.id }])
  })
})

describe('a customer of a connection that is left with one queue', () => {
  test('waits in the new only queue when the old one is deleted', async () => {
    const own = await world.company()
    const [old, next] = [await own.queue('Antiga'), await own.queue('Nova')]
    const talk = await openTalk({}, [old, next], own)
    await talk.say('Oi')
    await talk.say('1')
    expect(await ticketsOf(talk)).toMatchObject([{ queue_id: old.id }])

    await (await own.admin()).delete(`/queue/${old.id}`)

    await eventually(async () =>
      expect(await ticketsOf(talk)).toMatchObject([{ status: 'pending', queue_id: next.id }]),
    )
    await talk.say('Alô?')
    expect(await ticketsOf(talk)).toMatchObject([{ status: 'pending', queue_id: next.id, bot: { isBot: false } }])
  })

  test('enters a queue that the connection gets after its only one was deleted, also without a bot', async () => {
    const own = await world.company()
    const boss = await own.admin()
    const [old, next] = [await own.queue('Antiga'), await own.queue('Nova')]
    const talk = await openTalk({ greetingMessage: '' }, [old], own)
    await talk.say('Oi')
    await boss.delete(`/queue/${old.id}`)
    await eventually(async () => expect(await ticketsOf(talk)).toMatchObject([{ queue_id: null }]))
    expect(await boss.put(`/whatsapp/${talk.connection.id}`, { queueIds: [next.id] })).toMatchObject({ status: 200 })

    await talk.say('Alô?')

    expect(await ticketsOf(talk)).toMatchObject([{ status: 'pending', queue_id: next.id }])
    const [{ id }] = await ticketsOf(talk)
    expect((await boss.get(`/tickets-log/${id}`)).body).toContainEqual(
      expect.objectContaining({
        type: 'queue',
        queue: expect.objectContaining({ id: next.id }),
        decision: expect.objectContaining({ reason: 'onlyQueue' }),
      }),
    )
  })
})

describe("a queue's menu", () => {
  let queue: { id: number; name: string }
  beforeAll(async () => {
    queue = await company.queue('Atendimento')
    const options = [
      {
        name: 'Preços',
        greetingMessage: 'Qual tabela?',
        queueType: 'text',
        options: [{ name: 'Atacado', greetingMessage: 'A partir de dez.' }],
      },
      { name: 'Falar com Ana', greetingMessage: 'Um momento', queueType: 'attendent', optUserId: ana.id },
      { name: 'Encerrar agora', greetingMessage: 'Até mais', closeTicket: true },
    ]
    await admin.put(`/queue/${queue.id}`, { greetingMessage: 'Bem-vindo', orderQueue: 1, chatbots: options })
  })
  const level = (text: string, ...names: string[]) =>
    `${text}\n\n${names.map((name, nth) => `*[ ${nth + 1} ]* - ${name}`).join('\n')}\n\n*[ # ]* Voltar para o menu principal\n*[ Sair ]* Encerrar atendimento`

  test('is walked down and up, and ends with a person', async () => {
    const talk = await openTalk({}, [queue, ...both()])
    for (const body of ['Oi', '1', '1', '1']) {
      await talk.say(body)
      await letSecondsPass(talk)
    }
    const [, ...said] = await saidBy(talk)
    expect(said).toEqual([
      level('Bem-vindo', 'Preços', 'Falar com Ana', 'Encerrar agora'),
      level('Qual tabela?', 'Atacado'),
      'A partir de dez.',
    ])
    expect(await ticketsOf(talk)).toMatchObject([{ status: 'pending', queue_id: queue.id, bot: { place: 'done' } }])
    const [{ id }] = await ticketsOf(talk)
    const { body } = await admin.get(`/tickets-log/${id}`)
    expect(body[0]).toMatchObject({
      type: 'chatBot',
      decision: { rule: 'queueMenu', optionName: 'Atacado', answer: '1' },
    })
  })

  test('waits for the person of an option', async () => {
    const talk = await openTalk({}, [queue, ...both()])
    for (const body of ['Oi', '1', '2']) await talk.say(body)
    expect(await ticketsOf(talk)).toMatchObject([{ status: 'pending', queue_id: queue.id, user_id: ana.id }])
  })

  test('closes the ticket two seconds after an option that ends it', async () => {
    const talk = await openTalk({}, [queue, ...both()])
    for (const body of ['Oi', '1', '3']) await talk.say(body)
    expect(await ticketsOf(talk)).toMatchObject([{ status: 'pending' }])
    await eventually(async () => expect(await ticketsOf(talk)).toMatchObject([{ status: 'closed' }]))
    expect(await saidBy(talk)).not.toContain('Até logo!')
  })

  test.each([
    ['the customer goes on writing, because a person must read it', {}],
    ['somebody answers on the phone', { isEcho: true }],
  ])('leaves the ticket open after such an option if %s', async (_, more) => {
    const talk = await openTalk({}, [queue, ...both()])
    for (const body of ['Oi', '1', '3']) await talk.say(body)
    await talk.connection.receive(said(talk.number, 'Só mais uma pergunta', more))
    const timers = () =>
      company.sql(`select kind from ticket_timers m join tickets t on t.id = m.ticket_id where t.connection_id = $1`, [
        talk.connection.id,
      ])
    expect(await timers()).toEqual([{ kind: 'optionClose' }])
    await eventually(async () => expect(await timers()).toEqual([]))
    expect(await ticketsOf(talk)).toMatchObject([{ status: 'pending', bot: { isBot: false } }])
  })

  test('does not close a ticket that a person has taken and put back before that', async () => {
    const talk = await openTalk({}, [queue, ...both()])
    for (const body of ['Oi', '1', '3']) await talk.say(body)
    const [{ id }] = await ticketsOf(talk)
    const timers = () => company.sql('select kind from ticket_timers where ticket_id = $1', [id])
    await company.sql(`update ticket_timers set due_at = now() + interval '1 hour' where ticket_id = $1`, [id])
    expect(await timers()).toEqual([{ kind: 'optionClose' }])

    await admin.put(`/tickets/${id}`, { status: 'open', userId: admin.id })
    await admin.put(`/tickets/${id}`, { status: 'pending', userId: null })

    expect(await timers()).toEqual([])
    expect(await ticketsOf(talk)).toMatchObject([{ status: 'pending', user_id: null }])
  })
})

describe('the log of a ticket', () => {
  test('shows admins what was answered to and why; others see no decisions', async () => {
    const talk = await openTalk()
    await talk.say('Oi')
    await talk.say('Alô?')
    await talk.say('1')
    const [{ id }] = await ticketsOf(talk)
    const [chosen, silent, first] = (await admin.get(`/tickets-log/${id}`)).body.filter(
      ({ type }: { type: string }) => type !== 'access',
    )
    expect(chosen).toMatchObject({ type: 'queue', queue: { id: sales?.id }, decision: { rule: 'menu', answer: '1' } })
    expect(silent).toMatchObject({ type: 'botSilent', decision: { reason: 'sameSecond', answer: 'Alô?' } })
    expect(first).toMatchObject({ type: 'chatBot', decision: { rule: 'menu', messageId: expect.any(Number) } })

    const { body } = await ana.get(`/tickets-log/${id}`)
    expect(body.map(({ decision }: { decision: unknown }) => decision)).toEqual(body.map(() => null))
    expect(body.map(({ type }: { type: string }) => type)).not.toContain('botSilent')
  })
})

describe('consent', () => {
  let careful: Company
  let careTaker: Person
  let queues: { id: number; name: string }[]
  beforeAll(async () => {
    careful = await world.company()
    careTaker = await careful.admin()
    queues = [await careful.queue('Comercial'), await careful.queue('Suporte')]
    await careful.setting('enableLGPD', 'enabled')
    await careful.setting('lgpdMessage', 'Guardamos os seus dados, {{firstName}}.')
  })

  test('1 is stored with contact and ticket, and the menu follows', async () => {
    const talk = await openTalk({}, queues, careful)
    await talk.say('Oi')
    const [{ id }] = await ticketsOf(talk)
    expect((await careTaker.get(`/tickets/${id}`)).body).toMatchObject({
      status: 'lgpd',
      isBot: true,
      lastMessage: 'Oi',
      lgpdSendMessageAt: expect.any(String),
      lgpdAcceptedAt: null,
    })
    expect(await saidBy(talk)).toEqual([
      'Guardamos os seus dados, Mariana.',
      'Estou ciente sobre o tratamento dos meus dados pessoais.\n\n*[1]* Sim\n*[2]* Não',
    ])

    await talk.say('1')

    const { body } = await careTaker.get(`/tickets/${id}`)
    expect(body).toMatchObject({ status: 'pending', lgpdAcceptedAt: expect.any(String) })
    expect(body.contact.lgpdAcceptedAt).toEqual(expect.any(String))
    expect((await saidBy(talk)).at(-1)).toBe(menuText)

    await careTaker.put(`/tickets/${id}`, { status: 'closed' })
    await letSecondsPass(talk)
    await talk.say('De novo')
    expect((await ticketsOf(talk)).at(-1)).toMatchObject({ status: 'pending' })
  })

  test('2 sends the farewell and closes the ticket', async () => {
    const talk = await openTalk({}, queues, careful)
    await talk.say('Oi')
    await talk.say('2')
    expect(await ticketsOf(talk)).toMatchObject([{ status: 'closed' }])
    expect((await saidBy(talk)).at(-1)).toBe('Até logo!')
  })

  test('a person finds a ticket that waits for it, and can take it', async () => {
    const talk = await openTalk({}, queues, careful)
    await talk.say('Oi')
    const [{ id }] = await ticketsOf(talk)
    const { body: found } = await careTaker.get(`/tickets?status=search&searchParam=${talk.number}`)
    expect(found.tickets.map((ticket: { id: number }) => ticket.id)).toEqual([id])

    const change = { status: 'open', userId: careTaker.id, queueId: queues[0]?.id }
    expect((await careTaker.put(`/tickets/${id}`, change)).body).toMatchObject({ status: 'open', isBot: false })
    await talk.say('1')
    expect(await saidBy(talk)).toHaveLength(2)
  })
})

describe('a customer to whom the limit of automatic messages lets nothing more be said', () => {
  /** So many menus have gone to the customer over another connection. */
  async function afterMenus(count: number) {
    const own = await world.company()
    const queues = [await own.queue('Comercial'), await own.queue('Suporte')]
    const talk = await openTalk({ maxUseBotQueues: 0 }, queues, own)
    for (let nth = 0; nth < count; nth += 1) {
      await talk.say('Oi')
      await letSecondsPass(talk)
    }
    const { connection } = await openTalk({}, queues, own)
    return { own, talk: { ...talk, connection, say: (body: string) => connection.receive(said(talk.number, body)) } }
  }

  test('waits for a person if they got no menu', async () => {
    const { own, talk } = await afterMenus(20)

    await talk.say('Oi')

    expect(await saidBy(talk)).toEqual([])
    expect(await ticketsOf(talk)).toMatchObject([{ status: 'pending', queue_id: null, bot: { isBot: false } }])
    const [{ id }] = await ticketsOf(talk)
    const { body } = await (await own.admin()).get(`/tickets-log/${id}`)
    expect(body.map(({ type }: { type: string }) => type)).toContain('loopGuard')
  })

  test('is redirected after its time if they got no menu again', async () => {
    const { own, talk } = await afterMenus(19)
    const [queue] = await own.sql('select queue_id::int as id from connection_queues where connection_id = $1', [
      talk.connection.id,
    ])
    const redirection = { sendIdQueue: queue.id, timeSendQueue: 5 }
    await (await own.admin()).put(`/whatsapp/${talk.connection.id}`, redirection)
    await talk.say('Oi')
    expect(await ticketsOf(talk)).toMatchObject([{ bot: { isBot: true } }])
    await company.sql(`update ticket_timers set due_at = now() + interval '1 hour'`)
    await letSecondsPass(talk)

    await talk.say('Oi?')

    expect(await saidBy(talk)).toHaveLength(1)
    expect(await ticketsOf(talk)).toMatchObject([{ bot: { isBot: false, place: { optionId: null } } }])
    const timers = await own.sql(
      `select kind, round(extract(epoch from due_at - now()) / 60)::int as minutes from ticket_timers
       where ticket_id in (select id from tickets where connection_id = $1)`,
      [talk.connection.id],
    )
    expect(timers).toEqual([{ kind: 'redirect', minutes: 5 }])
  })

  test('is not asked for their consent by halves', async () => {
    const { own, talk } = await afterMenus(19)
    await own.setting('enableLGPD', 'enabled')
    await own.setting('lgpdMessage', 'Guardamos os seus dados.')

    await talk.say('Oi')

    expect(await saidBy(talk)).toEqual(['Guardamos os seus dados.'])
    expect(await ticketsOf(talk)).toMatchObject([{ status: 'pending', bot: { isBot: false, lgpdSendMessageAt: null } }])
  })
})

test('a recording is refused with a quote if the contact takes none', async () => {
  const talk = await openTalk({ greetingMessage: '' }, both().slice(0, 1))
  await admin.post('/contacts', { name: 'Só texto', number: talk.number, acceptAudioMessage: false })
  const recording = said(talk.number, '', { mediaType: 'audio' })
  await talk.connection.receive(recording)
  const [refusal] = await company.sql(
    `select body, quoted_external_id from messages where connection_id = $1 and origin = 'bot'`,
    [talk.connection.id],
  )
  expect(refusal).toMatchObject({
    body: expect.stringContaining('não conseguimos ouvir áudios'),
    quoted_external_id: recording.externalId,
  })
})

test('a company without a bot is greeted once, and its tickets have no decisions', async () => {
  const talk = await openTalk({}, both().slice(0, 1))
  await talk.say('Oi', 'Tudo bem?')
  await talk.say('Alô?')
  expect(await saidBy(talk)).toEqual(['Olá, Mariana!'])
  expect(await logOf(talk)).toEqual(['chatBot'])
})

test('the only queue of a company without any other part of a bot closes its tickets with closeTicket', async () => {
  const own = await world.company()
  const queue = await own.queue()
  await (await own.admin()).put(`/queue/${queue.id}`, { closeTicket: true })
  await own.setting('sendGreetingMessageOneQueues', 'disabled')
  const talk = await openTalk({}, [queue], own)
  await talk.say('Oi')
  const tickets = await own.sql('select status from tickets where connection_id = $1', [talk.connection.id])
  expect(tickets).toEqual([{ status: 'closed' }])
})

test('a second message of the same batch to a queue that only informs is answered too', async () => {
  const own = await world.company()
  const queue = await own.queue('Avisos')
  await (await own.admin()).put(`/queue/${queue.id}`, { closeTicket: true, greetingMessage: 'x' })
  const talk = await openTalk({ greetingMessage: 'Estamos de mudança.' }, [queue], own)

  await talk.say('Oi', 'Que horas abre?')

  expect(
    await own.sql('select status, unread_count from tickets where connection_id = $1', [talk.connection.id]),
  ).toEqual(Array(2).fill({ status: 'closed', unread_count: 0 }))
})
