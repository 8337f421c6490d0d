import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { io } from 'socket.io-client'
import type { Testbed } from '../testbed.ts'
import { type Row, ms, percentile } from '../table.ts'
import { makeVisitors, write } from '../visitors.ts'

/** How many automatic messages wait when the attendant sends. */
const automatic = 1000

/** Measures how long an attendant's answer takes while automatic messages wait on the same connection. */
export async function measureTurns(testbed: Testbed): Promise<Row[]> {
  const samples = testbed.isQuick ? 10 : 40
  const customer = await openCustomer(testbed)
  const campaign = await Campaign.start(testbed)
  const alone: number[] = []
  const beside: number[] = []
  // PostgreSQL keeps the query plans that it made while nothing waited, as in a company before its campaign.
  for (let round = 0; round < samples; round += 1) alone.push(await customer.answer())
  for (let round = 0; round < samples; round += 1) {
    await campaign.fill()
    beside.push(await customer.answer())
    await campaign.untilSent()
  }
  await campaign.stop()
  customer.close()
  const [p50, p95] = [percentile(beside, 0.5), percentile(beside, 0.95)]
  return [
    {
      what: "an attendant's answer beside a thousand automatic messages, until the channel delivers it",
      ours: `p50 ${ms(p50)}, p95 ${ms(p95)}`,
      baseline: `p50 ${ms(percentile(alone, 0.5))}, p95 ${ms(percentile(alone, 0.95))}: the same with an empty outbox`,
      wanted: 'p50 < 100 ms, p95 < 200 ms',
      holds: p50 < 100 && p95 < 200,
    },
  ]
}

/**
 * A customer of the web chat, whose ticket an attendant has taken. `answer`: in ms, from the send to the customer's
 * window.
 */
async function openCustomer(testbed: Testbed) {
  const { admin, data, tokens, url } = testbed.whole
  const [visitor] = await makeVisitors(testbed.whole, 1)
  if (!visitor) throw new Error('no visitor')
  const body = `turns ${randomUUID()}`
  const written = await write(visitor, body)
  if (written.status !== 201) throw new Error(`message: ${written.status} ${written.text}`)
  const ticketId = await ticketOf(testbed, body)
  const taken = await admin.put(`/tickets/${ticketId}`, {
    status: 'open',
    userId: tokens.userId,
    queueId: data.queueId,
  })
  if (taken.status !== 200) throw new Error(`ticket: ${taken.status} ${taken.text}`)
  const socket = io(`${url}/web-chat`, {
    auth: { secret: visitor.secret },
    transports: ['websocket'],
    forceNew: true,
  })
  const heard = new Map<string, (at: number) => void>()
  socket.on('message', (message: { body: string }) => heard.get(message.body)?.(performance.now()))
  await new Promise<void>((resolve, reject) => {
    socket.on('status', () => resolve())
    socket.on('connect_error', reject)
  })
  return { answer, close: () => void socket.close() }

  async function answer(): Promise<number> {
    const said = `resposta ${randomUUID()}`
    const arrival = new Promise<number>((resolve) => heard.set(said, resolve))
    const begun = performance.now()
    const { status, text } = await admin.post(`/messages/${ticketId}`, { body: said })
    if (status !== 200) throw new Error(`send: ${status} ${text}`)
    return (await arrival) - begun
  }
}

/** Polls, because the inbox is processed after the visitor got an answer. */
async function ticketOf(testbed: Testbed, body: string): Promise<number> {
  const until = performance.now() + 10_000
  while (performance.now() < until) {
    const { text } = await testbed.whole.admin.get(
      `/tickets?status=pending&showAll=true&queueIds=[${testbed.whole.data.queueId}]`,
    )
    const { tickets }: { tickets: { id: number; lastMessage: string }[] } = JSON.parse(text)
    const own = tickets.find(({ lastMessage }) => lastMessage === body)
    if (own) return own.id
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the message of the visitor has no ticket')
}

/** Automatic messages on the same connection, each to another customer, inserted directly into the tables. */
class Campaign {
  readonly #db: pg.Client
  readonly #testbed: Testbed

  private constructor(db: pg.Client, testbed: Testbed) {
    this.#db = db
    this.#testbed = testbed
  }

  static async start(testbed: Testbed): Promise<Campaign> {
    const db = new pg.Client({ connectionString: testbed.adminUrlOf('whole') })
    await db.connect()
    return new Campaign(db, testbed)
  }

  async fill(): Promise<void> {
    const { companyId, chatToken } = this.#testbed.whole.data
    const { rowCount } = await this.#db.query(
      `with chosen as (
         select t.* from tickets t
         join connections n on n.company_id = t.company_id and n.id = t.connection_id and n.token = $2
         where t.company_id = $1 and t.status = 'closed' order by t.id limit $3),
       written as (
         insert into messages (company_id, conversation_id, ticket_id, connection_id, external_id, from_me, body, origin)
         select company_id, conversation_id, id, connection_id, gen_random_uuid()::text, true, 'aviso', 'campaign' from chosen
         returning *)
       insert into outbox (company_id, connection_id, conversation_id, message_id, priority)
       select company_id, connection_id, conversation_id, id, 3 from written`,
      [companyId, chatToken, automatic],
    )
    if (rowCount !== automatic) throw new Error(`only ${rowCount} automatic messages wait`)
  }

  async untilSent(): Promise<void> {
    const until = performance.now() + 60_000
    while (performance.now() < until) {
      const { rows } = await this.#db.query('select exists (select from outbox) as is_waiting')
      if (!rows[0].is_waiting) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error('automatic messages were not sent')
  }

  async stop(): Promise<void> {
    await this.#db.query(`delete from messages where body = 'aviso' and origin = 'campaign'`)
    await this.#db.end()
  }
}
