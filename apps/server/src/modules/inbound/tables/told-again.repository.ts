import type { Identity, InboundMedia } from '@guiche/channel'
import { allFacts } from '#channels/facts'
import type { Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'
import { createRecent } from '#platform/recent'
import { confirmPart } from '#modules/delivery'

interface Told {
  connection_id: number
  payload: {
    externalId: string
    otherId?: string
    from: Identity
    aliases?: Identity[]
    isEcho?: boolean
    isGroup?: boolean
    body: string
    mediaType: string
    media?: InboundMedia
    /** Undefined: it has just been written. */
    sentAt?: string
  }
}

/**
 * Leaves out messages that are stored already under another id. A number that is in the app of a phone too tells again, under ids of
 * its own, what the phone has told when it was paired, and may tell of what we have sent ourselves. Such a message is recognised by
 * the phone's id, or as a message of the same talk and side, with the same content, at the same second. It gets the network's id
 * beside its own (`message_parts`), so that it is found by that from then on, and stands for no other message.
 */
export async function withoutToldAgain<T extends Told>(ctx: Ctx, told: readonly T[]): Promise<T[]> {
  const onPhones = told.length === 0 ? new Set<number>() : await findOnPhones(ctx)
  const concerned = told.filter(({ connection_id, payload }) => onPhones.has(connection_id) && !payload.isGroup)
  if (concerned.length === 0) return [...told]
  const stored = pairsOf(await findAlike(ctx, concerned))
  if (stored.size === 0) return [...told]
  await keepOtherIds(
    ctx,
    concerned.flatMap(({ connection_id, payload }, ord) => {
      const same = stored.get(ord)
      return same ? { connection_id, network_id: payload.externalId, message_id: same.id } : []
    }),
  )
  for (const { id, is_unconfirmed } of stored.values()) if (is_unconfirmed) await confirmPart(ctx, id, 0)
  const again = new Set(concerned.filter((_, ord) => stored.has(ord)))
  return told.filter((one) => !again.has(one))
}

const recent = createRecent<ReadonlySet<number>>({ max: 10_000 })

async function findOnPhones(ctx: Ctx): Promise<ReadonlySet<number>> {
  return (
    recent.find(ctx) ??
    recent.read(ctx, async () => {
      const { rows } = await sql<{ connection_id: number }>`
        select connection_id from official_numbers where company_id = ${ctx.companyId} and is_on_phone`.execute(ctx.db)
      return new Set(rows.map((row) => row.connection_id))
    })
  )
}

interface Alike {
  ord: number
  id: number
  is_unconfirmed: boolean
}

/** Messages with such an id have come by this way themselves, so they are other messages. */
const ownIds = allFacts.flatMap(({ idPrefix }) => (idPrefix === null ? [] : `${idPrefix}%`))

/** In minutes, how long before the network got it one of our messages may have been written. */
const longestWay = 5

/**
 * Times of the network are in whole seconds, and a message is stored at the end of its second. What we have not sent is nowhere
 * else, unless nobody knows whether we have.
 */
async function findAlike(ctx: Ctx, told: readonly Told[]): Promise<Alike[]> {
  const rows = told.flatMap(({ connection_id, payload }, ord) =>
    [payload.from, ...(payload.aliases ?? [])].map(({ kind, value }) => ({
      ord,
      connection_id,
      kind,
      value,
      other_id: payload.otherId ?? null,
      from_me: payload.isEcho ?? false,
      body: payload.body,
      // A file may be told without what is in it.
      has_file: payload.media !== undefined || payload.mediaType === 'unsupported',
      sent_at: payload.sentAt ?? null,
    })),
  )
  const { rows: alike } = await sql<Alike & { is_same: boolean; seconds: number }>`
    with told as materialized (
      select x.*, identity_key(x.kind, x.value) as key from (
        ${recordset(
          rows,
          sql`ord int, connection_id bigint, kind text, value text, other_id text, from_me boolean, body text, has_file boolean,
              sent_at timestamptz`,
        )}) as x)
    select distinct t.ord, m.id, m.is_same, coalesce(abs(extract(epoch from m.sent_at - t.sent_at)), 0)::float8 as seconds,
      exists (select from unconfirmed_parts u where u.company_id = ${ctx.companyId} and u.message_id = m.id) as is_unconfirmed
    from told t cross join lateral (
      select m.id, m.sent_at, true as is_same from messages m
      where m.company_id = ${ctx.companyId} and m.connection_id = t.connection_id and m.external_id = t.other_id and m.from_me = t.from_me
      union all
      select m.id, m.sent_at, false from contact_identities i
      -- The limit keeps the planner from merging: the newest contact is the last one, so that it would walk through all of them.
      cross join lateral (
        select c.company_id, c.id from conversations c
        where c.company_id = i.company_id and c.contact_id = i.contact_id and c.connection_id = t.connection_id limit 1) v
      join messages m on m.company_id = v.company_id and m.conversation_id = v.id and m.connection_id = t.connection_id
        and m.sent_at > t.sent_at - interval '${sql.lit(longestWay)} minutes' and m.sent_at < t.sent_at + interval '2 seconds'
      where i.company_id = ${ctx.companyId} and i.kind = t.kind and i.scope = '' and i.key = t.key
        and m.from_me = t.from_me and not m.is_private and not m.external_id like any (${ownIds}::text[])
        and (m.sent_at > t.sent_at - interval '1 second' or (m.from_me and m.origin not in ('phone', 'import')))
        and (m.ack > 0 or exists (
          select from unconfirmed_parts u where u.company_id = m.company_id and u.message_id = m.id and u.part = 0))
        and (case when t.body = '' then t.has_file and m.file_id is not null else m.body = t.body end)) m
    where not exists (select from message_parts p where p.company_id = ${ctx.companyId} and p.message_id = m.id)
    order by m.is_same desc, seconds, t.ord, m.id`.execute(ctx.db)
  return alike
}

/** Each stored message stands for one that was told, the surest and nearest first. */
function pairsOf(alike: readonly Alike[]): Map<number, Alike> {
  const pairs = new Map<number, Alike>()
  const taken = new Set<number>()
  for (const one of alike) {
    if (pairs.has(one.ord) || taken.has(one.id)) continue
    pairs.set(one.ord, one)
    taken.add(one.id)
  }
  return pairs
}

async function keepOtherIds(
  ctx: Ctx,
  pairs: { connection_id: number; network_id: string; message_id: number }[],
): Promise<void> {
  await sql`
    insert into message_parts (company_id, connection_id, network_id, message_id, part, is_last)
    select ${ctx.companyId}, connection_id, network_id, message_id, 0, true
    from (${recordset(pairs, sql`connection_id bigint, network_id text, message_id bigint`)}) as x
    on conflict do nothing`.execute(ctx.db)
}
