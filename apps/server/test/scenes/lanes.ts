import { afterAll, beforeAll, beforeEach } from 'vitest'
import { said, someNumber } from '../inbound.ts'
import { type Company, type Person, type TestConnection, type World, createWorld } from '#test/world'

export interface Named {
  id: number
  name: string
}
export interface Card {
  id: number
  tags: { id: number }[]
  contact: { name: string; number: string; email: string }
}

/** A company for each test of the file, whose customers write to sales, for tests of the kanban. */
export function lanesOfFile() {
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
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    company = await world.company()
    ;[sales, support] = [await company.queue('Vendas'), await company.queue('Suporte')]
    connection = await company.connection({ queues: [sales] })
    admin = await company.admin()
    ana = await company.attendant({ queues: [sales], name: 'Ana' })
    bia = await company.attendant({ queues: [support], name: 'Bia' })
  })

  const lane = async (name: string, of = admin): Promise<Named> => (await of.post('/tags', { name, kanban: 1 })).body

  /** A customer writes; by default to sales. */
  async function customer(name: string, on = connection): Promise<number> {
    await on.receive(said(someNumber(), 'Quero um sofá', { name }))
    const [{ id }] = await company.sql(
      'select id::int from tickets where company_id = $1 and connection_id = $2 order by id desc limit 1',
      [company.id, on.id],
    )
    return id
  }

  /** Waiting tickets of sales, without their messages. */
  async function manyTickets(count: number): Promise<void> {
    await company.sql(
      `with made as (
         insert into contacts (company_id, name) select $1, 'Cliente ' || n from generate_series(1, $4::int) n returning id),
       talks as (
         insert into conversations (company_id, contact_id, connection_id) select $1, id, $2 from made returning id, contact_id)
       insert into tickets (company_id, conversation_id, contact_id, connection_id, status, queue_id)
       select $1, id, contact_id, $2, 'pending', $3 from talks`,
      [company.id, connection.id, sales.id, count],
    )
  }

  return {
    /** For `beforeEach`. */
    get made() {
      return { world, company, sales, support, connection, admin, ana, bia }
    },
    lane,
    customer,
    manyTickets,
  }
}

export const cardsOf = async (person: Person, laneId = 0, query = ''): Promise<Card[]> =>
  (await person.get(`/ticket/kanban/cards?lane=${laneId}${query}`)).body.cards

export const idsOf = async (person: Person, laneId = 0, query = '') =>
  (await cardsOf(person, laneId, query)).map(({ id }) => id)

export const move = (person: Person, ticketId: number, tagId: number | null, belowId: number | null = null) =>
  person.put(`/ticket/kanban/${ticketId}`, { tagId, belowId })
