import { said, someNumber } from '#test/inbound'
import { type Company, type Person, type TestConnection, type World, eventually } from '#test/world'

export interface Talk {
  company: Company
  admin: Person
  queue: { id: number; name: string }
  connection: TestConnection
  number: string
  say(...bodies: string[]): Promise<void>
  ticket(): Promise<Record<string, unknown> & { id: number }>
  /** What was said to the customer. */
  heard(): Promise<string[]>
  /** Notes for people. */
  notes(): Promise<string[]>
  exchanges(): Promise<{ state: string; reason: string | null; attempt: number }[]>
}

/** What the queue has, by id. */
export interface Attached {
  integration?: number
  prompt?: number
}

/** A customer of a connection whose only queue has this service. */
export async function openTalk(world: World, attached: Attached = { integration: 7 }, of?: Company): Promise<Talk> {
  const company = of ?? (await world.company())
  const queue = await company.queue()
  if (attached.integration)
    await company.sql(
      "insert into queue_integrations (company_id, id, type, name) values ($1, $2, 'webhook', $3) on conflict do nothing",
      [company.id, attached.integration, `Serviço ${attached.integration}`],
    )
  if (attached.prompt)
    await company.sql(
      `insert into prompts (company_id, id, name, prompt, max_messages, max_tokens, temperature, queue_id)
       values ($1, $2, $3, 'Atenda', 10, 100, 1, $4) on conflict do nothing`,
      [company.id, attached.prompt, `Serviço ${attached.prompt}`, queue.id],
    )
  await company.sql('update queues set integration_id = $2, prompt_id = $3 where id = $1', [
    queue.id,
    attached.integration ?? null,
    attached.prompt ?? null,
  ])
  // After that, because what a message has read of the queues of the company is remembered for a second.
  const connection = await company.connection({ queues: [queue] })
  const number = someNumber()
  const messages = async (which: string) =>
    (
      await company.sql(
        `select body from messages where connection_id = $1 and origin = 'bot' and ${which} order by id`,
        [connection.id],
      )
    ).map(({ body }) => body)
  return {
    company,
    admin: await company.admin(),
    queue,
    connection,
    number,
    say: (...bodies) => connection.receive(...bodies.map((body) => said(number, body))),
    ticket: async () =>
      (
        await company.sql(
          `select id::int, status, queue_id::int, user_id::int, bot from tickets where connection_id = $1 order by id desc limit 1`,
          [connection.id],
        )
      )[0],
    heard: () => messages('not is_private'),
    notes: () => messages('is_private'),
    exchanges: () =>
      company.sql(
        `select e.state, e.reason, e.attempt from exchanges e join tickets t on t.id = e.ticket_id
         where t.connection_id = $1 order by e.id`,
        [connection.id],
      ),
  }
}

/** Another bot answers at once, again and again, until nobody answers it. How many messages it got each time. */
export async function talkOn(talk: Talk): Promise<number[]> {
  const counts: number[] = []
  for (let turn = 0; turn < 30; turn += 1) {
    const before = (await talk.heard()).length
    await talk.say(`Sou um robô ${turn}`)
    await talk.company.sql("update exchanges set due_at = now() where company_id = $1 and state = 'due'", [
      talk.company.id,
    ])
    const ended = await settled(talk)
    counts.push((await talk.heard()).length - before)
    if (ended.at(-1)?.state !== 'answered') break
  }
  return counts
}

/** Waits until there are exchanges, and nothing is under way. */
export const settled = (talk: Talk) =>
  eventually(async () => {
    const all = await talk.exchanges()
    const isOver = all.every(({ state }) => state !== 'due' && state !== 'asking')
    if (all.length === 0 || !isOver) throw new Error(`exchanges: ${all.map(({ state }) => state).join()}`)
    return all
  })
