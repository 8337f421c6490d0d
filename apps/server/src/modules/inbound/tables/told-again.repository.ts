import type { StoredChannel } from '@guiche/channel'
import { factsOf, markedIds, wayOfId } from '#channels/facts'
import type { Ctx } from '#platform/context'
import { type RawBuilder, recordset, sql } from '#platform/database/sql'
import { createRecent } from '#platform/recent'
import { confirmPart } from '#modules/delivery'
import { type Alike, type Told, findByHeldIds } from './held-ids.repository.ts'

/**
 * Leaves out messages that are stored already under another id, because the number was or is known by another way too: the app of a
 * phone that has an official number, or the way before a move. Such a message is recognised by the id that one way's id holds of the
 * other's, or as a message of the same talk and side, with the same content, at the same second. It gets the id beside its own
 * (`message_parts`), so that it is found by that from then on, and stands for no other message.
 */
export async function withoutToldAgain<T extends Told>(ctx: Ctx, told: readonly T[]): Promise<T[]> {
  const ways = told.length === 0 ? new Map<number, Way>() : await findWays(ctx)
  const concerned = told.filter((one) => !one.payload.isGroup && mayBeKnown(ways.get(one.connection_id), one))
  if (concerned.length === 0) return [...told]
  const held = await findByHeldIds(
    ctx,
    concerned.map((one) => (isMarked(one) ? undefined : one)),
  )
  const stored = pairsOf([...held, ...(await findAlike(ctx, concerned))])
  if (stored.size === 0) return [...told]
  await keepOtherIds(
    ctx,
    concerned.flatMap(({ connection_id, payload }, ord) => {
      const same = stored.get(ord)
      if (!same) return []
      // What nobody knows to have been sent may have been sent under this id.
      const is_told_again = !same.is_unconfirmed
      return { connection_id, network_id: payload.externalId, message_id: same.id, is_told_again }
    }),
  )
  for (const { id, is_unconfirmed } of stored.values()) if (is_unconfirmed) await confirmPart(ctx, id, 0)
  const again = new Set(concerned.filter((_, ord) => stored.has(ord)))
  return told.filter((one) => !again.has(one))
}

interface Way {
  /** The ids of the way have a mark, and hold those of the other one. */
  isMarked: boolean
  isOnPhone: boolean
  movedAt: Date | null
}

const recent = createRecent<ReadonlyMap<number, Way>>({ max: 10_000 })

/** Of the connections whose messages may be known by another way. */
async function findWays(ctx: Ctx): Promise<ReadonlyMap<number, Way>> {
  return (
    recent.find(ctx) ??
    recent.read(ctx, async () => {
      const { rows } = await sql<{ id: number; channel: StoredChannel; moved_at: Date | null; is_on_phone: boolean }>`
        select n.id, n.channel, n.moved_at, coalesce(o.is_on_phone, false) as is_on_phone from connections n
        left join official_numbers o on o.company_id = n.company_id and o.connection_id = n.id
        where n.company_id = ${ctx.companyId} and (n.moved_at is not null or o.is_on_phone)`.execute(ctx.db)
      return new Map(
        rows.map(({ id, channel, moved_at: movedAt, is_on_phone: isOnPhone }) => [
          id,
          { isMarked: factsOf(channel).idPrefix !== null, isOnPhone, movedAt },
        ]),
      )
    })
  )
}

/** By the id and not by the connection, because a way may tell late of what was before the number was moved. */
const isMarked = ({ payload }: Told): boolean => wayOfId(payload.externalId) !== undefined

/** The number of a connection has been moved. */
export const forgetWays = (ctx: Ctx): void => ctx.afterCommit(() => recent.forget(ctx))

/** In minutes, how long before the network got it one of our messages may have been written. */
const longestWay = 5

/** What was written after a move is known by the new way alone. */
function mayBeKnown(way: Way | undefined, { payload: { sentAt } }: Told): boolean {
  if (!way) return false
  if (way.isMarked && way.isOnPhone) return true
  return (
    way.movedAt !== null && sentAt !== undefined && Date.parse(sentAt) < way.movedAt.getTime() + longestWay * 60_000
  )
}

/**
 * Times of the network are in whole seconds, and a message is stored at the end of its second. What we have not sent is nowhere
 * else, unless nobody knows whether we have. A message with an id of the way that tells has come by that way itself, so it is another.
 */
async function findAlike(ctx: Ctx, told: readonly Told[]): Promise<Alike[]> {
  const rows = told.flatMap((one, ord) =>
    [one.payload.from, ...(one.payload.aliases ?? [])].map(({ kind, value }) => ({
      ord,
      connection_id: one.connection_id,
      kind,
      value,
      is_marked: isMarked(one),
      other_id: one.payload.otherId ?? null,
      from_me: one.payload.isEcho ?? false,
      body: one.payload.body,
      // A file may be told without what is in it.
      has_file: one.payload.media !== undefined || one.payload.mediaType === 'unsupported',
      is_composed: one.payload.isComposed ?? false,
      sent_at: one.payload.sentAt ?? null,
    })),
  )
  const { rows: alike } = await sql<Alike>`
    with told as materialized (
      select x.*, identity_key(x.kind, x.value) as key from (
        ${recordset(
          rows,
          sql`ord int, connection_id bigint, kind text, value text, is_marked boolean, other_id text, from_me boolean, body text,
              has_file boolean, is_composed boolean, sent_at timestamptz`,
        )}) as x)
    select distinct t.ord, m.id, m.is_same, coalesce(abs(extract(epoch from m.sent_at - t.sent_at)), 0)::float8 as seconds,
      m.failure is not distinct from 'ERR_NOT_CONFIRMED'
        or exists (select from unconfirmed_parts u where u.company_id = ${ctx.companyId} and u.message_id = m.id) as is_unconfirmed
    from told t cross join lateral (
      select m.id, m.sent_at, m.external_id, m.failure, true as is_same from messages m
      where m.company_id = ${ctx.companyId} and m.connection_id = t.connection_id and m.external_id = t.other_id and m.from_me = t.from_me
      union all
      select m.id, m.sent_at, m.external_id, m.failure, false from contact_identities i
      -- The limit keeps the planner from merging: the newest contact is the last one, so that it would walk through all of them.
      cross join lateral (
        select c.company_id, c.id from conversations c
        where c.company_id = i.company_id and c.contact_id = i.contact_id and c.connection_id = t.connection_id limit 1) v
      join messages m on m.company_id = v.company_id and m.conversation_id = v.id and m.connection_id = t.connection_id
        and m.sent_at > t.sent_at - interval '${sql.lit(longestWay)} minutes' and m.sent_at < t.sent_at + interval '2 seconds'
      where i.company_id = ${ctx.companyId} and i.kind = t.kind and i.scope = '' and i.key = t.key
        and m.from_me = t.from_me and not m.is_private
        and (m.sent_at > t.sent_at - interval '1 second' or (m.from_me and m.origin not in ('phone', 'import')))
        and (m.ack > 0 or m.failure = 'ERR_NOT_CONFIRMED' or exists (
          select from unconfirmed_parts u where u.company_id = m.company_id and u.message_id = m.id and u.part = 0))
        and (case when t.body = '' then t.has_file and m.file_id is not null else m.body = t.body or ${holdsComposed} end)) m
    where case when t.is_marked
      then not m.external_id like any (${[...markedIds]}::text[])
        and not exists (select from message_parts p where p.company_id = ${ctx.companyId} and p.message_id = m.id)
      else (m.external_id like any (${[...markedIds]}::text[]) or exists (
          select from message_parts p
          where p.company_id = ${ctx.companyId} and p.message_id = m.id and p.network_id like any (${[...markedIds]}::text[])))
        and not exists (
          select from message_parts p
          where p.company_id = ${ctx.companyId} and p.message_id = m.id and not p.network_id like any (${[...markedIds]}::text[])) end
    order by m.is_same desc, seconds, t.ord, m.id`.execute(ctx.db)
  return alike
}

const withoutMarks = (text: RawBuilder<unknown>) => sql<string>`regexp_replace(${text}, '[*_~\\s]+', '', 'g')`

/**
 * Each way formats the header, text and footer of a template or menu in another way, and one of them may tell its answers as lines of the
 * text. Nobody can write such a message on a phone, so the stored message is the same one if it contains each line that was told.
 */
const holdsComposed = sql<boolean>`(t.is_composed and m.from_me and m.origin not in ('phone', 'import') and not exists (
  select from regexp_split_to_table(t.body, '\n') line where position(${withoutMarks(sql`line`)} in ${withoutMarks(sql`m.body`)}) = 0))`

/** Each stored message stands for one that was told, the surest and nearest first. */
function pairsOf(alike: readonly Alike[]): Map<number, Alike> {
  const pairs = new Map<number, Alike>()
  const taken = new Set<number>()
  for (const one of alike) {
    if (pairs.has(one.ord) || (taken.has(one.id) && !one.is_same)) continue
    pairs.set(one.ord, one)
    taken.add(one.id)
  }
  return pairs
}

async function keepOtherIds(
  ctx: Ctx,
  pairs: { connection_id: number; network_id: string; message_id: number; is_told_again: boolean }[],
): Promise<void> {
  await sql`
    insert into message_parts (company_id, connection_id, network_id, message_id, part, is_last, is_told_again)
    select ${ctx.companyId}, connection_id, network_id, message_id, 0, true, is_told_again
    from (${recordset(pairs, sql`connection_id bigint, network_id text, message_id bigint, is_told_again boolean`)}) as x
    on conflict do nothing`.execute(ctx.db)
}
