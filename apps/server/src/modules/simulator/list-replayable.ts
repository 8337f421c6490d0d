import type { Answer, api } from '@guiche/contract'
import type { UserCtx } from '#platform/context'
import { isoTime } from '#platform/iso-time'
import { maskNumbersIn } from '#modules/contacts'
import { findReplayable } from './simulator.repository.ts'

export async function listReplayable(ctx: UserCtx, queueId: number): Promise<Answer<(typeof api)['listReplayable']>> {
  const rows = await findReplayable(ctx, queueId)
  return rows.map((row) => ({
    id: row.id,
    name: ctx.actor.numbersMasked ? maskNumbersIn(row.contact_name) : row.contact_name,
    connection: row.connection_name,
    lastMessageAt: isoTime(row.last_message_at),
  }))
}
