import { beforeAll, describe, expect, test } from 'vitest'
import type { Phone, WaServer } from '@guiche/wa-testserver'
import { samples } from '#test/files'
import { daysAgo, importsOfFile, since, wanted } from '#test/scenes/imports'
import { type Company, type Person, type World, eventually } from '#test/world'

let whatsApp: WaServer
let world: World
let company: Company
let admin: Person
const { office, newPhone, newCustomer, paired, scan, shown, silence, imported, ticketsOf, messagesOf } = importsOfFile()
beforeAll(() => {
  ;({ server: whatsApp, world, company, admin } = office)
})

describe('an import of old messages', () => {
  test('includes groups only if they were requested, and no messages outside its dates', async () => {
    const rita = newCustomer('Rita')
    const phone = newPhone()
    const group = whatsApp.group('Condomínio', rita, [phone])
    phone.remember(
      { with: group, by: rita, text: 'Bom dia a todos', at: daysAgo(2) },
      { with: rita, text: 'Antes', at: daysAgo(31) },
      { with: rita, text: 'Dentro', at: daysAgo(20) },
      { with: rita, text: 'Depois', at: daysAgo(5) },
    )
    const id = await paired(phone, { importOldMessages: since, importRecentMessages: daysAgo(10).toISOString() })
    await imported(id)
    expect((await messagesOf(id)).map(({ body }) => body)).toEqual(['Dentro'])

    await admin.put(`/whatsapp/${id}`, { ...wanted, importOldMessagesGroups: true })
    expect((await shown(id)).status).toBe('qrcode')
    await scan(id, phone)
    await imported(id)
    expect((await messagesOf(id)).map(({ body }) => body)).toEqual(['Dentro', 'Depois', 'Bom dia a todos'])
    expect((await ticketsOf(id)).map(({ status, is_group }) => [status, is_group])).toEqual([
      ['pending', false],
      ['group', true],
    ])
  })

  test('stores reactions with their messages, one per person', async () => {
    const rita = newCustomer('Rita')
    const ivo = newCustomer('Ivo')
    const phone = newPhone()
    const group = whatsApp.group('Condomínio', rita, [phone, ivo])
    const at = daysAgo(2)
    phone.remember(
      {
        with: rita,
        text: 'Obrigada!',
        at: daysAgo(4),
        reactions: [
          { by: phone, emoji: '❤️', at },
          { by: rita, emoji: '', at },
        ],
      },
      {
        with: rita,
        by: phone,
        text: 'De nada',
        at: daysAgo(3),
        id: 'DENADA',
        reactions: [{ by: rita, emoji: '👍', at }],
      },
      {
        with: group,
        by: rita,
        text: 'A luz voltou',
        at: daysAgo(3),
        reactions: [
          { by: ivo, emoji: '🎉', at },
          { by: phone, emoji: '👏', at },
        ],
      },
      { with: rita, text: 'Antes de tudo', at: daysAgo(40), reactions: [{ by: phone, emoji: '👍', at }] },
    )
    const id = await paired(phone, { ...wanted, importOldMessagesGroups: true })
    await imported(id)

    const shownIn = async (ticketId: number) =>
      (await admin.get(`/messages/${ticketId}`)).body.messages.map(
        ({ body, reactions }: { body: string; reactions: { emoji: string; fromMe: boolean }[] }) => [
          body,
          reactions.map(({ emoji, fromMe }) => `${fromMe ? 'me' : 'they'} ${emoji}`).toSorted(),
        ],
      )
    const tickets = await ticketsOf(id)
    const [chat, room] = [tickets.find((ticket) => !ticket.is_group), tickets.find((ticket) => ticket.is_group)]
    expect(await shownIn(chat.id)).toEqual([
      ['Obrigada!', ['me ❤️']],
      ['De nada', ['they 👍']],
    ])
    expect(await shownIn(room.id)).toEqual([['A luz voltou', ['me 👏', 'they 🎉']]])

    await rita.chat(phone).react({ id: 'DENADA', fromOther: true }, '🙏')
    await eventually(async () => expect((await shownIn(chat.id))[1]).toEqual(['De nada', ['they 🙏']]))
  })

  test('fetches files only when somebody opens them', async () => {
    const rita = newCustomer('Rita')
    const phone = newPhone()
    const picture = await samples.png()
    const sent = await rita.chat(phone).image(picture, { caption: 'A foto', mimetype: 'image/png' })
    phone.remember({ with: rita, content: sent.message, at: daysAgo(2) })
    const id = await paired(phone, wanted)
    await imported(id)
    const [ticket] = await ticketsOf(id)
    expect(await company.sql(`select state from files where source ? 'isLazy'`)).toEqual([{ state: 'waiting' }])

    const first = (await admin.get(`/messages/${ticket.id}`)).body.messages
    expect(first).toMatchObject([{ body: 'A foto', mediaType: 'image', mediaState: 'waiting' }])
    await eventually(async () =>
      expect((await admin.get(`/messages/${ticket.id}`)).body.messages).toMatchObject([{ mediaState: 'ready' }]),
    )
  })

  test('is not restarted by the same request, but by a different one', async () => {
    const rita = newCustomer('Rita')
    const phone = newPhone({ with: rita, text: 'Uma vez', at: daysAgo(2) })
    const id = await paired(phone, wanted)
    await eventually(async () => expect((await shown(id)).importProgress).not.toBeNull())
    const whole = await shown(id)
    await Promise.all([admin.put(`/whatsapp/${id}`, whole), admin.put(`/whatsapp/${id}`, whole)])
    expect((await shown(id)).status).toBe('CONNECTED')
    await imported(id)

    await admin.put(`/whatsapp/${id}`, wanted)
    await scan(id, phone)
    await imported(id)
    expect(await messagesOf(id)).toHaveLength(1)
    expect(await ticketsOf(id)).toHaveLength(1)
  })

  test('continues when the phone is logged out, and can be cancelled', async () => {
    const rita = newCustomer('Rita')
    const past = Array.from({ length: 300 }, (_, nth) => ({ with: rita, text: `${nth}`, at: daysAgo(1 + nth / 300) }))
    const phone = newPhone(...past)
    const id = await paired(phone, wanted)
    await eventually(async () => expect((await shown(id)).importProgress).not.toBeNull())
    await silence(id)
    await phone.linkedDevice.unlink()
    await eventually(async () => expect((await shown(id)).status).toBe('DISCONNECTED'))
    await eventually(async () => expect((await shown(id)).statusImportMessages).toBe('renderButtonCloseTickets'))
    expect(await messagesOf(id)).toHaveLength(300)

    const other = await paired(newPhone(...past), wanted)
    await eventually(async () => expect((await shown(other)).importProgress).not.toBeNull())
    await admin.put(`/whatsapp/${other}`, { importOldMessages: null })
    expect(await shown(other)).toMatchObject({ status: 'CONNECTED', importOldMessages: null, importProgress: null })
    expect(await company.sql('select from history_messages where connection_id = $1', [other])).toEqual([])
  })

  test('keeps the last message of an open ticket, and creates no second ticket', async () => {
    const rita = newCustomer('Rita')
    const phone = newPhone({ with: rita, text: 'Antiga', at: daysAgo(2) })
    const queue = await company.queue()
    const id = await paired(phone, { queueIds: [queue.id] })
    await rita.chat(phone).text('De hoje')
    await eventually(async () => expect(await ticketsOf(id)).toHaveLength(1))
    const [ticket] = await ticketsOf(id)
    expect((await admin.put(`/tickets/${ticket.id}`, { status: 'open', userId: admin.id })).status).toBe(200)

    await admin.put(`/whatsapp/${id}`, wanted)
    await scan(id, phone)
    await imported(id)
    expect((await messagesOf(id)).map(({ body }) => body)).toEqual(['Antiga', 'De hoje'])
    expect(await ticketsOf(id)).toMatchObject([{ status: 'open', last_message: 'De hoje', imported_at: null }])
  })
})

describe('an import that is requested with a new connection', () => {
  test('is stored with it, and the phone is linked only once', async () => {
    const { body } = await admin.post('/whatsapp', { name: 'Loja com passado', ...wanted })
    expect(body).toMatchObject({ importOldMessages: since })
    const kept = await company.sql('select wish, wish_number from whatsapp_sessions where connection_id = $1', [
      body.id,
    ])
    expect(kept).toEqual([{ wish: 'open', wish_number: 1 }])
  })

  test('is refused together with the connection', async () => {
    const turnedAround = { importOldMessages: daysAgo(1).toISOString(), importRecentMessages: daysAgo(3).toISOString() }
    const { status } = await admin.post('/whatsapp', { name: 'Loja sem passado', ...turnedAround })
    expect(status).toBe(400)
    expect(await company.sql(`select id from connections where name = 'Loja sem passado'`)).toEqual([])
  })
})

describe('tickets of an import', () => {
  const twenty = (phone: () => Phone) =>
    Array.from({ length: 45 }, (_, nth) => ({ with: newCustomer(`Cliente ${nth}`), text: 'Oi', at: daysAgo(2) })).map(
      (message) => (phone().remember(message), message),
    )

  test('are closed by the button, unless the customer has written since', async () => {
    const phone = newPhone()
    const [first] = twenty(() => phone)
    const id = await paired(phone, wanted)
    await imported(id)
    expect(await ticketsOf(id)).toHaveLength(45)
    await first?.with.chat(phone).text('Voltei')
    await eventually(async () =>
      expect((await ticketsOf(id)).filter(({ unread_count }) => unread_count > 0)).toHaveLength(1),
    )

    const answers = await Promise.all([admin.post(`/closedimported/${id}`), admin.post(`/closedimported/${id}`)])
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, 'whatsapp'],
      [200, 'whatsapp'],
    ])
    await eventually(async () => expect((await shown(id)).statusImportMessages).toBeNull())
    const open = (await ticketsOf(id)).filter(({ status }) => status !== 'closed')
    expect(open).toMatchObject([{ last_message: 'Voltei' }])
  })

  test('are closed automatically if that was requested', async () => {
    const phone = newPhone()
    twenty(() => phone)
    const id = await paired(phone, { ...wanted, closedTicketsPostImported: true })
    await silence(id)
    await eventually(async () => {
      expect((await ticketsOf(id)).filter(({ status }) => status === 'closed')).toHaveLength(45)
      expect(await shown(id)).toMatchObject({ statusImportMessages: null, importOldMessages: null })
    })
  })
})

describe('an attacker', () => {
  let tries = 0

  test.for([
    [{ importOldMessages: daysAgo(800).toISOString() }],
    [{ importOldMessages: daysAgo(-2).toISOString() }],
    [{ importOldMessages: '0000-01-01T00:00:00Z' }],
    [{ importOldMessages: 'yesterday' }],
    [{ importOldMessages: 17 }],
    [{ importOldMessages: daysAgo(1).toISOString(), importRecentMessages: daysAgo(3).toISOString() }],
    [{ importOldMessages: daysAgo(3).toISOString(), importRecentMessages: daysAgo(-3).toISOString() }],
  ])('gets nothing by hostile dates: %o', async ([dates]) => {
    const answer = await admin.post('/whatsapp', { name: `Datas ${(tries += 1)}`, ...dates })
    expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  })

  test('closes nothing of another company, and nothing without the permission', async () => {
    const phone = newPhone({ with: newCustomer('Rita'), text: 'Oi', at: daysAgo(2) })
    const id = await paired(phone, wanted)
    await imported(id)
    const stranger = await (await world.company()).admin()
    expect(await stranger.post(`/closedimported/${id}`)).toMatchObject({ status: 404 })
    expect(await (await company.attendant()).post(`/closedimported/${id}`)).toMatchObject({ status: 403 })
    expect(await ticketsOf(id)).toMatchObject([{ status: 'pending' }])
    const keeper = await company.attendant({ allowConnections: 'enabled' })
    expect(await keeper.post(`/closedimported/${id}`)).toMatchObject({ status: 200 })
    await eventually(async () => expect(await ticketsOf(id)).toMatchObject([{ status: 'closed' }]))
  })

  test('does not stop an import with a message that cannot be stored', async () => {
    const rita = newCustomer('Rita')
    const words = Array.from({ length: 400_000 }, (_, nth) => nth.toString(36)).join(' ')
    const phone = newPhone(
      { with: rita, text: words, at: daysAgo(3) },
      { with: rita, text: 'a\u0000b \u202Eoãtrac', at: daysAgo(2) },
      { with: rita, text: 'Depois', at: daysAgo(1) },
    )
    const id = await paired(phone, wanted)
    await imported(id)
    expect((await messagesOf(id)).map(({ body }) => body).slice(-2)).toEqual(['ab \u202Eoãtrac', 'Depois'])
  })
})
