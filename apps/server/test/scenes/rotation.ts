import { afterAll, beforeAll, expect } from 'vitest'
import { said, someNumber } from '../inbound.ts'
import { type Company, type Person, type TestConnection, type World, createWorld, eventually } from '#test/world'

interface Desk {
  queue: { id: number }
  connection: TestConnection
  /** A new customer writes; returns the ticket. */
  customer: (number?: string) => Promise<number>
}

/** What customers are told when somebody gets their ticket. */
export const searching = '*Assistente Virtual*: Aguarde enquanto localizamos um atendente...'

/** A company with queues that assign their tickets in turn, for the tests of a file. */
export function rotationOfFile() {
  let world: World
  let company: Company
  let admin: Person
  beforeAll(async () => {
    world = await createWorld()
    company = await world.company()
    admin = await company.admin()
    world.network.answer(() => ({ status: 'sent' }))
  })
  afterAll(() => world.close())

  async function rotatingQueue(change: object = {}): Promise<Desk> {
    const queue = await company.queue()
    const saved = await admin.put(`/queue/${queue.id}`, { ativarRoteador: true, tempoRoteador: 5, ...change })
    expect(saved).toMatchObject({ status: 201 })
    const connection = await company.connection({ queues: [queue] })
    return {
      queue,
      connection,
      customer: async (number = someNumber()) => {
        await connection.receive(said(number, 'Olá'))
        const [{ id }] = await company.sql(
          'select id::int from tickets where connection_id = $1 order by id desc limit 1',
          [connection.id],
        )
        return id
      },
    }
  }

  /** A member who uses the application. */
  async function member(queue: { id: number }): Promise<Person> {
    const person = await company.attendant({ queues: [queue] })
    await come(person)
    return person
  }

  const come = async (person: Person) => expect(await person.get('/queue')).toMatchObject({ status: 200 })

  const leave = async (person: Person) => expect((await person.delete('/auth/logout')).status).toBeLessThan(300)

  const ticketOf = async (id: number) => (await admin.get(`/tickets/${id}`)).body

  const isAssigned = (id: number, person: Person) =>
    eventually(async () => expect(await ticketOf(id)).toMatchObject({ status: 'open', userId: person.id }))

  const bodiesOf = async (id: number): Promise<string[]> =>
    (await company.sql('select body from messages where ticket_id = $1 order by id', [id])).map(({ body }) => body)

  const logOf = async (id: number) =>
    company.sql(
      `select kind, user_id::int, detail from ticket_log where ticket_id = $1 and kind not in ('access', 'create', 'queue', 'botSilent', 'moved') order by id`,
      [id],
    )

  const timersOf = (id: number) =>
    company.sql(
      `select kind, round(extract(epoch from due_at - now()) / 60)::int as minutes from ticket_timers where ticket_id = $1 and kind = 'rotation'`,
      [id],
    )

  /** Turns the clock for what the timer knows, and for how long the customer waits. */
  const letPass = (id: number, minutes: number) =>
    company.sql(
      `with earlier as (update tickets set waiting_since = waiting_since - make_interval(mins => $2) where id = $1)
       update ticket_timers set due_at = due_at - make_interval(mins => $2) where ticket_id = $1 and kind = 'rotation'`,
      [id, minutes],
    )

  return {
    get world() {
      return world
    },
    get company() {
      return company
    },
    get admin() {
      return admin
    },
    rotatingQueue,
    member,
    come,
    leave,
    ticketOf,
    isAssigned,
    bodiesOf,
    logOf,
    timersOf,
    letPass,
  }
}
