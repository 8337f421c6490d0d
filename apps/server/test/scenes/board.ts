import { said, someNumber } from '../inbound.ts'
import type { Person, World } from '#test/world'

export type Counter = Awaited<ReturnType<typeof openCounter>>

/** A company whose customers are served in two queues, for tests of the board. */
export async function openCounter(world: World) {
  const company = await world.company()
  const [sales, support] = [await company.queue('Vendas'), await company.queue('Suporte')]
  const admin = await company.admin()
  const supervisor = await company.supervisor({ name: 'Sara', allowRealTime: 'enabled' })
  /** Of sales, with the right to see the board. */
  const ana = await company.attendant({ queues: [sales], name: 'Ana', allowRealTime: 'enabled' })
  /** Of support, without it. */
  const bia = await company.attendant({ queues: [support], name: 'Bia' })

  /** A customer writes to a queue, and is served by somebody or waits. */
  async function customer(name: string, queue: { id: number }, owner?: Person): Promise<number> {
    const connection = await company.connection({ queues: [queue] })
    await connection.receive(said(someNumber(), 'Olá', { name }))
    const [{ id }] = await world.sql('select id from tickets where company_id = $1 and connection_id = $2', [
      company.id,
      connection.id,
    ])
    if (owner) await owner.put(`/tickets/${id}`, { status: 'open', userId: owner.id })
    return Number(id)
  }

  return { company, sales, support, admin, supervisor, ana, bia, customer }
}

export const boardOf = async (person: Person) => (await person.get('/dashboard/moments/board')).body

export const namesOf = (part: { tickets: { contact: { name: string } }[] }) =>
  part.tickets.map(({ contact }) => contact.name)
