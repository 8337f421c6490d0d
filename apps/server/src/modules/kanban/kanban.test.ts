import { beforeEach, describe, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { type Named, cardsOf, idsOf, lanesOfFile, move } from '#test/scenes/lanes'
import { type Company, type Person, type TestConnection, type World, eventually } from '#test/world'

let world: World
let company: Company
let sales: Named
let support: Named
let connection: TestConnection
let admin: Person
/** Of sales. */
let ana: Person
/** Of support. */
let bia: Person
const board = lanesOfFile()
const { lane, customer } = board
beforeEach(() => {
  ;({ world, company, sales, support, connection, admin, ana, bia } = board.made)
})

const countsOf = async (person: Person, query = '') =>
  (await person.get(`/ticket/kanban/lanes${query}`)).body.map(({ count }: { count: number }) => count)

describe('the calls of existing clients', () => {
  test('list the lanes by their ids, and no tags of contacts', async () => {
    const [last, first] = [await lane('Zeta'), await lane('Alfa')]
    await admin.post('/tags', { name: 'Cliente' })

    const { lista } = (await ana.get('/tags/kanban')).body

    expect(lista).toMatchObject([
      { id: last.id, name: 'Zeta', kanban: 1, ticketsCount: '0' },
      { id: first.id, name: 'Alfa' },
    ])
  })

  test('list the tickets that wait or are served, with contact, tags and last message', async () => {
    const [waiting, served, closed] = [await customer('Rita'), await customer('Ivo'), await customer('Zeca')]
    await ana.put(`/tickets/${served}`, { status: 'open', userId: ana.id })
    await ana.put(`/tickets/${closed}`, { status: 'open', userId: ana.id })
    await ana.put(`/tickets/${closed}`, { status: 'closed', sendFarewellMessage: false })

    const answer = await ana.get(`/ticket/kanban?queueIds=[${sales.id}]&teste=true`)

    expect(answer).toMatchObject({ status: 200, body: { count: 2, hasMore: false } })
    expect(answer.body.tickets).toMatchObject([
      { id: served, tags: [], userId: ana.id, status: 'open' },
      {
        id: waiting,
        uuid: expect.any(String),
        tags: [],
        lastMessage: 'Quero um sofá',
        contact: { name: 'Rita', number: expect.stringMatching(/^55\d+$/), email: '' },
      },
    ])
  })
})

describe('the lanes', () => {
  test('count their cards, and first come those without a lane', async () => {
    const [budget, done] = [await lane('Orçamento'), await lane('Entregue')]
    const [one, two] = [await customer('Rita'), await customer('Ivo'), await customer('Zeca')]
    await move(ana, one, budget.id)
    await move(ana, two, budget.id)

    const lanes = (await ana.get('/ticket/kanban/lanes')).body

    expect(lanes).toMatchObject([
      { tag: null, count: 1 },
      { tag: { id: budget.id, name: 'Orçamento' }, count: 2 },
      { tag: { id: done.id }, count: 0 },
    ])
    expect(await idsOf(ana, budget.id)).toEqual([two, one])
  })

  test('show a ticket that has two of their tags in both', async () => {
    const [budget, done] = [await lane('Orçamento'), await lane('Entregue')]
    const id = await customer('Rita')
    const { contactId } = (await admin.get(`/tickets/${id}`)).body
    await admin.post('/tags/sync', { contactId, ticketId: id, tags: [budget, done] })

    expect([await idsOf(ana, budget.id), await idsOf(ana, done.id), await idsOf(ana)]).toEqual([[id], [id], []])
    await move(ana, id, done.id)
    expect([await idsOf(ana, budget.id), await idsOf(ana, done.id)]).toEqual([[], [id]])
  })

  test('are found by contact, number and ticket, and chosen by queue', async () => {
    const [rita, ivo] = [await customer('Rita Ávila'), await customer('Ivo')]
    const [{ phone }] = await company.sql(
      'select c.phone from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id where t.id = $1',
      [ivo],
    )
    const found = (text: string) => idsOf(admin, 0, `&searchParam=${encodeURIComponent(text)}`)

    expect(await found('avila')).toEqual([rita])
    expect(await found(phone)).toEqual([ivo])
    expect(await found(`#${rita}`)).toContain(rita)
    expect(await countsOf(admin, '?searchParam=avila')).toEqual([1])
    for (const text of ['%', '_', "'; drop table tickets; --", '\\']) expect(await found(text)).toEqual([])
    expect(await idsOf(admin, 0, `&queueIds=[${support.id}]`)).toEqual([])
    expect(await countsOf(admin, `?queueIds=[${sales.id}]`)).toEqual([2])
  })
})

describe('the order of cards', () => {
  test('is that in which they were put down, and messages do not change it', async () => {
    const budget = await lane('Orçamento')
    const ids = [await customer('Um'), await customer('Dois'), await customer('Três'), await customer('Quatro')]
    const [one = 0, two = 0, three = 0, four = 0] = ids
    expect(await idsOf(ana)).toEqual([four, three, two, one])

    await move(ana, one, null, four)
    expect(await idsOf(ana)).toEqual([four, one, three, two])
    for (const id of [one, two, three]) await move(ana, id, budget.id)
    await move(ana, four, budget.id, two)
    await move(ana, three, budget.id, one)
    expect(await idsOf(ana, budget.id)).toEqual([two, four, one, three])

    await ana.put(`/tickets/${three}`, { status: 'open', userId: ana.id })
    await ana.post(`/messages/${three}`, { body: 'Bom dia' })
    expect(await idsOf(ana, budget.id)).toEqual([two, four, one, three])
  })

  test('puts a card at the top if the one above it has left the lane', async () => {
    const budget = await lane('Orçamento')
    const [gone, moved] = [await customer('Um'), await customer('Dois')]

    expect(await move(ana, moved, budget.id, gone)).toMatchObject({ status: 200, body: { id: moved } })
    expect(await idsOf(ana, budget.id)).toEqual([moved])
  })
})

describe('closing a ticket', () => {
  test('takes it off the board and its kanban tags off, and it gets none afterwards', async () => {
    const budget = await lane('Orçamento')
    const id = await customer('Rita')
    await move(ana, id, budget.id)
    await ana.put(`/tickets/${id}`, { status: 'open', userId: ana.id })
    const { contactId } = (await ana.put(`/tickets/${id}`, { status: 'closed', sendFarewellMessage: false })).body

    expect((await admin.get(`/tickets/${id}`)).body.tags).toEqual([])
    expect(await countsOf(ana)).toEqual([0, 0])
    expect((await ana.post('/tags/sync', { contactId, ticketId: id, tags: [budget] })).status).toBe(200)
    expect((await admin.get(`/tickets/${id}`)).body.tags).toEqual([])
    for (const answer of [
      await move(ana, id, budget.id),
      await ana.put(`/ticket-tags/${id}/${budget.id}`),
      await ana.delete(`/ticket-tags/${id}`),
    ])
      expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_TICKET_NOT_ON_BOARD' } })
    expect(await company.sql('select from kanban_places where company_id = $1', [company.id])).toEqual([])
  })
})

describe('live', () => {
  test('a move is told to everybody who sees the card, and to nobody else', async () => {
    const budget = await lane('Orçamento')
    const id = await customer('Rita')
    const lists = { lists: ['open', 'pending'] as const }
    const stranger = await (await world.company()).admin()
    const [near, far, outside] = [
      await admin.listen({ lists: [...lists.lists] }),
      await bia.listen({ lists: [...lists.lists] }),
      await stranger.listen({ lists: [...lists.lists] }),
    ]

    const { place } = (await move(ana, id, budget.id)).body

    await eventually(() => {
      expect(near.of('kanban').map(({ payload }) => payload)).toMatchObject([{ action: 'place', ticketId: id, place }])
      expect(near.of('ticket').at(-1)?.payload).toMatchObject({
        action: 'update',
        ticket: { id, tags: [{ id: budget.id }] },
      })
    })
    await world.app.deps.publisher.idle()
    for (const { events } of [far, outside]) expect(JSON.stringify(events)).not.toContain(`"ticketId":${id},`)
    expect(JSON.stringify((await bia.get('/events?after=0')).body)).not.toContain(`"ticketId":${id},`)
  })
})

describe('an attacker', () => {
  test('of another queue neither sees nor moves a card', async () => {
    const budget = await lane('Orçamento')
    const id = await customer('Rita')

    expect((await bia.get('/ticket/kanban?teste=true')).body.tickets).toEqual([])
    expect((await bia.get(`/ticket/kanban?queueIds=[${sales.id}]`)).body.tickets).toEqual([])
    expect(await countsOf(bia, `?queueIds=[${sales.id}]`)).toEqual([0, 0])
    for (const answer of [
      await move(bia, id, budget.id),
      await bia.put(`/ticket-tags/${id}/${budget.id}`),
      await bia.put(`/ticket-tags/${id}/lane0`),
      await bia.delete(`/ticket-tags/${id}`),
    ])
      expect(answer).toMatchObject({ status: 404, body: { error: 'ERR_NO_TICKET_FOUND' } })
    expect((await admin.get(`/tickets/${id}`)).body.tags).toEqual([])
  })

  test('does not see on the board what a colleague serves, but a manager does', async () => {
    const id = await customer('Rita')
    await ana.put(`/tickets/${id}`, { status: 'open', userId: ana.id })
    const carla = await company.attendant({ queues: [sales] })

    expect(await idsOf(carla)).toEqual([])
    expect(await idsOf(await company.supervisor())).toEqual([id])
    expect(await idsOf(ana)).toEqual([id])
  })

  test('of another company finds neither ticket nor lane, and brings in none of theirs', async () => {
    const budget = await lane('Orçamento')
    const id = await customer('Rita')
    const stranger = await (await world.company()).admin()
    const theirs = await lane('Deles', stranger)

    expect(await move(stranger, id, theirs.id)).toMatchObject({ status: 404, body: { error: 'ERR_NO_TICKET_FOUND' } })
    expect((await stranger.delete(`/ticket-tags/${id}`)).status).toBe(404)
    expect(await cardsOf(stranger, budget.id)).toEqual([])
    expect((await stranger.get('/tags/kanban')).body.lista).toMatchObject([{ id: theirs.id }])
    for (const answer of [await move(ana, id, theirs.id), await ana.put(`/ticket-tags/${id}/${theirs.id}`)])
      expect(answer).toMatchObject({ status: 404, body: { error: 'ERR_NO_TAG_FOUND' } })
    expect((await admin.get(`/tickets/${id}`)).body.tags).toEqual([])
  })

  test('cannot use a tag of contacts as a lane', async () => {
    const label = (await admin.post('/tags', { name: 'Cliente' })).body
    const id = await customer('Rita')

    for (const answer of [await move(ana, id, label.id), await ana.put(`/ticket-tags/${id}/${label.id}`)])
      expect(answer).toMatchObject({ status: 404, body: { error: 'ERR_NO_TAG_FOUND' } })
  })

  test('for whom numbers are masked reads none, and finds none by its digits', async () => {
    const number = someNumber()
    await connection.receive(said(number, 'Oi', { name: number }))
    await company.setting('lgpdHideNumber', 'enabled')

    const board = (await ana.get('/ticket/kanban?teste=true')).body
    expect(board.tickets).toHaveLength(1)
    expect(JSON.stringify(board)).not.toContain(number)
    for (const digits of [number, number.slice(4), number.slice(4, 7)])
      expect(await idsOf(ana, 0, `&searchParam=${digits}`)).toEqual([])
    expect(await idsOf(admin, 0, `&searchParam=${number.slice(4)}`)).toHaveLength(1)
  })
})
