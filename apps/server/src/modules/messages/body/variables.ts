import { fillIn, limits } from '@guiche/contract'
import { type Texts, textsIn } from '#texts'
import { type Ctx, userIdOf } from '#platform/context'
import { sql } from '#platform/database/sql'
import type { LockedTicket } from '#modules/tickets'

/** Fills in the values of the ticket. Texts without a variable need no query. */
export async function withVariables(ctx: Ctx, ticket: LockedTicket, text: string): Promise<string> {
  if (!hasVariables(text)) return text
  return filled(text, await readValues(ctx, ticket.id))
}

/** The same for a text in each of several tickets, with at most one query. */
export async function fillAll(ctx: Ctx, texts: readonly { ticket: LockedTicket; text: string }[]): Promise<string[]> {
  const ids = texts.flatMap(({ ticket, text }) => (hasVariables(text) ? ticket.id : []))
  const values = await readAllValues(ctx, ids)
  return texts.map(({ ticket, text }) => (hasVariables(text) ? filled(text, values.get(ticket.id) ?? new Map()) : text))
}

const hasVariables = (text: string) => text.includes('{{')

const filled = (text: string, values: ReadonlyMap<string, string>) => fillIn(text, values).slice(0, limits.messageText)

/** What the variables stand for in a message of this ticket. Empty if there is no such ticket. */
export async function readValues(ctx: Ctx, ticketId: number): Promise<ReadonlyMap<string, string>> {
  return (await readAllValues(ctx, [ticketId])).get(ticketId) ?? new Map()
}

async function readAllValues(
  ctx: Ctx,
  ticketIds: readonly number[],
): Promise<Map<number, ReadonlyMap<string, string>>> {
  if (ticketIds.length === 0) return new Map()
  const { rows } = await sql<Values & { ticket_id: number }>`
    select t.id as ticket_id, c.name as contact, q.name as queue, n.name as connection, o.name as company, o.timezone, o.language, u.name as user, now() as now
    from tickets t
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    join connections n on n.company_id = t.company_id and n.id = t.connection_id
    join companies o on o.id = t.company_id
    left join queues q on q.company_id = t.company_id and q.id = t.queue_id
    left join users u on u.company_id = t.company_id and u.id = coalesce(${writerIdOf(ctx)}, t.user_id)
    where t.company_id = ${ctx.companyId} and t.id = any (${[...ticketIds]}::bigint[])`.execute(ctx.db)
  return new Map(rows.map((row) => [row.ticket_id, valuesOf(row, row.ticket_id)]))
}

/** What the variables stand for while there is no ticket: those of contact, ticket, queue and attendant for nothing. */
export const valuesWithoutTicket = (
  known: Pick<Values, 'connection' | 'company' | 'timezone' | 'language' | 'now'>,
): ReadonlyMap<string, string> => valuesOf({ ...known, contact: '', queue: null, user: null }, undefined)

/** The user who writes, or for whom a machine does. */
const writerIdOf = ({ actor }: Ctx): number | null => ('forUserId' in actor ? actor.forUserId : userIdOf(actor))

interface Values {
  contact: string
  queue: string | null
  connection: string
  company: string
  timezone: string
  language: string
  user: string | null
  now: Date
}

/** What the variables stand for. `ticketId`: undefined while there is no ticket. */
export function valuesOf(
  { contact, queue, connection, company, timezone, language, user, now }: Values,
  ticketId: number | undefined,
): ReadonlyMap<string, string> {
  const { timesOfDay, dateAndHour } = textsIn(language)
  const part = (options: Intl.DateTimeFormatOptions) =>
    Object.fromEntries(
      new Intl.DateTimeFormat('pt-BR', { timeZone: timezone, hourCycle: 'h23', ...options })
        .formatToParts(now)
        .map(({ type, value }) => [type, value]),
    )
  const day = part({ day: '2-digit', month: '2-digit', year: 'numeric' })
  const time = part({ hour: 'numeric', minute: '2-digit', second: '2-digit' })
  const date = `${day['day']}-${day['month']}-${day['year']}`
  const hour = `${Number(time['hour'])}:${time['minute']}:${time['second']}`
  // A name that is only a number is left out: users with masked numbers must not read it (S67).
  const name = /^[\d\s().+-]{8,}$/.test(contact) ? '' : contact
  return new Map([
    ['firstName', name.split(' ')[0] ?? ''],
    ['name', name],
    ['ticket_id', ticketId === undefined ? '' : String(ticketId)],
    ['userName', user ?? ''],
    ['ms', timesOfDay[timeOfDay(Number(time['hour']))]],
    ['hour', hour],
    ['date', date],
    ['data_hora', dateAndHour(date, hour)],
    ['queue', queue ?? ''],
    ['connection', connection],
    [
      'protocol',
      ticketId === undefined
        ? ''
        : `${day['year']}${day['month']}${day['day']}${time['minute']}${time['second']}${ticketId}`,
    ],
    ['name_company', company],
  ])
}

function timeOfDay(hour: number): keyof Texts['timesOfDay'] {
  if (hour < 6) return 'night'
  if (hour < 12) return 'morning'
  return hour < 18 ? 'afternoon' : 'evening'
}
