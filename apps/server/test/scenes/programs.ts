import { someNumber } from '../inbound.ts'
import type { Caller, Company, Person, TestConnection, World } from '#test/world'

export interface Shop {
  company: Company
  admin: Person
  connection: TestConnection
  queue: { id: number }
  ana: Person
  token: string
  program: Caller
}

/** A company with a program that sends messages. */
export async function shopIn(world: World): Promise<Shop> {
  const company = await world.company()
  const queue = await company.queue()
  const connection = await company.connection({ queues: [queue] })
  const ana = await company.attendant({ queues: [queue], name: 'Ana Prado' })
  const token = await company.apiToken(connection)
  return { company, admin: await company.admin(), connection, queue, ana, token, program: world.program(token) }
}

export const send = ({ program }: Pick<Shop, 'program'>, body: object, headers: Record<string, string> = {}) =>
  program.post('/api/messages/send', { number: someNumber(), body: 'Seu pedido saiu', ...body }, { headers })

export const sendFiles = (
  { program }: Shop,
  fields: Record<string, string>,
  files: { name: string; type: string; data: Buffer; field?: string }[],
  headers: Record<string, string> = {},
) =>
  program.upload(
    '/api/messages/send',
    { number: someNumber(), body: '', ...fields },
    files.map((file) => ({ field: 'medias', ...file })),
    { headers },
  )

export const arrivedOn = (world: World, { connection }: Shop) =>
  world.network.arrived.filter((one) => one.connectionId === connection.id)

export const messagesOf = ({ company }: Shop) =>
  company.sql(
    `select m.id::int, m.body, m.signature, m.origin, m.ticket_id::int, m.media_type from messages m where m.company_id = $1 order by m.id`,
    [company.id],
  )

export const ticketsOf = ({ company }: Shop) =>
  company.sql(
    'select id::int, status, user_id::int, queue_id::int, connection_id::int from tickets where company_id = $1 order by id',
    [company.id],
  )

export const usagesOf = async ({ admin }: Shop) => (await admin.get('/api-tokens/usages')).body

/** From now on WhatsApp says this of a number when it is asked: its address, or that there is none. */
export function answerNumbers(world: World, script: (address: string) => string | null) {
  world.network.channel.ask = async (question) => script('address' in question ? question.address : '')
}
