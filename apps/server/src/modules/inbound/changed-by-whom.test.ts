import type { Author, Identity, Inbound } from '@guiche/channel'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { phone, said, someNumber } from '#test/inbound'
import { type Company, type TestConnection, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let connection: TestConnection
let groups = 0
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  connection = await company.connection({ allowsGroups: true })
})
afterAll(() => world.close())

const newGroup = (): Identity => ({ kind: 'group', value: `12036300000000${String((groups += 1)).padStart(4, '0')}` })

function member(name: string): Author {
  const lid = `9${someNumber()}`
  return { identity: phone(someNumber()), aliases: [{ kind: 'lid', value: lid }], name, address: `${lid}@lid` }
}

const inGroup = (group: Identity, author: Author, body: string) =>
  said(group, body, { isGroup: true, name: '', author })

async function messageOf({ externalId }: { externalId: string }) {
  const [row] = await company.sql(
    `select m.id, m.body, m.ticket_id, m.edited_at is not null as edited, m.deleted_at is not null as deleted,
            (select coalesce(json_agg(json_build_array(r.sender, r.emoji) order by r.created_at), '[]') from message_reactions r
             where r.company_id = m.company_id and r.message_id = m.id and r.emoji <> '') as reactions
     from messages m where m.company_id = $1 and m.external_id = $2`,
    [company.id, externalId],
  )
  return row
}

describe('a message in a group', () => {
  test('is edited and deleted by its author, under any of their identities', async () => {
    const [group, ana] = [newGroup(), member('Ana')]
    const [edited, deleted] = [inGroup(group, ana, 'às dez'), inGroup(group, ana, 'engano')]
    const asLid: Author = {
      identity: { kind: 'lid', value: ana.address.split('@')[0] ?? '' },
      name: 'Ana',
      address: ana.address,
    }

    await connection.receive(
      edited,
      deleted,
      { kind: 'edit', externalId: edited.externalId, body: 'às onze', from: group, author: ana },
      { kind: 'delete', externalId: deleted.externalId, from: group, author: asLid },
    )

    expect(await messageOf(edited)).toMatchObject({ body: 'às onze', edited: true })
    expect(await messageOf(deleted)).toMatchObject({ deleted: true })
  })

  test('is not changed when another member edits or deletes it', async () => {
    const [group, ana, caio] = [newGroup(), member('Ana'), member('Caio')]
    const message = inGroup(group, ana, 'às dez')

    await connection.receive(message)
    for (const by of [{ author: caio }, {}]) {
      const target = { externalId: message.externalId, from: group, ...by }
      await connection.receive({ kind: 'edit', body: 'nunca', ...target }, { kind: 'delete', ...target })
    }

    expect(await messageOf(message)).toMatchObject({ body: 'às dez', edited: false, deleted: false })
  })

  test('is deleted, but never edited, by an admin of the group, and not by a former admin', async () => {
    const [group, ana, admin] = [newGroup(), member('Ana'), member('Síndico')]
    const told = (admins: Identity[]): Inbound => ({
      kind: 'group',
      externalId: group.value,
      from: group,
      subject: 'Condomínio',
      admins,
    })
    const [first, second] = [inGroup(group, ana, 'vendo carro'), inGroup(group, ana, 'vendo moto')]
    const by = { from: group, author: admin }

    await connection.receive(first, second, told([admin.identity, ...(admin.aliases ?? [])]))
    await connection.receive(
      { kind: 'edit', externalId: first.externalId, body: 'nunca', ...by },
      { kind: 'delete', externalId: first.externalId, ...by },
    )
    await connection.receive(told([]))
    await connection.receive({ kind: 'delete', externalId: second.externalId, ...by })

    expect(await messageOf(first)).toMatchObject({ body: 'vendo carro', deleted: true })
    expect(await messageOf(second)).toMatchObject({ deleted: false })
  })

  test('cannot be changed from another group, even by its author', async () => {
    const [group, other, ana] = [newGroup(), newGroup(), member('Ana')]
    const message = inGroup(group, ana, 'às dez')

    await connection.receive(message, inGroup(other, ana, 'Oi'))
    await connection.receive({ kind: 'edit', externalId: message.externalId, body: 'nunca', from: other, author: ana })

    expect(await messageOf(message)).toMatchObject({ body: 'às dez' })
  })

  test('has one reaction per member, who can remove only their own', async () => {
    const [group, ana, caio] = [newGroup(), member('Ana'), member('Caio')]
    const message = inGroup(group, ana, 'Fechado?')
    const reaction = (author: Author, emoji: string): Inbound => ({
      kind: 'reaction',
      externalId: message.externalId,
      emoji,
      from: group,
      author,
    })

    await connection.receive(message, reaction(ana, '🙏'), reaction(caio, '👍'), reaction(caio, '❤️'))
    expect((await messageOf(message)).reactions).toEqual([
      [`phone:${ana.identity.value}`, '🙏'],
      [`phone:${caio.identity.value}`, '❤️'],
    ])

    await connection.receive(reaction(caio, ''))
    expect((await messageOf(message)).reactions).toEqual([[`phone:${ana.identity.value}`, '🙏']])
  })

  test('is not stored if the connection does not accept groups, and neither are its changes', async () => {
    const closed = await company.connection()
    const [group, ana] = [newGroup(), member('Ana')]
    const message = inGroup(group, ana, 'às dez')

    await closed.receive(message, {
      kind: 'edit',
      externalId: message.externalId,
      body: 'às onze',
      from: group,
      author: ana,
    })

    expect(await messageOf(message)).toBeUndefined()
    expect(
      await company.sql('select 1 from parked_events where target_external_id = $1', [message.externalId]),
    ).toEqual([])
  })
})

test('a customer has one reaction, under all their identities', async () => {
  const [number, lid] = [phone(someNumber()), { kind: 'lid', value: `9${someNumber()}` } as const]
  const message = said(number, 'Obrigada!', { aliases: [lid] })
  const reaction = (from: Identity, aliases: Identity[], emoji: string): Inbound => ({
    kind: 'reaction',
    externalId: message.externalId,
    from,
    aliases,
    emoji,
  })
  await connection.receive(message, reaction(lid, [], '👍'), reaction(number, [lid], '❤️'))

  expect((await messageOf(message)).reactions).toEqual([[`phone:${number.value}`, '❤️']])
})

describe('an action on the phone itself', () => {
  test('changes our own messages, which customers cannot change', async () => {
    const number = someNumber()
    const [edited, deleted] = [
      said(number, 'Chega amanhã', { isEcho: true, name: '' }),
      said(number, 'Errado', { isEcho: true, name: '' }),
    ]
    const both = [edited, deleted].map(({ externalId }) => ({ externalId, from: phone(number) }))

    await connection.receive(edited, deleted)
    for (const target of both)
      await connection.receive({ kind: 'edit', body: 'de graça', ...target }, { kind: 'delete', ...target })
    expect(await messageOf(edited)).toMatchObject({ body: 'Chega amanhã', deleted: false })

    await connection.receive(
      { kind: 'edit', externalId: edited.externalId, body: 'Chega hoje', from: phone(number), isEcho: true },
      { kind: 'delete', externalId: deleted.externalId, from: phone(number), isEcho: true },
    )
    expect(await messageOf(edited)).toMatchObject({ body: 'Chega hoje', edited: true })
    expect(await messageOf(deleted)).toMatchObject({ deleted: true })
  })

  test('on a message of the customer is a reaction of ours, and never an edit or deletion', async () => {
    const number = someNumber()
    const theirs = said(number, 'Chegou?')
    const target = { externalId: theirs.externalId, from: phone(number), isEcho: true }

    await connection.receive(theirs, { kind: 'reaction', emoji: '👍', ...target })
    await connection.receive({ kind: 'edit', body: 'trocada', ...target }, { kind: 'delete', ...target })

    expect(await messageOf(theirs)).toMatchObject({ body: 'Chegou?', deleted: false, reactions: [['me', '👍']] })
  })

  test('stops the bots of the ticket, because a person has answered', async () => {
    const own = await company.connection({ settings: { greetingMessage: 'Olá! Escolha uma opção.' } })
    const [greeted, answered] = [someNumber(), someNumber()]
    await company.setting('sendGreetingMessageOneQueues', 'enabled')
    await own.receive(said(greeted, 'Oi'))
    await company.sql(`update tickets set bot = '{"useIntegration": true, "isBot": true}' where connection_id = $1`, [
      own.id,
    ])

    await own.receive(
      said(greeted, 'Sou a dona', { isEcho: true, name: '' }),
      said(answered, 'Bom dia!', { isEcho: true, name: '' }),
      said(answered, 'Oi'),
    )

    const tickets = await company.sql(
      `select t.bot, array_agg(m.origin order by m.sent_at, m.id) as said from tickets t
       join messages m on m.company_id = t.company_id and m.ticket_id = t.id where t.connection_id = $1 group by t.id, t.bot order by t.id`,
      [own.id],
    )
    expect(tickets).toEqual([
      { bot: { useIntegration: false, isBot: false, place: 'done' }, said: ['channel', 'bot', 'phone'] },
      { bot: { useIntegration: false, isBot: false, place: 'done' }, said: ['phone', 'channel'] },
    ])
  })

  test('marks earlier messages as read, on every screen, and leaves later ones unread', async () => {
    const own = await company.connection({ queues: [await company.queue()] })
    const [admin, number] = [await company.admin(), someNumber()]
    await own.receive(said(number, 'Oi'), said(number, 'Quanto custa?'))
    const [{ id }] = await company.sql('select id from tickets where connection_id = $1', [own.id])
    const ticketId = Number(id)
    const screen = await admin.listen({ lists: ['pending'] })
    const shown = () =>
      screen
        .of('ticket')
        .filter(({ payload }) => payload.ticketId === ticketId)
        .at(-1)?.payload
    const unread = async () => (await admin.get(`/tickets/${ticketId}`)).body.unreadMessages
    const readOnes = async () => {
      const { messages } = (await admin.get(`/messages/${ticketId}?markRead=false`)).body
      return messages.filter(({ read }: { read: boolean }) => read).map(({ body }: { body: string }) => body)
    }
    expect([await unread(), await readOnes()]).toEqual([2, []])

    await own.receive(said(number, 'Cem reais', { isEcho: true, name: '' }))
    expect([await unread(), await readOnes()]).toEqual([0, ['Oi', 'Quanto custa?', 'Cem reais']])
    await eventually(() => expect(shown()).toMatchObject({ action: 'updateUnread' }))

    await own.receive(
      said(number, 'E dois?'),
      said(number, 'Duzentos', { isEcho: true, name: '' }),
      said(number, 'Fico com um'),
      said(number, 'Por favor'),
    )
    expect([await unread(), await readOnes()]).toEqual([2, ['Oi', 'Quanto custa?', 'Cem reais', 'E dois?', 'Duzentos']])
    await eventually(() => expect(shown()).toMatchObject({ action: 'update', ticket: { unreadMessages: 2 } }))
    screen.close()
  })

  test('that arrives late neither reads nor answers later messages', async () => {
    const own = await company.connection({ queues: [await company.queue()] })
    const [admin, number] = [await company.admin(), someNumber()]
    const ago = (minutes: number) => ({ sentAt: new Date(Date.now() - minutes * 60_000).toISOString() })
    await own.receive(said(number, 'Abrem hoje?', ago(30)), said(number, 'Alguém aí?', ago(10)))

    await own.receive(said(number, 'Abrimos', { isEcho: true, name: '', ...ago(20) }))

    const [ticket] = (await admin.get('/tickets?status=pending')).body.tickets
    const { messages } = (await admin.get(`/messages/${ticket.id}?markRead=false`)).body
    expect(ticket).toMatchObject({ unreadMessages: 1, lastMessage: 'Alguém aí?', waitingSince: expect.any(String) })
    expect(messages).toMatchObject([{ read: true }, { body: 'Abrimos' }, { read: false }])
  })

  test('is shown to the attendant at once', async () => {
    const queue = await company.queue()
    const own = await company.connection({ queues: [queue] })
    const ana = await company.attendant({ queues: [queue] })
    const number = someNumber()
    const theirs = said(number, 'Chegou?')
    await own.receive(theirs)
    const { ticket_id } = await messageOf(theirs)
    const screen = await ana.listen({ tickets: [Number(ticket_id)] })

    await own.receive({
      kind: 'reaction',
      externalId: theirs.externalId,
      emoji: '👍',
      from: phone(number),
      isEcho: true,
    })

    await expect
      .poll(() => screen.of('message').at(-1)?.payload)
      .toMatchObject({ action: 'update', message: { reactions: [{ emoji: '👍', fromMe: true }] } })
  })
})
