import { randomBytes } from 'node:crypto'
import type { Inbound } from '@guiche/channel'
import type { ConnectionBody } from '@guiche/contract'
import type { z } from 'zod'
import type { App } from '../../src/app.ts'
import { storeInbound } from '../../src/modules/inbound/index.ts'
import type { Caller } from './callers.ts'
import { eventually } from './eventually.ts'
import type { Sql } from './sql.ts'

export interface WebChatOptions {
  queues?: { id: number }[]
  settings?: Partial<z.input<typeof ConnectionBody>>
}

export interface WebChat {
  id: number
  token: string
  name: string
}

export async function createWebChat(
  admin: Caller,
  { queues = [], settings = {} }: WebChatOptions = {},
): Promise<WebChat> {
  const answer = await admin.post('/whatsapp', {
    name: `Chat ${randomBytes(4).toString('hex')}`,
    channel: 'webchat',
    queueIds: queues.map((queue) => queue.id),
    greetingMessage: queues.length > 1 ? 'Olá!' : '',
    ...settings,
  })
  if (answer.status !== 200) throw new Error(`connection was not made: ${JSON.stringify(answer.body)}`)
  return answer.body
}

export interface ConnectionOptions {
  queues?: { id: number }[]
  settings?: Record<string, unknown>
  reopenMinutes?: number
  allowsGroups?: boolean
}

export interface TestConnection {
  id: number
  /** Stores what the network sends; the inbox worker processes it. */
  deliver(...inbound: Inbound[]): Promise<void>
  /** The same, and waits until all of it was processed. */
  receive(...inbound: Inbound[]): Promise<void>
  drained(): Promise<void>
}

/** A connection of the test network. */
export async function createConnection(
  { app, sql, companyId }: { app: App; sql: Sql; companyId: number },
  { queues = [], settings = {}, reopenMinutes = 0, allowsGroups = false }: ConnectionOptions = {},
): Promise<TestConnection> {
  const [row] = await sql(
    `insert into connections (company_id, name, channel, status, settings, reopen_minutes, allows_groups) values ($1, $2, 'whatsapp', 'connected', $3, $4, $5) returning id`,
    [companyId, `Linha ${randomBytes(4).toString('hex')}`, JSON.stringify(settings), reopenMinutes, allowsGroups],
  )
  const id = Number(row.id)
  for (const queue of queues)
    await sql('insert into connection_queues (company_id, connection_id, queue_id) values ($1, $2, $3)', [
      companyId,
      id,
      queue.id,
    ])
  const deliver = async (...inbound: Inbound[]) => {
    await app.deps.units.run({ kind: 'connection', companyId, connectionId: id }, async (ctx) => {
      for (const event of inbound) await storeInbound(ctx, id, event)
    })
  }
  const drained = () =>
    eventually(async () => {
      const [left] = await sql('select count(*)::int as count from inbox where company_id = $1 and dead_at is null', [
        companyId,
      ])
      if (left.count > 0) throw new Error(`${left.count} left in the inbox`)
    })
  return {
    id,
    deliver,
    drained,
    receive: async (...inbound) => {
      await deliver(...inbound)
      await drained()
    },
  }
}
