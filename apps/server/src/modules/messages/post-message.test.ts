import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { hiddenBody } from '@guiche/contract'
import { lockTable } from '#test/lock-table'
import { said, someNumber } from '#test/inbound'
import { sql } from '#platform/database/sql'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let attendant: Person
let colleague: Person
let queue: { id: number }
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  queue = await company.queue()
  attendant = await company.attendant({ queues: [queue] })
  colleague = await company.attendant({ queues: [queue] })
})
afterAll(() => world.close())
beforeEach(() => world.network.answer(() => ({ status: 'sent' })))

async function openTicket(by = attendant): Promise<number> {
  const connection = await company.connection({ queues: [queue] })
  await connection.receive(said(someNumber(), 'Olá'))
  const [{ id }] = await world.sql('select id from tickets where company_id = $1 and connection_id = $2', [
    company.id,
    connection.id,
  ])
  const answer = await by.put(`/tickets/${id}`, { status: 'open', userId: by.id })
  expect(answer.status).toBe(200)
  return Number(id)
}

const arrivedOf = (wid: string) => world.network.arrived.filter((outbound) => outbound.externalId === wid)

describe('an attendant writes', () => {
  test('a message that is stored, shown to users who see the ticket, sent once, and acked', async () => {
    const ticket = await openTicket()
    const own = await attendant.listen({ tickets: [ticket] })

    const answer = await attendant.post(`/messages/${ticket}`, { body: 'Bom dia!' })

    expect(answer).toMatchObject({
      status: 200,
      body: { body: 'Bom dia!', fromMe: true, ack: 0, user: { id: attendant.id } },
    })
    await eventually(() => expect(arrivedOf(answer.body.wid)).toMatchObject([{ body: 'Bom dia!' }]))
    // If the message is sent before its first event, that event shows it as sent.
    await eventually(() => expect(own.of('message').at(-1)?.payload.message.ack).toBe(1))
    expect(own.of('message').filter(({ payload }) => payload.action === 'create')).toHaveLength(1)
  })

  test('a message that waits for the lock of the ticket and gets the time at which it has the lock', async () => {
    const ticket = await openTicket()
    const door = await lockTable(world.databases.admin, 'drafts')
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const waiting = world.app.deps.units.run({ kind: 'system', companyId: company.id }, async (ctx) => {
      await sql`select from tickets where company_id = ${company.id} and id = ${ticket} for update`.execute(ctx.db)
      begin()
      await sql`select from drafts limit 1`.execute(ctx.db)
    })
    await begun
    const posting = attendant.post(`/messages/${ticket}`, { body: 'Esperei a vez' })
    await eventually(async () =>
      expect(
        await world.sql(
          "select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        ),
      ).toHaveLength(2),
    )
    const [{ at }] = await world.sql('select clock_timestamp() as at')
    await door.release()
    await waiting

    const { wid } = (await posting).body
    const [{ sent_at: sentAt }] = await company.sql('select sent_at from messages where external_id = $1', [wid])
    expect(sentAt.getTime()).toBeGreaterThanOrEqual(at.getTime())
  })

  test('a message with the signature of the virtual assistant, and users and customers see the assistant as its author', async () => {
    const { id, visitor } = await company.ticket({ queues: [queue] })
    await attendant.put(`/tickets/${id}`, { status: 'open', userId: attendant.id })
    const greeting = '*Assistente Virtual:*\nMeu nome é *Ana* e darei continuidade em seu atendimento.'

    const posted = await attendant.post(`/messages/${id}`, { body: greeting })
    await attendant.post(`/messages/${id}`, { body: 'Pois não?' })

    expect(posted.body).toMatchObject({ fromMe: true, body: greeting, user: null, origin: 'bot' })
    const { messages } = (await visitor.messages()).body
    const said = messages.filter(
      (message: { fromMe: boolean; isSystem: boolean }) => !message.fromMe && !message.isSystem,
    )
    expect(said).toMatchObject([{ body: greeting }, { body: 'Pois não?', author: attendant.name }])
    expect(said[0]).not.toHaveProperty('author')
  })

  test('an answer, and the customer gets a read receipt', async () => {
    const ticket = await openTicket()
    const [{ external_id: theirs }] = await world.sql(
      'select external_id from messages where company_id = $1 and ticket_id = $2 and not from_me',
      [company.id, ticket],
    )

    await attendant.post(`/messages/${ticket}`, { body: 'já vi' })

    await eventually(() =>
      expect(
        world.network.arrived
          .filter((outbound) => outbound.action === 'read')
          .flatMap((outbound) => outbound.readIds ?? []),
      ).toContain(theirs),
    )
  })

  test('the same client id again, which returns the same message and sends nothing more (R5)', async () => {
    const ticket = await openTicket()
    const clientId = randomUUID()

    const answers = await Promise.all(
      Array.from({ length: 5 }, () => attendant.post(`/messages/${ticket}`, { body: 'uma vez', clientId })),
    )
    const byHeader = await attendant.post(
      `/messages/${ticket}`,
      { body: 'uma vez' },
      { headers: { 'idempotency-key': clientId } },
    )

    expect(new Set([...answers, byHeader].map((answer) => answer.body.id)).size).toBe(1)
    expect([...answers, byHeader].map((answer) => answer.status)).toEqual(Array(6).fill(200))
    await eventually(() => expect(arrivedOf(byHeader.body.wid)).toHaveLength(1))
  })

  test("a colleague's client id, which does not return their message", async () => {
    const [mine, theirs] = [await openTicket(), await openTicket(colleague)]
    const clientId = randomUUID()
    await colleague.post(`/messages/${theirs}`, { body: 'segredo', clientId })

    const answer = await attendant.post(`/messages/${mine}`, { body: 'oi', clientId })

    expect(answer.status).toBe(404)
    expect(JSON.stringify(answer.body)).not.toContain('segredo')
  })

  test('a private note that is stored, seen by colleagues and never sent', async () => {
    const ticket = await openTicket()

    const note = await attendant.post(`/messages/${ticket}`, { body: 'cliente difícil', isPrivate: true })
    const sent = await attendant.post(`/messages/${ticket}`, { body: 'depois da nota' })

    await eventually(() => expect(arrivedOf(sent.body.wid)).toHaveLength(1))
    expect(note.body).toMatchObject({ isPrivate: true, ack: 2 })
    expect(world.network.tries.map((outbound) => outbound.body)).not.toContain('cliente difícil')
    expect(
      (await colleague.get(`/messages/${ticket}`)).body.messages.map((message: { body: string }) => message.body),
    ).toContain('cliente difícil')
  })

  test('a text that begins with the invisible mark of existing clients, which is a private note without it', async () => {
    const ticket = await openTicket()

    const note = await attendant.post(`/messages/${ticket}`, { body: '\u200dcliente difícil' })
    const sent = await attendant.post(`/messages/${ticket}`, { body: 'depois da nota' })

    expect(note.body).toMatchObject({ body: 'cliente difícil', isPrivate: true })
    await eventually(() => expect(arrivedOf(sent.body.wid)).toHaveLength(1))
    expect(arrivedOf(note.body.wid)).toEqual([])
  })

  test('a message that the database does not store, which is refused and does not show in the list', async () => {
    const ticket = await openTicket()
    await world.sql(`create function drop_row() returns trigger language plpgsql as $$ begin return null; end $$`)
    await world.sql(`create trigger drop_row before insert on messages for each row execute function drop_row()`)

    const answer = await attendant.post(`/messages/${ticket}`, { body: 'Bom dia!' })
    await world.sql('drop trigger drop_row on messages')

    expect(answer).toMatchObject({ status: 500, body: { error: 'ERR_CREATING_MESSAGE' } })
    expect((await attendant.get(`/tickets/${ticket}`)).body).toMatchObject({ lastMessage: 'Olá' })
  })

  test('variables, which are filled in once and not expanded in the name of a contact (S45)', async () => {
    const connection = await company.connection({ queues: [queue] })
    await connection.receive(said(someNumber(), 'oi', { name: '{{userName}} ${7*7}' }))
    const [{ id }] = await world.sql('select id from tickets where company_id = $1 and connection_id = $2', [
      company.id,
      connection.id,
    ])
    await attendant.put(`/tickets/${id}`, { status: 'open', userId: attendant.id })

    const answer = await attendant.post(`/messages/${id}`, { body: 'Olá {{name}}, sou {{userName}} {{desconhecido}}' })

    expect(answer.body.body).toBe(`Olá {{userName}} \${7*7}, sou ${attendant.name} {{desconhecido}}`)
    const note = await attendant.post(`/messages/${id}`, { body: 'De {{userName}}', isPrivate: true })
    expect(note.body.body).toBe(`De ${attendant.name}`)
  })

  test('variables of the ticket and of the moment, in the time zone of the company', async () => {
    const connection = await company.connection({ queues: [queue] })
    await connection.receive(said(someNumber(), 'oi', { name: 'Mariana Reis' }))
    const [{ id, line, house, section }] = await company.sql(
      `select t.id::int, n.name as line, o.name as house, q.name as section from tickets t join connections n on n.id = t.connection_id
       join queues q on q.id = t.queue_id
       join companies o on o.id = t.company_id where t.connection_id = $1`,
      [connection.id],
    )
    await attendant.put(`/tickets/${id}`, { status: 'open', userId: attendant.id })
    const names = ['firstName', 'ticket_id', 'queue', 'connection', 'name_company', 'date', 'hour', 'protocol']

    const { body } = await attendant.post(`/messages/${id}`, { body: names.map((name) => `{{${name}}}`).join('|') })

    const [firstName, ticketId, queueName, connectionName, companyName, date, hour, protocol] = body.body.split('|')
    expect([firstName, ticketId, queueName, connectionName, companyName]).toEqual([
      'Mariana',
      String(id),
      section,
      line,
      house,
    ])
    const local = new Date(Date.parse(body.createdAt) - 3 * 3_600_000).toISOString()
    const [year, month, day] = local.slice(0, 10).split('-')
    expect(date).toBe(`${day}-${month}-${year}`)
    expect(hour).toMatch(new RegExp(`^${Number(local.slice(11, 13))}:\\d\\d:\\d\\d$`))
    const [, minute, second] = hour.split(':')
    expect(protocol).toBe(`${year}${month}${day}${minute}${second}${id}`)
  })

  test('to a ticket that is not open, which is refused and stores nothing', async () => {
    const ticket = await openTicket()
    await attendant.put(`/tickets/${ticket}`, { status: 'pending', userId: null })

    const answer = await attendant.post(`/messages/${ticket}`, { body: 'oi' })

    expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_TICKET_NOT_OPEN' } })
    const rows = await world.sql('select 1 from messages where company_id = $1 and ticket_id = $2 and from_me', [
      company.id,
      ticket,
    ])
    expect(rows).toEqual([])
  })
})

describe('delivery', () => {
  test('keeps the order of a conversation after failures, and a stuck conversation delays no other (R7)', async () => {
    const [stuck, smooth] = [await openTicket(), await openTicket()]
    let isStuck = true
    world.network.answer((outbound) =>
      outbound.body.startsWith('preso') && isStuck
        ? { status: 'retry', reason: 'ERR_SENDING_WAPP_MSG' }
        : { status: 'sent' },
    )
    const hurry = () => world.sql('update outbox set not_before = now() where company_id = $1', [company.id])

    for (const text of ['preso 1', 'preso 2', 'preso 3']) await attendant.post(`/messages/${stuck}`, { body: text })
    await attendant.post(`/messages/${smooth}`, { body: 'livre' })

    await eventually(() => expect(world.network.arrived.map((outbound) => outbound.body)).toContain('livre'))
    expect(world.network.tries.map((outbound) => outbound.body)).not.toContain('preso 2')
    isStuck = false
    await eventually(async () => {
      await hurry()
      world.app.delivery.wake(company.id)
      expect(
        world.network.arrived.filter((outbound) => outbound.body.startsWith('preso')).map((outbound) => outbound.body),
      ).toEqual(['preso 1', 'preso 2', 'preso 3'])
    })
  })

  test('a send without an answer delays only its own conversation (R7)', async () => {
    const [hung, smooth] = [await openTicket(), await openTicket()]
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    world.network.answer(async ({ body, action }) => {
      if (action === 'send' && body === 'sem resposta') await held
      return { status: 'sent' }
    })
    const bodies = () => world.network.arrived.map(({ body }) => body)

    await attendant.post(`/messages/${hung}`, { body: 'sem resposta' })
    await eventually(() => expect(world.network.tries.map(({ body }) => body)).toContain('sem resposta'))
    await attendant.post(`/messages/${hung}`, { body: 'depois dela' })
    const { body } = await attendant.post(`/messages/${smooth}`, { body: 'ao lado' })

    await eventually(() => expect(bodies()).toContain('ao lado'))
    await eventually(async () =>
      expect(
        await world.sql('select ack from messages where company_id = $1 and id = $2', [company.id, body.id]),
      ).toEqual([{ ack: 1 }]),
    )
    expect(bodies()).not.toContain('depois dela')
    release()
    await eventually(() => expect(bodies()).toContain('depois dela'))
  })

  test('every try of a message carries the same external id (R6)', async () => {
    const ticket = await openTicket()
    let lost = true
    world.network.answer((outbound) => {
      if (!lost || outbound.body !== 'ambígua') return { status: 'sent' }
      lost = false
      throw new Error('the connection broke after the message was sent')
    })

    const answer = await attendant.post(`/messages/${ticket}`, { body: 'ambígua' })
    await eventually(async () => {
      await world.sql('update outbox set not_before = now() where company_id = $1', [company.id])
      world.app.delivery.wake(company.id)
      expect(arrivedOf(answer.body.wid)).toHaveLength(1)
    })

    expect(
      world.network.tries.filter((outbound) => outbound.body === 'ambígua').map((outbound) => outbound.externalId),
    ).toEqual([answer.body.wid, answer.body.wid])
  })

  test('a failed message shows its reason, and a retry sends the same message', async () => {
    const ticket = await openTicket()
    world.network.answer(() => ({ status: 'rejected', reason: 'ERR_WAPP_INVALID_CONTACT' }))
    const answer = await attendant.post(`/messages/${ticket}`, { body: 'não vai' })
    const failure = async () =>
      (await attendant.get(`/messages/${ticket}`)).body.messages.find(
        (message: { id: number }) => message.id === answer.body.id,
      )
    await eventually(async () => expect(await failure()).toMatchObject({ failure: 'ERR_WAPP_INVALID_CONTACT', ack: 0 }))

    world.network.answer(() => ({ status: 'sent' }))
    const again = await attendant.post(`/messages/${answer.body.id}/retry`)

    expect(again.status).toBe(200)
    await eventually(async () => expect(await failure()).toMatchObject({ failure: null, ack: 1 }))
    expect(arrivedOf(answer.body.wid)).toHaveLength(1)
  })

  test('a claim on an entry expires within seconds, and is renewed while a slow network sends (R4)', async () => {
    const ticket = await openTicket()
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    world.network.answer(async ({ action }) => {
      if (action === 'send') await held
      return { status: 'sent' }
    })
    const { body } = await attendant.post(`/messages/${ticket}`, { body: 'com calma' })
    const heldFor = async (): Promise<{ until: Date; seconds: number }> => {
      const [row] = await world.sql(
        `select taken_until as until, extract(epoch from taken_until - clock_timestamp())::float as seconds from outbox
         where company_id = $1 and message_id = $2 and action = 'send' and taken_until is not null`,
        [company.id, body.id],
      )
      if (!row) throw new Error('no process has claimed the entry')
      return row
    }

    const first = await eventually(heldFor)
    expect(first.seconds).toBeLessThan(10)
    await eventually(async () => expect((await heldFor()).until.getTime()).toBeGreaterThan(first.until.getTime()))

    release()
    await eventually(() => expect(arrivedOf(body.wid)).toHaveLength(1))
    expect(world.network.tries.filter(({ externalId }) => externalId === body.wid)).toHaveLength(1)
  })

  test('the late result of a try changes nothing after another process has taken over (R27)', async () => {
    const ticket = await openTicket()
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    world.network.answer(async (outbound) => {
      if (outbound.action === 'read') return { status: 'sent' }
      await held
      return { status: 'rejected', reason: 'ERR_SENDING_WAPP_MSG' }
    })
    const answer = await attendant.post(`/messages/${ticket}`, { body: 'devagar' })
    await eventually(() => expect(world.network.tries.map((outbound) => outbound.body)).toContain('devagar'))

    await world.sql(`update outbox set attempts = attempts + 1 where company_id = $1 and message_id = $2`, [
      company.id,
      answer.body.id,
    ])
    release()
    world.network.answer(() => ({ status: 'sent' }))
    await eventually(async () => {
      // Only until this process has taken it, or it would be taken a second time while it is being sent.
      await world.sql(
        'update outbox set taken_until = null, not_before = now() where company_id = $1 and attempts = 2',
        [company.id],
      )
      world.app.delivery.wake(company.id)
      expect(arrivedOf(answer.body.wid)).toHaveLength(1)
    })

    await eventually(async () =>
      expect(
        await world.sql('select ack, failure from messages where company_id = $1 and id = $2', [
          company.id,
          answer.body.id,
        ]),
      ).toEqual([{ ack: 1, failure: null }]),
    )
  })
})

describe('a caption of several lines', () => {
  test('has the same line breaks as a text without a file', async () => {
    const ticket = await openTicket()
    const file = { field: 'medias', name: 'a.txt', type: 'text/plain', data: 'conteúdo' }

    const posted = await attendant.upload(`/messages/${ticket}`, { body: 'Segue:\r\num\r\n\r\ndois' }, [file])

    expect(posted).toMatchObject({ status: 200, body: { body: 'Segue:\num\n\ndois' } })
  })
})

describe('messages can be changed', () => {
  test('within fifteen minutes by the clock of the database, and only by their author (R10)', async () => {
    const ticket = await openTicket()
    const answer = await attendant.post(`/messages/${ticket}`, { body: 'errado' })

    expect((await colleague.post(`/messages/edit/${answer.body.id}`, { body: 'do colega' })).status).toBe(400)
    expect(await attendant.post(`/messages/edit/${answer.body.id}`, { body: 'certo' })).toMatchObject({
      status: 200,
      body: { body: 'certo', isEdited: true },
    })
    await eventually(() =>
      expect(arrivedOf(answer.body.wid).map((outbound) => [outbound.action, outbound.body])).toContainEqual([
        'edit',
        'certo',
      ]),
    )

    await world.sql(`update messages set edited_at = now() - interval '16 minutes' where company_id = $1 and id = $2`, [
      company.id,
      answer.body.id,
    ])
    expect(await attendant.post(`/messages/edit/${answer.body.id}`, { body: 'tarde' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_EDIT_WINDOW_OVER' },
    })
  })

  test.each([-10, 10])(
    'within fifteen minutes even if the clock of the server is wrong by %s minutes',
    async (minutes) => {
      const ticket = await openTicket()
      const writtenBefore = async (ago: number): Promise<string> => {
        const { id } = (await attendant.post(`/messages/${ticket}`, { body: 'errado' })).body
        await company.sql(
          'update messages set sent_at = now() - make_interval(mins => $3) where company_id = $1 and id = $2',
          [company.id, id, ago],
        )
        return id
      }
      const [young, old] = [await writtenBefore(10), await writtenBefore(16)]

      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
      try {
        expect(await attendant.post(`/messages/edit/${young}`, { body: 'certo' })).toMatchObject({ status: 200 })
        expect(await attendant.post(`/messages/edit/${old}`, { body: 'tarde' })).toMatchObject({
          status: 400,
          body: { error: 'ERR_EDIT_WINDOW_OVER' },
        })
      } finally {
        vi.useRealTimers()
      }
    },
  )

  test('a deleted message stays in the conversation without its text, and a deleted note disappears', async () => {
    const ticket = await openTicket()
    const [sent, note] = [
      await attendant.post(`/messages/${ticket}`, { body: 'tire isto' }),
      await attendant.post(`/messages/${ticket}`, { body: 'nota', isPrivate: true }),
    ]

    await attendant.delete(`/messages/${sent.body.id}`)
    await attendant.delete(`/messages/${note.body.id}`)

    const { messages } = (await attendant.get(`/messages/${ticket}`)).body
    expect(messages.find((message: { id: number }) => message.id === note.body.id)).toBeUndefined()
    const mark = messages.find((message: { id: number }) => message.id === sent.body.id)
    expect(mark.isDeleted).toBe(true)
    expect(mark.body).not.toContain('tire isto')
  })

  test('a message of the customer or of a colleague is not deleted', async () => {
    const ticket = await openTicket()
    const [theirs] = (await attendant.get(`/messages/${ticket}`)).body.messages
    const own = (await attendant.post(`/messages/${ticket}`, { body: 'fica' })).body

    for (const answer of [
      await attendant.delete(`/messages/${theirs.id}`),
      await colleague.delete(`/messages/${own.id}`),
    ])
      expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_DELETE_WAPP_MSG' } })
    expect((await attendant.get(`/messages/${ticket}`)).body.messages).toMatchObject([
      { body: 'Olá', isDeleted: false },
      { body: 'fica', isDeleted: false },
    ])
  })

  test('a change of the last message changes the preview in every list', async () => {
    const ticket = await openTicket()
    const admin = await company.admin()
    const lists = await Promise.all([attendant, admin].map((person) => person.listen({ lists: ['open'] })))
    const rowOf = async () => (await attendant.get(`/tickets/${ticket}`)).body.lastMessage
    const seen = () =>
      lists.map(
        ({ of }) => of('ticket').findLast(({ payload }) => payload.ticketId === ticket)?.payload.ticket?.lastMessage,
      )
    const earlier = await attendant.post(`/messages/${ticket}`, { body: 'antes' })
    const { body: last } = await attendant.post(`/messages/${ticket}`, { body: 'preço erado' })

    await attendant.post(`/messages/edit/${last.id}`, { body: 'preço errado' })
    expect(await rowOf()).toBe('preço errado')
    await eventually(() => expect(seen()).toEqual(['preço errado', 'preço errado']))

    await attendant.delete(`/messages/${last.id}`)
    expect(await rowOf()).toBe(hiddenBody)
    await eventually(() => expect(seen()).toEqual([hiddenBody, hiddenBody]))

    await attendant.post(`/messages/${ticket}`, { body: 'R$ 10' })
    await attendant.delete(`/messages/${earlier.body.id}`)
    expect(await rowOf()).toBe('R$ 10')
    for (const { close } of lists) close()
  })
})

describe('a loop of automatic answers', () => {
  test('stops after twenty automatic messages in ten minutes, and the log of the ticket says so (R13)', async () => {
    const admin = await company.admin()
    const connection = await company.connection({
      queues: [queue],
      settings: { greetingMessage: 'Olá, já atendemos!' },
    })
    const robot = someNumber()

    for (let round = 0; round < 23; round += 1) {
      await connection.receive(said(robot, `resposta automática ${round}`))
      const [{ id }] = await world.sql(
        `select id from tickets where company_id = $1 and connection_id = $2 and status <> 'closed'`,
        [company.id, connection.id],
      )
      await admin.put(`/tickets/${id}`, { status: 'closed', sendFarewellMessage: false })
    }

    const [{ count }] = await world.sql(
      `select count(*)::int as count from messages where company_id = $1 and connection_id = $2 and origin = 'bot'`,
      [company.id, connection.id],
    )
    expect(count).toBe(20)
    const flags = await world.sql(
      `select 1 from ticket_log l join tickets t on t.company_id = l.company_id and t.id = l.ticket_id where l.company_id = $1 and t.connection_id = $2 and l.kind = 'loopGuard'`,
      [company.id, connection.id],
    )
    expect(flags.length).toBeGreaterThan(0)

    const other = await company.connection({ queues: [queue], settings: { greetingMessage: 'Outro número, olá!' } })
    await other.receive(said(robot, 'resposta automática no outro número'))
    expect(
      await world.sql(`select body from messages where company_id = $1 and connection_id = $2 and origin = 'bot'`, [
        company.id,
        other.id,
      ]),
    ).toEqual([])
  })
})

describe('without access', () => {
  test.for([
    ['another company', async () => (await world.company()).admin()],
    ['another queue', () => company.attendant()],
  ] as const)('an attendant of %s gets 404 from every call, and nothing changes', async ([, outsider]) => {
    const ticket = await openTicket()
    const message = await attendant.post(`/messages/${ticket}`, { body: 'nosso' })
    const stranger = await outsider()

    const answers = [
      await stranger.get(`/messages/${ticket}`),
      await stranger.post(`/messages/${ticket}`, { body: 'oi' }),
      await stranger.post(`/messages/edit/${message.body.id}`, { body: 'x' }),
      await stranger.delete(`/messages/${message.body.id}`),
      await stranger.post(`/messages/${message.body.id}/retry`),
      await stranger.get(`/messages/getmedia/${ticket}`),
      await stranger.get(`/messages/listimages/${ticket}`),
      await stranger.post('/react/messages', { text: '👍', id: message.body.wid, ticketId: ticket }),
    ]

    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(404))
    const rows = await world.sql(
      'select body, deleted_at from messages where company_id = $1 and ticket_id = $2 and from_me',
      [company.id, ticket],
    )
    expect(rows).toEqual([{ body: 'nosso', deleted_at: null }])
  })

  test('a message of another conversation cannot be quoted', async () => {
    const [mine, other] = [await openTicket(), await openTicket(colleague)]
    const foreign = await colleague.post(`/messages/${other}`, { body: 'de outra conversa' })

    const answer = await attendant.post(`/messages/${mine}`, { body: 'citando', quotedMsg: { id: foreign.body.id } })

    expect(answer.body.quotedMsg).toBeNull()
  })
})

describe('a private note', () => {
  test('is not quoted in messages to the customer (S44)', async () => {
    const ticket = await openTicket()
    const note = await attendant.post(`/messages/${ticket}`, { body: 'não paga em dia', isPrivate: true })
    const file = { field: 'medias', name: 'a.txt', type: 'text/plain', data: 'conteúdo' }

    const answers = [
      await attendant.post(`/messages/${ticket}`, { body: 'citada', quotedMsg: { id: note.body.id } }),
      await attendant.upload(`/messages/${ticket}`, { body: 'com arquivo', quotedMsgId: String(note.body.id) }, [file]),
    ]

    expect(answers.map(({ status, body }) => [status, body.quotedMsg])).toEqual([
      [200, null],
      [200, null],
    ])
    for (const { body } of answers) {
      await eventually(() => expect(arrivedOf(body.wid)).toHaveLength(1))
      expect(arrivedOf(body.wid)[0]).not.toHaveProperty('quoted')
    }
  })

  test('is not sent with a stored message that quotes it (S44)', async () => {
    const ticket = await openTicket()
    const note = await attendant.post(`/messages/${ticket}`, { body: 'não paga em dia', isPrivate: true })
    world.network.answer(({ action }) => ({ status: action === 'send' ? 'held' : 'sent' }))
    const { wid } = (await attendant.post(`/messages/${ticket}`, { body: 'de antes' })).body
    await world.sql('update messages set quoted_external_id = $3 where company_id = $1 and external_id = $2', [
      company.id,
      wid,
      note.body.wid,
    ])

    world.network.answer(() => ({ status: 'sent' }))
    await eventually(async () => {
      await world.sql('update outbox set not_before = now() where company_id = $1', [company.id])
      world.app.delivery.wake(company.id)
      expect(arrivedOf(wid)).toHaveLength(1)
    })
    expect(arrivedOf(wid)[0]).not.toHaveProperty('quoted')
  })

  test('can be quoted by a note, and a note can quote messages to the customer', async () => {
    const ticket = await openTicket()
    const note = await attendant.post(`/messages/${ticket}`, { body: 'difícil', isPrivate: true })
    const sent = await attendant.post(`/messages/${ticket}`, { body: 'bom dia' })
    const noteOn = (id: number) =>
      attendant.post(`/messages/${ticket}`, { body: 'concordo', isPrivate: true, quotedMsg: { id } })

    expect((await noteOn(note.body.id)).body.quotedMsg).toMatchObject({ body: 'difícil' })
    expect((await noteOn(sent.body.id)).body.quotedMsg).toMatchObject({ body: 'bom dia' })
  })
})
