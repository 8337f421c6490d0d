import { expect } from 'vitest'
import { addNext } from '../../src/modules/schedules/due.repository.ts'
import { someNumber } from '../inbound.ts'
import { type Company, type Person, type TestConnection, type World, eventually } from '#test/world'

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

/** A scheduled message whose time comes `ago` before now, as after an outage. */
export async function due({ company }: Shop, person: Person, body: object, ago = '1 minute'): Promise<number> {
  const answer = await person.post('/schedules', { body: 'Sua hora é amanhã', sendAt: '2031-03-10T09:00', ...body })
  if (answer.status !== 200) throw new Error(`not scheduled: ${JSON.stringify(answer.body)}`)
  await company.sql(
    'update schedules set send_at = now() - $2::interval, recurs_from = now() - $2::interval where id = $1',
    [answer.body.id, ago],
  )
  return answer.body.id
}

/** The message once it has been sent, or has failed. */
export const sent = (person: Person, id: number) => inState(person, id, 'ENVIADA')
export const failed = (person: Person, id: number) => inState(person, id, 'ERRO')

const inState = (person: Person, id: number, status: string) =>
  eventually(async () => {
    const { body } = await person.get(`/schedules/${id}`)
    expect(body.status).toBe(status)
    return body
  })

export const arrivedOn = (world: World, connectionId: number) =>
  world.network.arrived.filter((one) => one.connectionId === connectionId && one.action === 'send')

/** The local time of the next one, when the first was at the local time `from`, and this one is at `sendAt`. */
export async function nextOf(
  world: World,
  recurrence: string,
  from: string,
  sendAt: string,
  recursUntil: string | null = null,
): Promise<string | undefined> {
  const place = await shopIn(world)
  const { ana, company } = place
  const contact = await newContact(place)
  const schedule = { body: 'Lembrete', contactId: contact.id, sendAt, recurrence, recursUntil }
  const { id } = (await ana.post('/schedules', schedule)).body
  await company.sql("update schedules set recurs_from = $2::timestamp at time zone 'America/Sao_Paulo' where id = $1", [
    id,
    from,
  ])
  const next = await world.app.deps.units.run({ kind: 'system', companyId: company.id }, (ctx) => addNext(ctx, id))
  if (next === undefined) return undefined
  const [row] = await company.sql(
    "select to_char(send_at at time zone 'America/Sao_Paulo', 'YYYY-MM-DD HH24:MI') as at from schedules where id = $1",
    [next],
  )
  return row.at
}
