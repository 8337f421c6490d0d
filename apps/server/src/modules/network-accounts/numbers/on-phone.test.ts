import type { PastMessage, Person, PhoneNumber } from '@guiche/graph-testserver'
import { beforeAll, describe, expect, test } from 'vitest'
import { samples } from '#test/files'
import { type NumberShop, metaOfFile } from '#test/world/meta-world'
import { eventually } from '#test/world'

const meta = metaOfFile()
const day = 86_400_000
const now = Math.floor(Date.now() / 1000) * 1000
const daysAgo = (days: number) => new Date(now - days * day)

/** A number that is in the app of a phone, which has not told anything yet. */
function numberOnPhone(prepare: (app: NonNullable<PhoneNumber['phoneApp']>) => void = () => undefined): PhoneNumber {
  const number = meta.number({ isOnPhoneApp: true })
  if (number.phoneApp) prepare(number.phoneApp)
  return number
}

const said = (body: string, days: number, more: Partial<PastMessage> = {}): PastMessage => ({
  isFromBusiness: false,
  type: 'text',
  content: { body },
  at: daysAgo(days),
  status: 'READ',
  ...more,
})

const shown = async ({ admin, connectionId }: NumberShop) => (await admin.get(`/whatsapp/${connectionId}`)).body
const notices = async ({ admin, connectionId }: NumberShop) =>
  (await admin.get(`/whatsapp/${connectionId}/events`)).body.events.flatMap(
    ({ notice }: { notice: { about: string; value: string } | null }) => (notice ? [[notice.about, notice.value]] : []),
  )

const messagesAt = ({ company, connectionId }: NumberShop) =>
  company.sql(
    'select body, from_me, ack, origin, media_type, external_id, ticket_id::int, sent_at from messages where connection_id = $1 order by sent_at, id',
    [connectionId],
  )

/** The pause after the last part of the history is over. */
async function silence({ company, connectionId }: NumberShop): Promise<void> {
  await eventually(async () => {
    const [asked] = await company.sql('select is_told, state from connection_imports where connection_id = $1', [
      connectionId,
    ])
    expect(asked).toMatchObject({ is_told: true, state: 'preparing' })
    expect(await company.sql('select from history_chunks where connection_id = $1', [connectionId])).toEqual([])
  })
  await company.sql(
    `update connection_imports set heard_at = heard_at - interval '36 seconds' where connection_id = $1`,
    [connectionId],
  )
}

async function imported(shop: NumberShop): Promise<void> {
  await silence(shop)
  await ended(shop)
}

const ended = ({ company, connectionId }: NumberShop) =>
  eventually(async () =>
    expect(await company.sql('select state from connection_imports where connection_id = $1', [connectionId])).toEqual([
      { state: 'done' },
    ]),
  )

describe('a number that is in the app of a phone too', () => {
  test('is shown as such, and Meta is asked once for its contacts and its history', async () => {
    const number = numberOnPhone()
    const shop = await meta.numberShop({ number })
    expect(await shown(shop)).toMatchObject({ isOnPhone: true, provider: 'official', channel: 'whatsapp' })
    await eventually(() => expect([...(number.phoneApp?.asked ?? [])]).toEqual(['smb_app_state_sync', 'history']))
    await shop.admin.put(`/whatsapp-official/${shop.connectionId}`, { token: shop.token })
    await eventually(async () => {
      const [asked] = await shop.company.sql(
        'select contacts_asked_at is not null as contacts, history_asked_at is not null as history from official_numbers where connection_id = $1',
        [shop.connectionId],
      )
      expect(asked).toEqual({ contacts: true, history: true })
    })
    expect(await notices(shop)).toEqual([])
  })

  test('is not said of other numbers, which are asked for nothing', async () => {
    const shop = await meta.numberShop()
    expect(await shown(shop)).toMatchObject({ isOnPhone: false, importOldMessages: null })
    const jobs = await shop.company.sql(
      `select from pgboss.job where name = 'networkAccounts.phone' and data ->> 'connectionId' = $1`,
      [String(shop.connectionId)],
    )
    expect(jobs).toEqual([])
  })

  test('that keeps its history to itself says so in the history of the connection', async () => {
    const number = numberOnPhone((app) => (app.sharesHistory = false))
    const shop = await meta.numberShop({ number })
    await eventually(async () => expect(await notices(shop)).toEqual([['history', 'NOT_SHARED']]))
    expect(await shown(shop)).toMatchObject({ importOldMessages: null, importProgress: null })
  })

  test('that was connected too long ago gets no history any more', async () => {
    const number = numberOnPhone()
    await meta.server.clock.turn({ hours: 25 })
    const shop = await meta.numberShop({ number })
    await eventually(async () => expect(await notices(shop)).toEqual([['history', 'TOO_LATE']]))
    expect(await shown(shop)).toMatchObject({ importOldMessages: null })
  })
})

describe('the dates of such a history', () => {
  const at = (days: number) => new Date(Math.floor(daysAgo(days).getTime() / 60_000) * 60_000).toISOString()

  async function prepared(): Promise<NumberShop> {
    const customer = meta.customer()
    const number = numberOnPhone((app) => {
      const messages = [said('Antiga', 90), said('Nova', 3)]
      app.past.push({ phase: 1, order: 1, progress: 100, threads: [{ person: customer, messages }] })
    })
    const shop = await meta.numberShop({ number })
    await eventually(async () =>
      expect((await shown(shop)).importProgress).toEqual({ this: -1, all: -1, date: '', sent: 100 }),
    )
    return shop
  }

  test('can be changed while it comes, and whether its tickets are closed', async () => {
    const shop = await prepared()
    const { importOldMessages, importRecentMessages } = await shown(shop)
    // Saved with what is shown, as a dialog does.
    await shop.admin.put(`/whatsapp/${shop.connectionId}`, { importOldMessages, importRecentMessages })
    expect(await shown(shop)).toMatchObject({ importOldMessages, closedTicketsPostImported: true })
    await shop.admin.put(`/whatsapp/${shop.connectionId}`, {
      importOldMessages: at(30),
      closedTicketsPostImported: false,
    })
    await silence(shop)
    await eventually(async () => expect((await shown(shop)).statusImportMessages).toBe('renderButtonCloseTickets'))
    expect((await messagesAt(shop)).map(({ body }) => body)).toEqual(['Nova'])
    expect(await shop.company.sql('select status from tickets where connection_id = $1', [shop.connectionId])).toEqual([
      { status: 'pending' },
    ])
  })

  test('can be taken away, which imports nothing; it cannot be asked for again', async () => {
    const shop = await prepared()
    await shop.admin.put(`/whatsapp/${shop.connectionId}`, { importOldMessages: null })
    expect(await shown(shop)).toMatchObject({ importOldMessages: null, importProgress: null })
    await shop.admin.put(`/whatsapp/${shop.connectionId}`, { importOldMessages: at(30) })
    expect(await shown(shop)).toMatchObject({ importOldMessages: null, importProgress: null })
    await shop.number.phoneApp?.sync('history')
    await meta.settled()
    expect(await shop.company.sql('select from history_chunks where connection_id = $1', [shop.connectionId])).toEqual(
      [],
    )
    expect(await messagesAt(shop)).toEqual([])
  })
})

describe('the history of a phone', () => {
  let shop: NumberShop
  let customer: Person
  const photo = { type: 'image', bytes: Buffer.alloc(0), mimeType: 'image/jpeg', caption: 'A foto' }
  beforeAll(async () => {
    customer = meta.customer()
    const other = meta.customer()
    photo.bytes = await samples.jpeg()
    const number = numberOnPhone((app) => {
      app.contacts.push({ name: 'Rita da agenda', number: customer.waId ?? '' })
      app.past.push(
        {
          phase: 1,
          order: 1,
          progress: 100,
          threads: [
            {
              person: customer,
              messages: [said('Bom dia', 40), said('Olá, Rita', 39, { isFromBusiness: true, status: 'DELIVERED' })],
            },
            { person: other, messages: [said('Ainda têm?', 20)] },
          ],
        },
        {
          phase: 0,
          order: 1,
          progress: 30,
          threads: [
            {
              person: customer,
              messages: [
                said('Veja a foto', 1),
                { isFromBusiness: false, type: 'media_placeholder', at: daysAgo(0.9), status: 'READ', file: photo },
              ],
            },
          ],
        },
      )
    })
    shop = await meta.numberShop({ number })
    await imported(shop)
  })

  test('is imported with its sides, times and ticks, without unread messages, and its tickets are closed', async () => {
    const rows = await messagesAt(shop)
    expect(rows.map(({ body, from_me, ack, origin }) => [body, from_me, ack, origin])).toEqual([
      ['Bom dia', false, 3, 'import'],
      ['Olá, Rita', true, 2, 'import'],
      ['Ainda têm?', false, 3, 'import'],
      ['Veja a foto', false, 3, 'import'],
      ['A foto', false, 3, 'import'],
    ])
    expect(rows[0]?.sent_at).toEqual(daysAgo(40))
    const tickets = await shop.company.sql(
      'select status, unread_count::int as unread from tickets where connection_id = $1',
      [shop.connectionId],
    )
    expect(tickets).toEqual([
      { status: 'closed', unread: 0 },
      { status: 'closed', unread: 0 },
    ])
    expect(customer.inbox.messages).toEqual([])
  })

  test('has the files of its messages, which come later', async () => {
    const [row] = await shop.company.sql(
      `select m.media_type, f.state, f.mime from messages m join files f on f.company_id = m.company_id and f.id = m.file_id
       where m.connection_id = $1`,
      [shop.connectionId],
    )
    expect(row).toMatchObject({ media_type: 'image', mime: 'image/jpeg' })
  })

  test('has the names of the phone book, which can be imported as contacts', async () => {
    const [contact] = await shop.company.sql(
      `select c.name from contacts c join contact_identities i on i.company_id = c.company_id and i.contact_id = c.id
       where c.company_id = $1 and i.value = $2`,
      [shop.company.id, customer.waId],
    )
    expect(contact).toEqual({ name: 'Rita da agenda' })
    const { body } = await shop.admin.post('/contacts/import', { whatsappId: shop.connectionId })
    expect(body).toMatchObject({ created: 0, known: 1 })
  })

  test('goes on when a part of it comes after its end, and the rest is not doubled', async () => {
    const before = await messagesAt(shop)
    expect(await shown(shop)).toMatchObject({ importOldMessages: null, statusImportMessages: null })
    const late = { ...said('Atrasada', 60), id: 'wamid.late' }
    shop.number.phoneApp?.past.push({
      phase: 2,
      order: 1,
      progress: 90,
      threads: [{ person: customer, messages: [late] }],
    })
    await shop.number.phoneApp?.sync('history')
    await meta.settled()
    await eventually(async () => expect(await messagesAt(shop)).toHaveLength(before.length + 1))
    await shop.company.sql(
      `update connection_imports set heard_at = heard_at - interval '36 seconds' where connection_id = $1`,
      [shop.connectionId],
    )
    await ended(shop)
    expect((await messagesAt(shop)).slice(1)).toEqual(before)
    expect((await messagesAt(shop))[0]).toMatchObject({ body: 'Atrasada' })
  })
})

describe('whoever may sign webhooks', () => {
  test('brings no history to a number that waits for none', async () => {
    const shop = await meta.numberShop()
    const customer = meta.customer()
    const value = {
      messaging_product: 'whatsapp',
      metadata: shop.number.metadata,
      history: [
        {
          metadata: { phase: 0, chunk_order: 1, progress: 50 },
          threads: [
            {
              id: customer.waId,
              messages: [
                { from: customer.waId, id: 'wamid.X', timestamp: '1763600000', type: 'text', text: { body: 'Falsa' } },
              ],
            },
          ],
        },
      ],
    }
    const entry = [{ id: shop.number.account.id, time: 1, changes: [{ field: 'history', value }] }]
    const body = JSON.stringify({ object: 'whatsapp_business_account', entry })
    expect(await meta.server.webhooks.sendRaw(`${await meta.world.url()}/webhook`, body, meta.app.secret)).toBe(200)
    expect(await shop.company.sql('select from history_chunks where connection_id = $1', [shop.connectionId])).toEqual(
      [],
    )
  })
})

describe('a number that comes to a phone later, or leaves it', () => {
  test('is shown so when Meta tells that something has moved', async () => {
    const shop = await meta.numberShop({ number: numberOnPhone() })
    await shop.company.sql('update official_numbers set is_on_phone = false where connection_id = $1', [
      shop.connectionId,
    ])
    expect((await shown(shop)).isOnPhone).toBe(false)
    await shop.number.account.tell('account_reconnected', { display_phone_number: shop.number.display })
    await eventually(async () => expect((await shown(shop)).isOnPhone).toBe(true))
  })
})

describe('the phone book of such a phone', () => {
  test('follows what is saved, renamed and removed on it', async () => {
    const shop = await meta.numberShop({ number: numberOnPhone() })
    const app = shop.number.phoneApp
    const book = () =>
      shop.company.sql('select number, name from phone_contacts where connection_id = $1 order by number', [
        shop.connectionId,
      ])
    await app?.changeContact('add', 'Rui', '5511911110001')
    await app?.changeContact('add', 'Bia', '5511911110002')
    await app?.changeContact('add', 'Rui Reis', '5511911110001')
    await meta.settled()
    expect(await book()).toEqual([
      { number: '5511911110001', name: 'Rui Reis' },
      { number: '5511911110002', name: 'Bia' },
    ])
    await app?.changeContact('remove', 'Rui', '5511911110001')
    await meta.settled()
    expect(await book()).toEqual([{ number: '5511911110002', name: 'Bia' }])
    const { body } = await shop.admin.post('/contacts/import', { whatsappId: shop.connectionId })
    expect(body).toMatchObject({ created: 1, known: 0 })
  })

  test('names people who have written before, if they have no name', async () => {
    const shop = await meta.numberShop({ number: numberOnPhone() })
    const nameless = meta.server.person('5511911110009', '')
    await nameless.chat(shop.number).text('Oi')
    const ticket = await meta.ticketOf(shop.company, '5511911110009')
    await shop.number.phoneApp?.changeContact('add', 'Dona Lia', '5511911110009')
    await meta.settled()
    expect((await shop.admin.get(`/contacts/${ticket.contact_id}`)).body.name).toBe('Dona Lia')
  })
})
