import type { Inbound } from '@guiche/channel'
import { channelsThat, markedIds } from '#channels/facts'
import type { Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'
import { createRecent } from '#platform/recent'
import { learnIdentities } from '#modules/conversations'
import { confirmPart } from '#modules/delivery'
import { applyAcks } from './apply-events.ts'
import { applyParked } from './apply-parked.ts'
import type { InboxEntry } from './tables/inbox.repository.ts'
import { findReachedAck } from './tables/reached.repository.ts'
import { sanitizeInbound } from './sanitize-inbound.ts'
import { storeInbound } from './store-inbound.ts'

type Taken = Extract<Inbound, { kind: 'taken' }>

const choosing = channelsThat(({ idsBy }) => idsBy === 'network')

/**
 * Stores what the network calls a part of one of our messages. What it has said of the part before waits in the inbox or is
 * parked, so the rest is done where the inbox is processed, in order.
 */
export async function keepPart(ctx: Ctx, connectionId: number, taken: Taken): Promise<void> {
  if (!sanitizeInbound(taken)) return
  const { externalId, networkId, part, parts, takenAt = null } = taken
  const { rows } = await sql`
    insert into message_parts as p (company_id, connection_id, network_id, message_id, part, is_last, taken_at)
    select ${ctx.companyId}, ${connectionId}, ${networkId}, m.id, ${part}, ${part === parts - 1}, ${takenAt}::timestamptz
    from messages m where m.company_id = ${ctx.companyId} and m.connection_id = ${connectionId} and m.external_id = ${externalId} and m.from_me
    on conflict (company_id, connection_id, network_id) do update set taken_at = excluded.taken_at
      where p.taken_at is null and excluded.taken_at is not null
    returning part`.execute(ctx.db)
  // Everything was told before, by the answer or by the echo.
  if (rows.length > 0) await storeInbound(ctx, connectionId, taken)
}

/** Which parts of a message the network has, and what it calls another message, if that is one of ours. */
export async function findPartsOf(
  ctx: Ctx,
  connectionId: number,
  { externalId, quotedId }: { externalId: string; quotedId: string | undefined },
): Promise<{ taken: Set<number>; quotedAs: string | undefined }> {
  const { rows } = await sql<{ external_id: string; part: number; network_id: string }>`
    select m.external_id, p.part, p.network_id from messages m
    join message_parts p on p.company_id = m.company_id and p.message_id = m.id
    where m.company_id = ${ctx.companyId} and m.connection_id = ${connectionId} and m.external_id = any (${[externalId, quotedId ?? externalId]}::text[])
      and not p.is_lost
    -- A phone that has the number again may have told of it under an id of its own.
    order by p.part, p.network_id like any (${[...markedIds]}::text[]) desc`.execute(ctx.db)
  return {
    taken: new Set(rows.flatMap((row) => (row.external_id === externalId ? row.part : []))),
    quotedAs: quotedId === undefined ? undefined : rows.find((row) => row.external_id === quotedId)?.network_id,
  }
}

/** The messages of which these are parts. */
export async function messagesOfParts(
  ctx: Ctx,
  connectionId: number,
  networkIds: readonly string[],
): Promise<number[]> {
  const { rows } = await sql<{ message_id: number }>`
    select distinct message_id from message_parts
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and network_id = any (${[...networkIds]}::text[])`.execute(
    ctx.db,
  )
  return rows.map(({ message_id }) => message_id)
}

/** What the network calls the last message that the customer at an address has written, if it is not too old to be marked. */
export async function findLastHeard(ctx: Ctx, connectionId: number, address: string): Promise<string | undefined> {
  const { rows } = await sql<{ external_id: string }>`
    select m.external_id from conversations v
    join messages m on m.company_id = v.company_id and m.conversation_id = v.id
    where v.company_id = ${ctx.companyId} and v.connection_id = ${connectionId} and v.address = ${address}
      and not m.from_me and m.media_type <> 'call_log' and m.sent_at > now() - interval '29 days'
    order by m.sent_at desc, m.id desc limit 1`.execute(ctx.db)
  return rows[0]?.external_id
}

const recent = createRecent<ReadonlySet<number>>({ max: 10_000 })

/** The number of a connection has been moved. */
export const forgetChoosing = (ctx: Ctx): void => ctx.afterCommit(() => recent.forget(ctx))

/** The connections of the company whose network chooses the ids, or did so before they were moved. */
async function findChoosing(ctx: Ctx): Promise<ReadonlySet<number>> {
  return (
    recent.find(ctx) ??
    recent.read(ctx, async () => {
      const { rows } = await sql<{ id: number }>`
        select id from connections
        where company_id = ${ctx.companyId} and (channel = any (${choosing}::text[]) or moved_at is not null)`.execute(
        ctx.db,
      )
      return new Set(rows.map(({ id }) => id))
    })
  )
}

/**
 * What networks say of our messages, with the ids that we have given them. A message has arrived, or is read, with its last part,
 * so what is said of the others is left out.
 */
export async function withOwnIds(ctx: Ctx, entries: readonly InboxEntry[]): Promise<InboxEntry[]> {
  const named = new Set<string>()
  const connections = await findChoosing(ctx)
  const concerned = entries.filter(({ connection_id }) => connections.has(connection_id))
  if (concerned.length === 0) return [...entries]
  for (const { payload } of concerned) for (const id of idsIn(payload)) named.add(id)
  const { rows } = await sql<OwnPart>`
    select p.connection_id, p.network_id, m.external_id, p.is_last, p.is_lost from message_parts p
    join messages m on m.company_id = p.company_id and m.id = p.message_id
    where p.company_id = ${ctx.companyId} and p.connection_id = any (${[...connections]}::bigint[]) and p.network_id = any (${[...named]}::text[])`.execute(
    ctx.db,
  )
  const known = new Map(rows.map((row) => [`${row.connection_id}:${row.network_id}`, row]))
  await keepPrices(ctx, concerned)
  return entries.flatMap((entry) => {
    const { connection_id, payload } = entry
    if (payload.externalId === undefined || namesNetworkItself.has(payload.kind)) return entry
    if (payload.kind === 'message') {
      // An echo of what we have sent, or told again.
      if (known.has(`${connection_id}:${payload.externalId}`)) return []
      const quoted = known.get(`${connection_id}:${payload.quotedExternalId ?? ''}`)
      return quoted ? { ...entry, payload: { ...payload, quotedExternalId: quoted.external_id } } : entry
    }
    const own = known.get(`${connection_id}:${payload.externalId}`)
    if (!own) return entry
    // What was lost has not arrived, whatever comes late.
    if (payload.kind === 'ack' && (!own.is_last || own.is_lost)) return []
    return { ...entry, payload: { ...payload, externalId: own.external_id } }
  })
}

interface OwnPart {
  connection_id: number
  network_id: string
  external_id: string
  is_last: boolean
  is_lost: boolean
}

/** What they name is looked up where they are processed. */
const namesNetworkItself: ReadonlySet<Inbound['kind']> = new Set(['taken', 'failed', 'moved'])

function idsIn(payload: Inbound): string[] {
  const quoted = payload.kind === 'message' ? payload.quotedExternalId : undefined
  return [payload.externalId, quoted].flatMap((id) => id ?? [])
}

/** What the network takes for parts, as it says with their acks. The last word counts. */
async function keepPrices(ctx: Ctx, entries: readonly InboxEntry[]): Promise<void> {
  const prices = new Map(
    entries.flatMap(({ connection_id, payload }) => {
      if (payload.kind !== 'ack' || !payload.price) return []
      const { isBilled, type, category } = payload.price
      const price = { connection_id, network_id: payload.externalId, is_billed: isBilled, type, category }
      return [[`${connection_id}:${payload.externalId}`, price] as const]
    }),
  )
  if (prices.size === 0) return
  await sql`
    update message_parts p set is_billed = x.is_billed, price_type = x.type, price_category = x.category
    from (${recordset([...prices.values()], sql`connection_id bigint, network_id text, is_billed boolean, type text, category text`)}) as x
    where p.company_id = ${ctx.companyId} and p.connection_id = x.connection_id and p.network_id = x.network_id
      and (p.is_billed, p.price_type, p.price_category) is distinct from (x.is_billed, x.type, x.category)`.execute(
    ctx.db,
  )
}

/** Applies what the network has said of a part before we knew it, and settles the message if nobody knew whether it was sent. */
export async function settlePart(ctx: Ctx, connectionId: number, taken: Taken): Promise<void> {
  const { externalId, networkId, part, parts, from, aliases = [] } = taken
  const isLast = part === parts - 1
  await sql`
    update parked_events set target_external_id = ${externalId}
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and target_external_id = ${networkId}
      and (${isLast} or kind <> 'ack')`.execute(ctx.db)
  await applyParked(ctx, [{ connection_id: connectionId, payload: { externalId } }])
  const { rows } = await sql<{ message_id: number; conversation_id: number }>`
    select p.message_id, m.conversation_id from message_parts p
    join messages m on m.company_id = p.company_id and m.id = p.message_id
    where p.company_id = ${ctx.companyId} and p.connection_id = ${connectionId} and p.network_id = ${networkId}`.execute(
    ctx.db,
  )
  for (const { message_id, conversation_id } of rows) {
    await confirmPart(ctx, message_id, part)
    const ack = await findReachedAck(ctx, connectionId, networkId)
    if (ack) await applyAcks(ctx, [{ kind: 'ack', connectionId, externalId, ack }])
    if (from.kind === 'phone') await learnIdentities(ctx, conversation_id, [from, ...aliases])
  }
}
