import { afterAll, beforeAll, expect } from 'vitest'
import { type Desk, createDesk } from '../desk.ts'
import { type Listener, type Person, type TestConnection, eventually } from '#test/world'

/** Attendants who ask for changes that can be undone, for the tests of a file. */
export function changesOfFile() {
  let desk: Desk
  let bia: Person
  beforeAll(async () => {
    desk = await createDesk()
    bia = await desk.company.attendant({ queues: [desk.queue], name: 'Bia Costa' })
    desk.world.network.answer(() => ({ status: 'sent' }))
  })
  afterAll(() => desk.world.close())

  let numbers = 62_000_000
  const newNumber = () => `55119${(numbers += 1)}`

  async function openTicket(settings = {}): Promise<{ id: number; connection: TestConnection; number: string }> {
    const connection = await desk.company.connection({ queues: [desk.queue], settings })
    const number = newNumber()
    return { id: await desk.openTicket(connection, number), connection, number }
  }

  const ticketOf = async (id: number) => (await (await desk.company.admin()).get(`/tickets/${id}`)).body

  const bodiesOf = async (ticketId: number): Promise<string[]> => {
    const rows = await desk.company.sql(
      'select body from messages where company_id = $1 and ticket_id = $2 order by id',
      [desk.company.id, ticketId],
    )
    return rows.map(({ body }) => body)
  }

  /** The time to undo has passed. */
  const letPass = (id: number) =>
    desk.company.sql("update pending_changes set due_at = now() - interval '1 second' where id = $1", [id])

  const isGone = (id: number) =>
    eventually(async () =>
      expect(await desk.company.sql('select 1 from pending_changes where id = $1', [id])).toEqual([]),
    )

  /** Lets the time pass and returns how it ended for its author. */
  async function ended(person: Person, id: number): Promise<{ outcome: string; reason: string | null }> {
    const listener = await person.listen()
    await letPass(id)
    return eventually(() => {
      const [end] = endsHeard(listener, id)
      if (!end) throw new Error('it has not ended yet')
      return end
    })
  }

  return {
    /** For `beforeAll`. */
    get started() {
      return { desk, world: desk.world, company: desk.company, ana: desk.attendant, bia }
    },
    newNumber,
    openTicket,
    ticketOf,
    bodiesOf,
    letPass,
    isGone,
    ended,
  }
}

export const ask = (person: Person, ticketId: number, body: object) =>
  person.post(`/pending-changes/tickets/${ticketId}`, body)

export const undo = (person: Person, id: number) => person.delete(`/pending-changes/${id}`)

/** Asks for a change that is not refused. */
export async function asked(person: Person, ticketId: number, body: object): Promise<number> {
  const answer = await ask(person, ticketId, body)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body.id
}

export const endsHeard = (listener: Listener, id: number) =>
  listener
    .of('pendingChange')
    .flatMap(({ payload }) => (payload.action === 'ended' && payload.id === id ? [payload] : []))
