import { limits } from '@guiche/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Card, type Named, cardsOf, lanesOfFile } from '#test/scenes/lanes'
import type { Company, Person } from '#test/world'

let company: Company
let sales: Named
let support: Named
let admin: Person
/** Of sales. */
let ana: Person
const board = lanesOfFile()
const { lane, customer, manyTickets } = board
beforeEach(() => {
  ;({ company, sales, support, admin, ana } = board.made)
})

describe('the calls of existing clients', () => {
  test('take queues as JSON, also with the nulls that some clients send', async () => {
    const id = await customer('Rita')

    for (const [queueIds, expected] of [
      [`[${sales.id}]`, [id]],
      [`[${sales.id},null]`, [id]],
      ['[null]', []],
      ['[]', []],
      [`[${support.id}]`, []],
    ] as const) {
      const { body } = await admin.get(`/ticket/kanban?queueIds=${queueIds}&teste=true`)
      expect({ queueIds, ids: body.tickets.map((ticket: Card) => ticket.id) }).toEqual({ queueIds, ids: expected })
    }
    for (const queueIds of ['abc', '[1', '{"a":1}', '["x"]'])
      expect((await admin.get(`/ticket/kanban?queueIds=${encodeURIComponent(queueIds)}`)).status).toBe(400)
  })

  test('drag a card: delete, then put, and lane0 for the lane without a tag', async () => {
    const [budget, done] = [await lane('Orçamento'), await lane('Entregue')]
    const id = await customer('Rita')
    const drag = async (to: number | string) => {
      expect((await ana.delete(`/ticket-tags/${id}`)).status).toBe(200)
      return ana.put(`/ticket-tags/${id}/${to}`)
    }
    const tagsOf = async () => (await ana.get(`/tickets/${id}`)).body.tags.map((tag: Named) => tag.id)

    expect(await drag(budget.id)).toMatchObject({ status: 201, body: { ticketId: id, tagId: budget.id } })
    expect(await tagsOf()).toEqual([budget.id])
    await drag(done.id)
    expect(await tagsOf()).toEqual([done.id])
    expect(await drag('lane0')).toMatchObject({ status: 201, body: { ticketId: id, tagId: null } })
    expect(await tagsOf()).toEqual([])
    // Twice is like once.
    await drag(budget.id)
    expect((await ana.put(`/ticket-tags/${id}/${budget.id}`)).status).toBe(201)
    expect(await tagsOf()).toEqual([budget.id])
  })

  test('take off kanban tags only', async () => {
    const [budget, label] = [await lane('Orçamento'), (await admin.post('/tags', { name: 'Da campanha' })).body]
    const id = await customer('Rita')
    await ana.put(`/ticket-tags/${id}/${budget.id}`)
    // As a campaign does for the ticket that an answer opens.
    await company.sql('insert into ticket_tags (company_id, ticket_id, tag_id) values ($1, $2, $3)', [
      company.id,
      id,
      label.id,
    ])

    await ana.delete(`/ticket-tags/${id}`)

    expect((await ana.get(`/tickets/${id}`)).body.tags).toMatchObject([{ id: label.id }])
    expect(await cardsOf(ana)).toMatchObject([{ id, tags: [] }])
  })

  test('are all answered also beyond 40 tickets', async () => {
    await manyTickets(limits.ticketsPerPage + 5)

    const { tickets, count, hasMore } = (await admin.get('/ticket/kanban?teste=true')).body

    expect({ shown: tickets.length, count, hasMore }).toEqual({ shown: 45, count: 45, hasMore: false })
  })
})
