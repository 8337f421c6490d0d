import { said, someNumber } from './inbound.ts'
import { type Company, type Person, type TestConnection, type World, type WorldOptions, createWorld } from '#test/world'

/** An attendant who serves a queue over the test network, for tests of what is sent. */
export interface Desk {
  world: World
  company: Company
  queue: { id: number }
  attendant: Person
  /** A connection of the queue. */
  connection(): Promise<TestConnection>
  /** A ticket of a customer who has just written, accepted by the attendant. */
  openTicket(connection: TestConnection, number?: string): Promise<number>
  write(ticket: number, body: string): Promise<{ id: number; wid: string }>
  /** The texts that were tried to send, and those that the network took, since its records were emptied. */
  tried(): string[]
  arrived(): string[]
}

export async function createDesk(options: WorldOptions = {}): Promise<Desk> {
  const world = await createWorld(options)
  const company = await world.company()
  const queue = await company.queue()
  const attendant = await company.attendant({ queues: [queue] })
  return {
    world,
    company,
    queue,
    attendant,
    connection: () => company.connection({ queues: [queue] }),
    openTicket: async (connection, number = someNumber()) => {
      await connection.receive(said(number, 'Olá'))
      const [{ id }] = await company.sql(
        'select id::int from tickets where connection_id = $1 order by id desc limit 1',
        [connection.id],
      )
      await attendant.put(`/tickets/${id}`, { status: 'open', userId: attendant.id })
      return id
    },
    write: async (ticket, body) => (await attendant.post(`/messages/${ticket}`, { body })).body,
    tried: () => textsOf(world.network.tries),
    arrived: () => textsOf(world.network.arrived),
  }
}

const textsOf = (sends: World['network']['tries']) =>
  sends.filter(({ action }) => action === 'send').map(({ body }) => body)
