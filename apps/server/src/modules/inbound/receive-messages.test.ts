import { hiddenBody } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { phone, said, someNumber } from '#test/inbound'
import { beginChange, holdInbox } from '#test/lock-table'
import { type Company, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
})
afterAll(() => world.close())

const messagesOf = (number: string, of = company.id) =>
  world.sql(
    `select m.*, t.status, t.id as ticket, t.unread_count, t.last_message from messages m
     join tickets t on t.company_id = m.company_id and t.id = m.ticket_id join contacts c on c.company_id = t.company_id and c.id = t.contact_id
     where m.company_id = $1 and c.phone = $2 order by m.sent_at, m.id`,
    [of, number],
  )

describe('the name of a contact', () => {
  test('is the one that they use at the network, until a user changes it', async () => {
    const connection = await company.connection()
    const [unnamed, named] = [someNumber(), someNumber()]
    const nameOf = async (number: string) =>
      (await company.sql('select name from contacts where company_id = $1 and phone = $2', [company.id, number]))[0]
        .name
    await connection.receive(said(unnamed, 'Oi', { name: '' }), said(named, 'Oi', { name: '' }))
    expect([await nameOf(unnamed), await nameOf(named)]).toEqual([unnamed, named])

    await company.sql("update contacts set name = 'Cliente da feira' where phone = $1", [named])
    await connection.receive(
      said(unnamed, 'Sou eu', { name: 'Rita\u202e Moura' }),
      said(named, 'Sou eu', { name: 'Zé' }),
    )
    await connection.receive(said(unnamed, 'Mudei', { name: 'Ritinha' }))
    expect([await nameOf(unnamed), await nameOf(named)]).toEqual(['Rita Moura', 'Cliente da feira'])
  })
})

describe('an incoming message', () => {
  test('creates a contact, a conversation and a waiting ticket, and is stored', async () => {
    const connection = await company.connection()
    const number = someNumber()

    await connection.receive(said(number, 'Vocês abrem no sábado?'))

    const [message] = await messagesOf(number)
    expect(message).toMatchObject({
      body: 'Vocês abrem no sábado?',
      status: 'pending',
      unread_count: 1,
      from_me: false,
      last_message: 'Vocês abrem no sábado?',
    })
  })

  test.each([
    ['audio', 'audio/ogg', 'PTT-20261121-WA0001.ogg', 'audio'],
    ['image', 'image/jpeg', 'IMG-20261121-WA0002.jpg', 'image'],
    ['sticker', 'image/webp', 'file.webp', 'sticker'],
    ['video', 'video/mp4', 'VID-20261121-WA0003.mp4', 'video'],
    ['application', 'application/pdf', 'nota.pdf', 'nota.pdf'],
  ])(
    'without a text its ticket shows its %s by kind, because file names say nothing, except those of documents',
    async (mediaType, mime, name, told) => {
      const connection = await company.connection()
      const number = someNumber()

      await connection.receive(said(number, '', { mediaType, media: { source: {}, mime, name, bytes: null } }))

      expect((await messagesOf(number))[0]).toMatchObject({ media_type: mediaType, last_message: told })
    },
  )

  test('waits in the queue of a connection with only one queue', async () => {
    const queue = await company.queue()
    const connection = await company.connection({ queues: [queue] })
    const number = someNumber()

    await connection.receive(said(number, 'Oi'))

    const [ticket] = await world.sql('select queue_id from tickets where company_id = $1 and connection_id = $2', [
      company.id,
      connection.id,
    ])
    expect(Number(ticket.queue_id)).toBe(queue.id)
  })

  test('a second delivery of the same message changes nothing (R1)', async () => {
    const connection = await company.connection()
    const number = someNumber()
    const message = said(number, 'Só uma vez')

    await connection.receive(message)
    await connection.receive(message, message)
    await Promise.all([connection.deliver(message), connection.deliver(message)])
    await connection.drained()

    const stored = await messagesOf(number)
    expect(stored).toHaveLength(1)
    expect(stored[0].unread_count).toBe(1)
  })

  test('that is in the inbox although it was processed already is not counted again', async () => {
    const connection = await company.connection()
    const number = someNumber()
    const message = said(number, 'Só uma vez')
    await connection.receive(message)

    // Simulates a delivery that was stored while another process committed the first one.
    await company.sql(
      `insert into inbox (company_id, connection_id, lane, external_id, payload) values ($1, $2, 'phone', $3, $4)`,
      [company.id, connection.id, message.externalId, JSON.stringify(message)],
    )
    await connection.receive(said(number, 'Outra'))

    const stored = await messagesOf(number)
    expect(stored.map(({ body }) => body)).toEqual(['Só uma vez', 'Outra'])
    expect(stored[0].unread_count).toBe(2)
  })

  test('to a company whose subscription has ended is stored, and shown after payment', async () => {
    const late = await world.company()
    const admin = await late.admin()
    const connection = await late.connection()
    const due = async (dueDate: string | null) => (await world.operator()).put(`/companies/${late.id}`, { dueDate })
    await due('2020-01-01')

    await connection.receive(said(someNumber(), 'Ainda atendem?'))

    expect((await admin.get('/tickets?status=pending&showAll=true')).status).toBe(402)
    await due(null)
    await eventually(async () => {
      const { body } = await admin.get('/tickets?status=pending&showAll=true')
      expect(body.tickets).toMatchObject([{ lastMessage: 'Ainda atendem?', unreadMessages: 1 }])
    })
  })

  test('the same id on two connections is two messages, each with its own ack (R2)', async () => {
    const elsewhere = await world.company()
    const connections = [await company.connection(), await company.connection(), await elsewhere.connection()]
    const echo = said(someNumber(), 'igual', { isEcho: true })
    const { externalId } = echo
    for (const connection of connections) await connection.receive(echo)
    const acks = async () =>
      (
        await world.sql('select ack from messages where external_id = $1 order by company_id, connection_id', [
          externalId,
        ])
      ).map(({ ack }) => ack)
    expect(await acks()).toEqual([1, 1, 1])

    for (const [nth, ack] of ([2, 3, 4] as const).entries())
      await connections[nth]?.receive({ kind: 'ack', externalId, ack })

    expect(await acks()).toEqual([2, 3, 4])
  })

  test('fifty messages at once of each of ten strangers create ten contacts and ten tickets, in order (R3)', async () => {
    const own = await world.company()
    const connection = await own.connection()
    const numbers = Array.from({ length: 10 }, someNumber)
    const batches = Array.from({ length: 50 }, (_, index) => numbers.map((number) => said(number, String(index))))

    for (const batch of batches) await Promise.all(batch.map((message) => connection.deliver(message)))
    await connection.drained()

    const [{ contacts, tickets, messages }] = await world.sql(
      `select (select count(*)::int from contacts where company_id = $1) as contacts, (select count(*)::int from tickets where company_id = $1) as tickets,
              (select count(*)::int from messages where company_id = $1) as messages`,
      [own.id],
    )
    expect({ contacts, tickets, messages }).toEqual({ contacts: 10, tickets: 10, messages: 500 })
    for (const number of numbers)
      expect((await messagesOf(number, own.id)).map((row) => row.body)).toEqual(
        Array.from({ length: 50 }, (_, index) => String(index)),
      )
  })

  test('that arrives before an older one stays the last message of its ticket, also when both are processed together', async () => {
    const connection = await company.connection()
    const number = someNumber()
    const ago = (seconds: number) => ({ sentAt: new Date(Date.now() - seconds * 1000).toISOString() })

    await connection.receive(said(number, 'Segunda', ago(60)), said(number, 'Primeira', ago(64)))

    expect((await messagesOf(number)).map(({ body, last_message }) => ({ body, last_message }))).toEqual([
      { body: 'Primeira', last_message: 'Segunda' },
      { body: 'Segunda', last_message: 'Segunda' },
    ])
  })

  test('of the same second keeps the order of arrival, however late it arrives', async () => {
    const connection = await company.connection()
    const number = someNumber()
    const second = Math.floor(Date.now() / 1000) * 1000 - 60_000
    const texts = ['primeira', 'segunda', 'terceira', 'quarta']
    // On a busy server the first two are processed in time, the others more than ten seconds after they were written.
    for (const [nth, text] of texts.entries()) {
      const written = second + (nth === 0 ? -1000 : 0)
      const message = said(number, text, { sentAt: new Date(written).toISOString() })
      await company.sql(
        `insert into inbox (company_id, connection_id, lane, external_id, payload, received_at)
         values ($1, $2, $3, $4, $5, $6)`,
        [
          company.id,
          connection.id,
          `phone:${number}`,
          message.externalId,
          JSON.stringify(message),
          new Date(second + 9_000 + nth * 700),
        ],
      )
    }
    await connection.receive(said(someNumber(), 'Acorda'))

    await eventually(async () => expect(await messagesOf(number)).toHaveLength(4))
    expect((await messagesOf(number)).map(({ body }) => body)).toEqual(texts)
  })

  test.each([
    ['from a network that reports whole seconds', (at: Date) => at.setMilliseconds(0)],
    ['from a network whose clock is ahead', (at: Date) => at.getTime() + 30_000],
  ])('that answers one of ours comes after it, and before our next one, %s', async (_, toldOf) => {
    const connection = await company.connection({ queues: [await company.queue()] })
    const number = someNumber()
    const ana = await company.admin()
    await connection.receive(said(number, 'Oi'))
    const [{ ticket }] = await messagesOf(number)
    await ana.put(`/tickets/${ticket}`, { status: 'open', userId: ana.id })
    const { body: ours } = await ana.post(`/messages/${ticket}`, { body: 'Bom dia' })

    const told = new Date(toldOf(new Date(ours.createdAt))).toISOString()
    await connection.receive(said(number, 'Bom dia!', { sentAt: told }))
    await ana.post(`/messages/${ticket}`, { body: 'Em que posso ajudar?' })

    const bodies = (await messagesOf(number)).map(({ body }) => body)
    expect(bodies).toEqual(['Oi', 'Bom dia', 'Bom dia!', 'Em que posso ajudar?'])
  })

  test('a mobile number with and without the ninth digit is one person', async () => {
    const connection = await company.connection()

    await connection.receive(said('5511987650001', 'com nove'), said('551187650001', 'sem nove'))

    const rows = await world.sql(
      'select distinct ticket_id from messages where company_id = $1 and connection_id = $2',
      [company.id, connection.id],
    )
    expect(rows).toHaveLength(1)
  })

  test('control characters, markup and a megabyte of emoji are stored unchanged', async () => {
    const connection = await company.connection()
    const texts = ['\u200eoi', '<img src=x onerror=alert(1)>', '/atalho', '😀'.repeat(262_144), 'a\u0000b']
    const number = someNumber()

    await connection.receive(...texts.map((text) => said(number, text)))

    expect((await messagesOf(number)).map((row) => row.body)).toEqual(
      texts.map((text) => text.replaceAll('\u0000', '')),
    )
  })

  test('creates a new ticket after the last one was closed, or reopens it within the set time', async () => {
    const queue = await company.queue()
    const admin = await company.admin()
    const [fresh, again] = [
      await company.connection({ queues: [queue] }),
      await company.connection({ queues: [queue], reopenMinutes: 30 }),
    ]
    for (const [connection, tickets] of [
      [fresh, 2],
      [again, 1],
    ] as const) {
      const number = someNumber()
      await connection.receive(said(number, 'primeira'))
      const [first] = await messagesOf(number)
      await admin.put(`/tickets/${first.ticket}`, { status: 'closed', sendFarewellMessage: false })

      await connection.receive(said(number, 'segunda'))

      const rows = await world.sql(
        'select status, is_latest from tickets where company_id = $1 and connection_id = $2 order by id',
        [company.id, connection.id],
      )
      expect(rows).toHaveLength(tickets)
      expect(rows.at(-1)).toMatchObject({ status: 'pending', is_latest: true })
    }
  })
})

test('what a customer writes does not wait with acks, also behind more than one batch of them', async () => {
  const queue = await company.queue()
  const connection = await company.connection({ queues: [queue] })
  const attendant = await company.attendant({ queues: [queue] })
  const number = someNumber()
  await connection.receive(said(number, 'oi'))
  const [{ ticket }] = await messagesOf(number)
  await attendant.put(`/tickets/${ticket}`, { status: 'open', userId: attendant.id })
  const { body: sent } = await attendant.post(`/messages/${ticket}`, { body: 'olá' })
  await eventually(() => expect(world.network.arrived.map(({ externalId }) => externalId)).toContain(sent.wid))
  const inbox = await holdInbox(world.databases.admin, company.id)
  await connection.deliver(
    ...Array.from({ length: 150 }, () => ({
      kind: 'ack' as const,
      externalId: sent.wid,
      ack: 2 as const,
      from: phone(someNumber()),
    })),
    { kind: 'ack', externalId: sent.wid, ack: 2 },
    said(number, 'alguém aí?'),
  )
  // Somebody stores the outcome of the send.
  const outcome = await beginChange(world.databases.admin, [
    { text: 'select from messages where id = $1 for no key update', values: [sent.id] },
  ])

  await inbox.release()
  await eventually(async () => expect((await messagesOf(number)).map(({ body }) => body)).toContain('alguém aí?'))
  await outcome.commit()

  await connection.drained()
  const [{ ack }] = await world.sql('select ack from messages where company_id = $1 and id = $2', [company.id, sent.id])
  expect(ack).toBe(2)
})

describe('an event that arrives before its message (R8, R9)', () => {
  test('acks in any order, repeated or early, result in the highest', async () => {
    const queue = await company.queue()
    const connection = await company.connection({ queues: [queue] })
    const attendant = await company.attendant({ queues: [queue] })
    const number = someNumber()
    await connection.receive(said(number, 'oi'))
    const [{ ticket }] = await messagesOf(number)
    await attendant.put(`/tickets/${ticket}`, { status: 'open', userId: attendant.id })
    const listener = await attendant.listen({ tickets: [Number(ticket)] })
    const sent = await attendant.post(`/messages/${ticket}`, { body: 'olá' })
    await eventually(() => expect(world.network.arrived.map(({ externalId }) => externalId)).toContain(sent.body.wid))

    for (const ack of [3, 1, 2, 3, 2] as const)
      await connection.receive({ kind: 'ack', externalId: sent.body.wid, ack })

    const [message] = await world.sql('select ack from messages where company_id = $1 and id = $2', [
      company.id,
      sent.body.id,
    ])
    expect(message.ack).toBe(3)
    await eventually(() => expect(listener.of('message').at(-1)?.payload.message.ack).toBe(3))
    const seen = listener
      .of('message')
      .flatMap(({ payload }) => (payload.message.id === sent.body.id ? [payload.message.ack] : []))
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  })

  test('several acks at once give each message its highest, and wait for messages that are missing', async () => {
    const queue = await company.queue()
    const [connection, other] = [await company.connection({ queues: [queue] }), await company.connection()]
    const attendant = await company.attendant({ queues: [queue] })
    const number = someNumber()
    await connection.receive(said(number, 'oi'))
    const [{ ticket }] = await messagesOf(number)
    await attendant.put(`/tickets/${ticket}`, { status: 'open', userId: attendant.id })
    const wids: string[] = []
    for (const body of ['um', 'dois', 'três', 'quatro'])
      wids.push((await attendant.post(`/messages/${ticket}`, { body })).body.wid)
    await eventually(() =>
      expect(world.network.arrived.map(({ externalId }) => externalId)).toEqual(expect.arrayContaining(wids)),
    )
    const [one = '', two = '', three = ''] = wids
    const early = said(number, 'do celular', { isEcho: true })

    await connection.deliver(
      { kind: 'ack', externalId: two, ack: 3 },
      { kind: 'ack', externalId: one, ack: 2 },
      { kind: 'ack', externalId: early.externalId, ack: 3 },
      { kind: 'ack', externalId: two, ack: 2 },
      { kind: 'ack', externalId: one, ack: 2 },
    )
    // The same id on another connection is another message.
    await other.deliver({ kind: 'ack', externalId: three, ack: 4 })
    await connection.drained()
    await connection.receive(early)

    await eventually(async () => {
      const own = (await messagesOf(number)).filter((row) => row.from_me)
      expect(Object.fromEntries(own.map((row) => [row.body, row.ack]))).toEqual({
        um: 2,
        dois: 3,
        três: 1,
        quatro: 1,
        'do celular': 3,
      })
    })
  })

  test('an edit, a deletion and a reaction that come first are applied with the message', async () => {
    const connection = await company.connection()
    const number = someNumber()
    const [edited, deleted, liked] = [said(number, 'antes'), said(number, 'apague'), said(number, 'bom')]

    await connection.receive(
      { kind: 'edit', externalId: edited.externalId, body: 'depois', from: phone(number) },
      { kind: 'delete', externalId: deleted.externalId, from: phone(number) },
      { kind: 'reaction', externalId: liked.externalId, emoji: '👍', from: phone(number) },
    )
    // The sender is unknown until the first message, so earlier events wait.
    await connection.receive(edited, deleted, liked)

    const rows = await messagesOf(number)
    expect(rows.map((row) => [row.body, row.edited_at !== null, row.deleted_at !== null])).toEqual([
      ['depois', true, false],
      ['apague', false, true],
      ['bom', false, false],
    ])
    const reactions = await world.sql('select emoji from message_reactions where company_id = $1 and message_id = $2', [
      company.id,
      rows[2].id,
    ])
    expect(reactions).toEqual([{ emoji: '👍' }])
  })

  test('an older event that arrives after a newer one of the same person changes nothing', async () => {
    const connection = await company.connection()
    const number = someNumber()
    const greeting = said(phone(number), 'Oi')
    const at = (second: number) => `2026-11-20T12:00:0${second}.000Z`
    const deed = { externalId: greeting.externalId, from: phone(number) }
    const shown = async () => {
      const [row] = await messagesOf(number)
      const reactions = await world.sql(
        "select emoji from message_reactions where company_id = $1 and message_id = $2 and emoji <> ''",
        [company.id, row?.id],
      )
      return [row?.body, ...reactions.map(({ emoji }) => emoji)]
    }
    await connection.receive(greeting, { ...deed, kind: 'reaction', emoji: '🙏', doneAt: at(2) })
    await connection.receive({ ...deed, kind: 'reaction', emoji: '👍', doneAt: at(1) })
    await connection.receive({ ...deed, kind: 'edit', body: 'Olá, tudo bem?', doneAt: at(4) })
    await connection.receive({ ...deed, kind: 'edit', body: 'Olá', doneAt: at(3) })
    expect(await shown()).toEqual(['Olá, tudo bem?', '🙏'])
    // An edit to the same text is an edit too: one that was made before it changes nothing.
    await connection.receive({ ...deed, kind: 'edit', body: 'Olá, tudo bem?', doneAt: at(6) })
    await connection.receive({ ...deed, kind: 'edit', body: 'Olá, tudo', doneAt: at(5) })
    expect(await shown()).toEqual(['Olá, tudo bem?', '🙏'])

    await connection.receive({ ...deed, kind: 'reaction', emoji: '', doneAt: at(6) })
    await connection.receive({ ...deed, kind: 'reaction', emoji: '❤️', doneAt: at(5) })
    expect(await shown()).toEqual(['Olá, tudo bem?'])
    await connection.receive({ ...deed, kind: 'reaction', emoji: '❤️', doneAt: at(7) })
    expect(await shown()).toEqual(['Olá, tudo bem?', '❤️'])
  })

  test('an edit and a deletion of the last message show in the row of a waiting ticket at once', async () => {
    const connection = await company.connection()
    const [admin, number] = [await company.admin(), someNumber()]
    const message = said(number, 'quero dois')
    await connection.receive(message)
    const [{ ticket }] = await messagesOf(number)
    const listener = await admin.listen({ lists: ['pending'] })
    const shown = () =>
      listener.of('ticket').findLast(({ payload }) => payload.ticketId === Number(ticket))?.payload.ticket?.lastMessage

    await connection.receive({ kind: 'edit', externalId: message.externalId, body: 'quero três', from: phone(number) })
    await eventually(() => expect(shown()).toBe('quero três'))
    await connection.receive({ kind: 'delete', externalId: message.externalId, from: phone(number) })
    await eventually(() => expect(shown()).toBe(hiddenBody))

    expect((await admin.get(`/tickets/${ticket}`)).body.lastMessage).toBe(hiddenBody)
    listener.close()
  })

  test('nobody can change messages of another chat', async () => {
    const connection = await company.connection()
    const [victim, other] = [someNumber(), someNumber()]
    const message = said(victim, 'minha frase')
    await connection.receive(message, said(other, 'oi'))

    await connection.receive(
      { kind: 'edit', externalId: message.externalId, body: 'trocada', from: phone(other) },
      { kind: 'delete', externalId: message.externalId, from: phone(other) },
    )

    const [row] = await messagesOf(victim)
    expect(row).toMatchObject({ body: 'minha frase', edited_at: null, deleted_at: null })
  })
})

describe('an event that cannot be processed', () => {
  test('holds back only its own conversation, and is a dead letter after eight tries (R7, R26)', async () => {
    const own = await world.company()
    const connection = await own.connection()
    const [sick, well] = [someNumber(), someNumber()]
    // PostgreSQL refuses this time: the batch fails, but the other entries must be processed.
    const poison = said(sick, 'veneno', { sentAt: 'not a time' })

    await connection.deliver(poison, said(sick, 'atrás dele'), said(well, 'tudo bem'))

    await eventually(async () => expect((await messagesOf(well, own.id)).map((row) => row.body)).toEqual(['tudo bem']))
    expect(await messagesOf(sick, own.id)).toEqual([])
    const hurry = () =>
      world.sql('update inbox set not_before = now() where company_id = $1 and dead_at is null', [own.id])
    await eventually(async () => {
      await hurry()
      app().inbox.wake(own.id)
      expect((await messagesOf(sick, own.id)).map((row) => row.body)).toEqual(['atrás dele'])
    })

    const operator = await world.operator()
    const dead = (await operator.get('/operations/dead-letters')).body.filter(
      (entry: { companyId: number }) => entry.companyId === own.id,
    )
    expect(dead).toMatchObject([{ kind: 'inbox', name: 'message', attempts: 8 }])
    expect(dead[0].reason).toMatch(/invalid input syntax/)
  })

  test('counts no try while the disk of the database is full, and is processed when there is space (R24)', async () => {
    const own = await world.company()
    const connection = await own.connection()
    const number = someNumber()
    await world.sql('create sequence refusals')
    await world.sql(`
      create function refuse_as_full() returns trigger language plpgsql as $$
      begin
        perform nextval('refusals');
        raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
      end $$`)
    await world.sql(`grant usage on sequence refusals to public`)
    await world.sql(`
      create trigger refuse_as_full before insert on messages
      for each row when (new.company_id = ${own.id}) execute function refuse_as_full()`)

    await connection.deliver(said(number, 'Primeira'), said(number, 'Segunda'))
    await eventually(async () => {
      app().inbox.wake(own.id)
      const [{ last_value: refusals }] = await world.sql('select last_value from refusals')
      // Twice in each run: as a batch, then one by one.
      expect(Number(refusals)).toBeGreaterThan(8)
    })
    expect(await own.sql('select attempts, dead_at from inbox where company_id = $1', [own.id])).toEqual([
      { attempts: 0, dead_at: null },
      { attempts: 0, dead_at: null },
    ])

    await world.sql('drop trigger refuse_as_full on messages')
    await connection.drained()
    expect((await messagesOf(number, own.id)).map(({ body }) => body)).toEqual(['Primeira', 'Segunda'])
  })

  test('does not cause entries to be processed twice that another process has processed meanwhile', async () => {
    const own = await world.company()
    const connection = await own.connection()
    const [sick, well] = [someNumber(), someNumber()]
    const message = said(well, 'primeira')
    await connection.receive(message)
    // While the failing entry is postponed, the other process has handled the waiting entries, and some that came
    // later.
    await world.sql(`
      create function process_elsewhere() returns trigger language plpgsql as $$
      begin
        update messages set body = 'terceira' where company_id = new.company_id and external_id = '${message.externalId}';
        delete from inbox where company_id = new.company_id and payload ->> 'kind' = 'edit';
        return null;
      end $$`)
    await world.sql(`
      create trigger process_elsewhere after update of attempts on inbox
      for each row when (new.company_id = ${own.id} and new.attempts = 1) execute function process_elsewhere()`)

    const edit = { kind: 'edit', externalId: message.externalId, body: 'segunda', from: message.from } as const
    await connection.deliver(said(sick, 'veneno', { sentAt: 'not a time' }), edit, said(someNumber(), 'depois'))

    await eventually(async () =>
      expect(await own.sql('select body from messages where connection_id = $1 order by id', [connection.id])).toEqual([
        { body: 'terceira' },
        { body: 'depois' },
      ]),
    )
    await world.sql('drop trigger process_elsewhere on inbox')
    await world.sql('drop function process_elsewhere')
  })
})

const app = () => world.app
