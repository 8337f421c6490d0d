import { said, someNumber } from '#test/inbound'
import type { Company, Person, TestConnection, World } from '#test/world'

export interface Talk {
  company: Company
  admin: Person
  queue: { id: number }
  connection: TestConnection
  integration: { id: number; name: string }
  number: string
  say(body: string): Promise<void>
  /** What the customer was told. */
  heard(): Promise<string[]>
  /** What people read beside it. */
  notes(): Promise<string[]>
  ticket(): Promise<{
    id: number
    status: string
    queue_id: number | null
    user_id: number | null
    bot: Record<string, unknown>
  }>
}

/** A customer of a connection whose only queue has this integration. */
export async function openIntegrationTalk(world: World, fields: Record<string, unknown>, of?: Company): Promise<Talk> {
  const company = of ?? (await world.company())
  const admin = await company.admin()
  const queue = await company.queue()
  const connection = await company.connection({ queues: [queue] })
  const integration = await admin.post('/queueIntegration', { name: 'Robô', typebotDelayMessage: 0, ...fields })
  if (integration.status !== 200) throw new Error(`no integration: ${JSON.stringify(integration.body)}`)
  await admin.put(`/queue/${queue.id}`, { integrationId: integration.body.id })
  const number = someNumber()
  const messages = async (which: string): Promise<string[]> =>
    (
      await company.sql(
        `select body from messages where connection_id = $1 and origin = 'bot' and ${which} order by id`,
        [connection.id],
      )
    ).map(({ body }) => body)
  return {
    company,
    admin,
    queue,
    connection,
    integration: integration.body,
    number,
    say: (body) => connection.receive(said(number, body)),
    heard: () => messages('not is_private'),
    notes: () => messages('is_private'),
    ticket: async () =>
      (
        await company.sql(
          `select id::int, status, queue_id::int, user_id::int, bot from tickets where connection_id = $1 order by id desc limit 1`,
          [connection.id],
        )
      )[0],
  }
}
