import { type NumberList, type NumberRow, isMean, limits } from '@guiche/contract'
import type { UserCtx } from '#platform/context'
import { maskNumbersIn } from '#modules/contacts'
import { seesAll } from '#modules/visibility'
import { definitions } from './definitions.ts'
import {
  type CountQuestion,
  type Cursor,
  type ListQuestion,
  type ListedRow,
  countSeen,
  listRows,
} from './list.repository.ts'
import { tallySeries } from './read-numbers.ts'

/** What a number is made of, as far as the person may see it. */
export async function readList(ctx: UserCtx, question: ListQuestion): Promise<NumberList> {
  const [count, rows] = await Promise.all([countAll(ctx, question), listRows(ctx, question)])
  const page = rows.slice(0, limits.numberRowsPerPage)
  const last = rows.length > page.length ? page.at(-1) : undefined
  return {
    count,
    rows: page.map((row) => presentRow(row, question, ctx.actor.numbersMasked)),
    next: last ? `${last.micros}-${last.id}` : null,
  }
}

/** How many rows the person may not see. It reads all of them, so that the list does not wait for it. */
export async function countHidden(ctx: UserCtx, question: CountQuestion): Promise<number> {
  if (seesAll(ctx.actor, question.scope)) return 0
  const [count, seen] = await Promise.all([countAll(ctx, question), countSeen(ctx, question)])
  return count - seen
}

/** The number itself. */
async function countAll(ctx: UserCtx, { name, hour, ...asked }: CountQuestion): Promise<number> {
  const by = hour === undefined ? 'none' : 'hour'
  const tallies = await tallySeries(ctx, name, by, { ...asked, meansOnly: true })
  return tallies.get(hour === undefined ? '' : String(hour))?.count ?? 0
}

export function cursorOf(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined
  const [at = 0, id = 0] = text.split('-').map(Number)
  return { at, id }
}

function presentRow(row: ListedRow, { name }: ListQuestion, masked: boolean): NumberRow {
  const { unit } = definitions[name]
  return {
    id: row.id,
    ticketId: row.ticket_id,
    uuid: row.uuid,
    status: row.status,
    // Contacts without a name have their number as their name.
    contact: { id: row.contact_id, name: masked ? maskNumbersIn(row.contact_name) : row.contact_name },
    user: row.user_id !== null && row.user_name !== null ? { id: row.user_id, name: row.user_name } : null,
    queue:
      row.queue_id !== null && row.queue_name !== null
        ? { id: row.queue_id, name: row.queue_name, color: row.queue_color ?? '' }
        : null,
    connection: { id: row.connection_id, name: row.connection_name },
    at: row.at.toISOString(),
    value: row.value === null || !isMean(unit) ? null : row.value / (unit === 'stars' ? 100 : 1),
  }
}
