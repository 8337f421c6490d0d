import { someNumber } from '../inbound.ts'
import type { Company, Person, TestConnection, World } from '#test/world'

export interface Shop {
  company: Company
  admin: Person
  connection: TestConnection
  queue: { id: number }
  ana: Person
}

/** A company with a default connection. */
export async function shopIn(world: World): Promise<Shop> {
  const company = await world.company()
  const queue = await company.queue()
  const connection = await company.connection({ queues: [queue] })
  await company.sql('update connections set is_default = true where id = $1', [connection.id])
  const ana = await company.attendant({ queues: [queue], name: 'Ana Prado' })
  return { company, admin: await company.admin(), connection, queue, ana }
}

export async function newContact({ admin }: Shop, name = 'Mariana Lopes'): Promise<{ id: number; number: string }> {
  const number = someNumber()
  const { status, body } = await admin.post('/contacts', { name, number })
  if (status !== 200) throw new Error(`no contact: ${JSON.stringify(body)}`)
  return { id: body.id, number }
}
