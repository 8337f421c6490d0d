import type { Menu } from '@guiche/channel'
import { limits } from '@guiche/contract'
import { type Ctx, asBot } from '#platform/context'
import { sql } from '#platform/database/sql'
import { together } from '#platform/database/together'
import { isServed } from '#modules/companies'
import { mediaTypeOf } from '#modules/media'
import { type LockedTicket, logTickets } from '#modules/tickets'
import { isInWindow, logClosedWindows } from './window/assert-in-window.ts'
import { insertTexts } from './post-message.ts'
import { fillAll } from './body/variables.ts'

/**
 * At most so many automatic messages to a contact within this time, in minutes. All messages of one answer of a service
 * count as one, because a loop is answer after answer. `whole` is a limit even then.
 */
export const automaticLimit = { messages: 20, whole: 100, minutes: 10 }

interface Besides {
  /** A stored file, whose caption the text is. */
  fileId?: number
  /** The id of a message that is quoted. */
  quotes?: number
  /** What the customer can tap, where the network has that. The text says the same in numbered lines. */
  menu?: Menu | undefined
  /** Others have written the text: it has no variables. */
  isPlain?: true
  /** Chosen before, so that the message is stored once. */
  externalId?: string
  /** In ms: when it is sent. */
  after?: number
  /** It goes on with an answer that was begun in this unit of work. */
  isFurther?: true
}

export interface AutomaticMessage extends Besides {
  ticket: LockedTicket
  text: string
}

/** Posts a message as the bot, on behalf of the current actor. False: it is empty, or nothing may be posted now. */
export async function postAutomaticMessage(
  ctx: Ctx,
  ticket: LockedTicket,
  text: string,
  besides: Besides = {},
): Promise<boolean> {
  return (await postAutomaticMessages(ctx, [{ ticket, text, ...besides }])).has(ticket.id)
}

/** The same in several tickets, one in each, with as many statements as for one. Answers the tickets in which it was posted. */
export async function postAutomaticMessages(
  ctx: Ctx,
  messages: readonly AutomaticMessage[],
): Promise<ReadonlySet<number>> {
  const worded = messages.filter(({ text, fileId }) => text.trim() !== '' || fileId !== undefined)
  const meant = worded.filter(({ ticket }) => isInWindow(ctx, ticket))
  await logClosedWindows(
    ctx,
    worded.flatMap((message) => (meant.includes(message) ? [] : message.ticket)),
  )
  if (meant.length === 0) return new Set()
  const bot = asBot(ctx)
  // One round trip.
  const [refused, bodies, menus, mimes] = await together([
    findRefused(
      ctx,
      meant.filter(({ isFurther }) => !isFurther),
    ),
    fillAll(bot, meant.map(withoutPlain)),
    fillMenus(bot, meant),
    findMimes(
      ctx,
      meant.flatMap(({ fileId }) => fileId ?? []),
    ),
  ])
  const texts = meant.flatMap(({ ticket, text, fileId, quotes, isPlain, externalId, after }, nth) =>
    refused.has(ticket.id)
      ? []
      : {
          ticket,
          body: isPlain ? text.slice(0, limits.messageText) : (bodies[nth] ?? ''),
          ...(externalId !== undefined && { externalId }),
          ...(after !== undefined && { due: new Date(Date.now() + after) }),
          quotedMsgId: quotes ?? null,
          menu: fileId === undefined ? menus[nth] : undefined,
          content: fileId === undefined ? undefined : { fileId, mediaType: mediaTypeOf(mimes.get(fileId) ?? '') },
        },
  )
  if (texts.length > 0) await insertTexts(bot, texts)
  return new Set(texts.map(({ ticket }) => ticket.id))
}

const withoutPlain = ({ ticket, text, isPlain }: AutomaticMessage) => ({ ticket, text: isPlain ? '' : text })

/** The texts of the menus, without variables. Names of options have none. */
async function fillMenus(ctx: Ctx, messages: readonly AutomaticMessage[]): Promise<(Menu | undefined)[]> {
  const texts = await fillAll(
    ctx,
    messages.map(({ ticket, menu, isPlain }) => ({ ticket, text: isPlain ? '' : (menu?.text ?? '') })),
  )
  return messages.map(({ menu, isPlain }, nth) => (menu && !isPlain ? { ...menu, text: texts[nth] ?? '' } : menu))
}

async function findMimes(ctx: Ctx, fileIds: readonly number[]): Promise<Map<number, string>> {
  if (fileIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; mime: string }>`
    select id, mime from files where company_id = ${ctx.companyId} and id = any (${[...fileIds]}::bigint[])`.execute(
    ctx.db,
  )
  return new Map(rows.map(({ id, mime }) => [id, mime]))
}

const sinceWhen = sql`now() - make_interval(mins => ${sql.lit(automaticLimit.minutes)})`

/** Those of services that are not the first of their answer. */
const furtherMessages = sql`
  (select coalesce(sum(e.messages - 1), 0) from conversations v
   join tickets o on o.company_id = v.company_id and o.conversation_id = v.id
   join exchanges e on e.company_id = o.company_id and e.ticket_id = o.id
   where v.company_id = t.company_id and v.contact_id = t.contact_id and e.messages > 1 and e.ended_at > ${sinceWhen})`

/**
 * Prevents endless loops with other machines: after 20 automatic messages to a contact in 10 minutes, whatever the
 * connection, none is sent, and the log of the ticket says so (R13). Answers the tickets of such contacts. While the
 * company is not served, those are all tickets.
 */
async function findRefused(ctx: Ctx, messages: readonly AutomaticMessage[]): Promise<ReadonlySet<number>> {
  if (messages.length === 0) return new Set()
  const ids = messages.map(({ ticket }) => ticket.id)
  const { rows } = await sql<{ id: number; is_served: boolean; is_flagged: boolean }>`
    select t.id, ${isServed} as is_served,
           exists (select from ticket_log l where l.company_id = t.company_id and l.ticket_id = t.id and l.kind = 'loopGuard'
                         and l.created_at > ${sinceWhen}) as is_flagged
    from tickets t
    join companies c on c.id = t.company_id
    cross join lateral (
      select count(*) as messages from conversations v
      join messages m on m.company_id = v.company_id and m.conversation_id = v.id
      where v.company_id = t.company_id and v.contact_id = t.contact_id and m.origin = 'bot' and m.sent_at > ${sinceWhen}) said
    where t.company_id = ${ctx.companyId} and t.id = any (${ids}::bigint[])
      and (not ${isServed} or said.messages >= ${sql.lit(automaticLimit.whole)}
           or said.messages >= ${sql.lit(automaticLimit.messages)} and said.messages - ${furtherMessages} >= ${sql.lit(automaticLimit.messages)})`.execute(
    ctx.db,
  )
  const unflagged = rows.filter(({ is_served, is_flagged }) => is_served && !is_flagged)
  await logTickets(
    ctx,
    unflagged.map(({ id }) => ({ ticketId: id, kind: 'loopGuard', userId: null, queueId: null })),
  )
  for (const { id } of unflagged) ctx.emit('ticket.changed', { ticketId: id })
  return new Set(rows.map(({ id }) => id))
}
