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

const tag = async (name: string, kanban = 0, of = admin) =>
  (await of.post('/tags', { name, color: '#123456', kanban })).body
const contact = async (of = admin) => (await of.post('/contacts', { name: 'Cliente', number: someNumber() })).body

async function waitingTicket(queues: { id: number }[] = []): Promise<{ id: number; contactId: number }> {
  const connection = await company.connection({ queues })
  await connection.receive(said(someNumber(), 'Olá'))
  const [row] = await world.sql('select id, contact_id from tickets where company_id = $1 and connection_id = $2', [
    company.id,
    connection.id,
  ])
  return { id: Number(row.id), contactId: Number(row.contact_id) }
}

describe('a tag', () => {
  test('is created, read, changed and removed', async () => {
    const made = await ana.post('/tags', { name: 'Cliente VIP', color: '#aa00aa', kanban: 0 })
    expect(made).toMatchObject({
      status: 200,
      body: {
        name: 'Cliente VIP',
        color: '#aa00aa',
        kanban: 0,
        ticketsCount: '0',
        contactsCount: '0',
        companyId: company.id,
      },
    })

    const { id } = made.body
    expect((await ana.get(`/tags/${id}`)).body).toEqual(made.body)
    expect(await admin.put(`/tags/${id}`, { ...made.body, name: 'Cliente ouro' })).toMatchObject({
      status: 200,
      body: { name: 'Cliente ouro', color: '#aa00aa' },
    })
    expect((await admin.delete(`/tags/${id}`)).status).toBe(200)
    expect(await ana.get(`/tags/${id}`)).toMatchObject({ status: 404, body: { error: 'ERR_NO_TAG_FOUND' } })
  })

  test('has a unique name among its kind, regardless of accents', async () => {
    await tag('Reunião')

    expect(await admin.post('/tags', { name: 'reuniao' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_NAME_ALREADY_EXISTS' },
    })
    expect((await admin.post('/tags', { name: 'reuniao', kanban: 1 })).status).toBe(200)
    expect((await (await other.admin()).post('/tags', { name: 'Reunião' })).status).toBe(200)
  })

  test('gets a default colour', async () => {
    const { body } = await admin.post('/tags', { name: 'Sem cor', color: '', kanban: 1, userId: 1 })

    expect(body.color).toMatch(/^#[0-9a-f]{6}$/)
  })

  test('is announced to the browsers of the company', async () => {
    const near = await ana.listen()

    const { id } = await tag('Ouvida')
    await admin.delete(`/tags/${id}`)

    await eventually(() =>
      expect(near.events.filter(({ name }) => name === 'tag').map(({ payload }) => payload)).toContainEqual(
        expect.objectContaining({ action: 'delete', tagId: id }),
      ),
    )
  })
})

describe('lists of tags', () => {
  test('come in pages of 20, and the search ignores accents', async () => {
    const boss = await (await world.company()).admin()
    for (let nth = 10; nth < 35; nth += 1) await tag(`Etiqueta ${nth}`, 0, boss)
    await tag('Atenção', 0, boss)
    await tag('Faixa', 1, boss)

    const first = (await boss.get('/tags?searchParam=&offset=0&kanban=0')).body
    const second = (await boss.get('/tags?offset=20')).body

    expect(first).toMatchObject({ count: 26, hasMore: true })
    expect(first.tags[0].name).toBe('Atenção')
    expect(second).toMatchObject({ count: 26, hasMore: false })
    expect(second.tags).toHaveLength(6)
    expect((await boss.get('/tags?searchParam=ATENCAO')).body.tags).toHaveLength(1)
    expect((await boss.get('/tags/list?kanban=1')).body.map(({ name }: { name: string }) => name)).toEqual(['Faixa'])
    expect((await boss.get('/tags/list')).body).toHaveLength(27)
    for (const search of ['%', '_', '\\', "'; --"]) {
      expect(await boss.get(`/tags?searchParam=${encodeURIComponent(search)}`)).toMatchObject({
        status: 200,
        body: { tags: [], count: 0 },
      })
    }
  })
})

describe('setting tags', () => {
  test('of a contact replaces the previous ones, counts them and is announced', async () => {
    const { id: contactId } = await contact()
    const [one, two, three] = [await tag('Um e um'), await tag('Dois'), await tag('Três e três')]
    await ana.post('/tags/sync', { contactId, ticketId: null, tags: [one, two] })
    const near = await ana.listen()

    const answer = await ana.post('/tags/sync', { contactId, tags: [two, three] })

    const names = ({ tags }: { tags: { name: string }[] }) => tags.map(({ name }) => name)
    expect(names({ tags: answer.body })).toEqual(['Dois', 'Três e três'])
    expect(names((await ana.get(`/contacts/${contactId}`)).body)).toEqual(['Dois', 'Três e três'])
    expect((await ana.get(`/tags/${one.id}`)).body.contactsCount).toBe('0')
    expect((await ana.get(`/tags/${two.id}`)).body.contactsCount).toBe('1')
    expect((await ana.get(`/contactTags/${contactId}`)).body).toEqual({ tags: true })
    await eventually(() =>
      expect(near.of('contact').at(-1)?.payload).toMatchObject({
        action: 'update',
        contact: { id: contactId, tags: [{ id: two.id }, { id: three.id }] },
      }),
    )

    await ana.post('/tags/sync', { contactId, tags: [] })
    expect((await ana.get(`/contactTags/${contactId}`)).body).toEqual({ tags: false })
  })

  test('of a ticket puts lanes on the ticket and the rest on its contact', async () => {
    const { id: ticketId, contactId } = await waitingTicket()
    const [label, lane] = [await tag('Rótulo'), await tag('Negociação', 1)]

    const answer = await admin.post('/tags/sync', { contactId, ticketId, tags: [label, lane] })

    expect(answer.status).toBe(200)
    const ticket = (await admin.get(`/tickets/${ticketId}`)).body
    expect(ticket.tags).toEqual([{ id: lane.id, name: 'Negociação', color: '#123456', kanban: 1 }])
    expect(ticket.contact.tags).toEqual([{ id: label.id, name: 'Rótulo', color: '#123456', kanban: 0 }])
    expect((await admin.get(`/tags/${lane.id}`)).body.ticketsCount).toBe('1')
  })
})

describe('an attacker', () => {
  test('from another company finds neither tag nor contact nor ticket', async () => {
    const stranger = await other.admin()
    const { id: contactId } = await contact()
    const own = await tag('Nossa marca')
    const theirs = await tag('Marca deles', 0, stranger)
    const theirContact = await contact(stranger)

    expect((await stranger.get(`/tags/${own.id}`)).status).toBe(404)
    expect((await stranger.put(`/tags/${own.id}`, { name: 'Tomada' })).status).toBe(404)
    expect((await stranger.delete(`/tags/${own.id}`)).status).toBe(404)
    expect(await admin.post('/tags/sync', { contactId, tags: [own, theirs] })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_TAG_FOUND' },
    })
    expect(await admin.post('/tags/sync', { contactId: theirContact.id, tags: [own] })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_CONTACT_FOUND' },
    })
    expect((await admin.get(`/contacts/${contactId}`)).body.tags).toEqual([])
    expect((await stranger.get(`/contacts/${theirContact.id}`)).body.tags).toEqual([])
  })

  test('with a ticket of another queue finds none, and no tag is set', async () => {
    const queue = await company.queue()
    const { id: ticketId, contactId } = await waitingTicket([queue])
    const lane = await tag('Fechamento', 1)

    const answer = await ana.post('/tags/sync', { contactId, ticketId, tags: [lane] })

    expect(answer).toMatchObject({ status: 404, body: { error: 'ERR_NO_TICKET_FOUND' } })
    expect((await admin.get(`/tickets/${ticketId}`)).body.tags).toEqual([])
  })

  test('with a ticket of another contact finds none', async () => {
    const { id: ticketId } = await waitingTicket()
    const { id: contactId } = await contact()

    expect(await admin.post('/tags/sync', { contactId, ticketId, tags: [] })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_TICKET_FOUND' },
    })
  })

  test('without the role can create tags but neither change nor remove them', async () => {
    const { id } = await tag('Da casa')

    expect((await ana.put(`/tags/${id}`, { name: 'Minha' })).status).toBe(403)
    expect((await ana.delete(`/tags/${id}`)).status).toBe(403)
    expect((await world.anonymous.get('/tags')).status).toBe(401)
  })

  test.each([
    ['a short name', { name: 'ab' }],
    ['an invalid colour', { name: 'Boa', color: 'blue' }],
    ['an unknown kind', { name: 'Boa', kanban: 2 }],
    ['a name of a megabyte', { name: 'x'.repeat(1_000_000) }],
  ])('with %s is refused', async (_, body) => {
    expect(await admin.post('/tags', body)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  })

  test.each([['offset=-1'], ['offset=1e99'], ['kanban=7'], ['searchParam=a&searchParam=b']])(
    'with ?%s is refused',
    async (query) => {
      expect((await admin.get(`/tags?${query}`)).status).toBe(400)
    },
  )
})
