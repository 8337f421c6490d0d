import type { Identity, InboundMedia } from '@guiche/channel'
import { allFacts, markedIds } from '#channels/facts'
import type { Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'

/** A message, as a way tells of it. */
export interface Told {
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
    isComposed?: true
    /** Undefined: it has just been written. */
    sentAt?: string
  }
}

/** A stored message that may be one that was told. */
export interface Alike {
  ord: number
  id: number
  /** By its id. */
  is_same: boolean
  seconds: number
  is_unconfirmed: boolean
}

const idsHeldIn = (id: string): string[] => allFacts.flatMap(({ otherIdIn }) => otherIdIn?.(id) ?? [])

/** In hours, how long one of our messages may have waited before the network got it: limits of a network last for days. */
const longestWait = 8 * 24

/**
 * Messages that are stored with an id of the official way, which holds the id under which a phone tells of them, around the times of
 * what was told in the same talks.
 */
export async function findByHeldIds(ctx: Ctx, told: readonly (Told | undefined)[]): Promise<Alike[]> {
  const rows = told.flatMap((one) =>
    one?.payload.sentAt === undefined
      ? []
      : [one.payload.from, ...(one.payload.aliases ?? [])].map(({ kind, value }) => ({
          connection_id: one.connection_id,
          kind,
          value,
          sent_at: one.payload.sentAt,
        })),
  )
  if (rows.length === 0) return []
  const { rows: found } = await sql<{
    connection_id: number
    network_id: string
    id: number
    from_me: boolean
    is_unconfirmed: boolean
  }>`
    with told as materialized (
      select x.connection_id, x.kind, identity_key(x.kind, x.value) as key, min(x.sent_at) as since, max(x.sent_at) as until
      from (${recordset(rows, sql`connection_id bigint, kind text, value text, sent_at timestamptz`)}) as x
      group by 1, 2, 3),
    talks as materialized (
      select v.id, t.connection_id, min(t.since) as since, max(t.until) as until from told t
      join contact_identities i on i.company_id = ${ctx.companyId} and i.kind = t.kind and i.scope = '' and i.key = t.key
      -- The limit keeps the planner from merging: the newest contact is the last one, so that it would walk through all of them.
      cross join lateral (
        select c.id from conversations c
        where c.company_id = i.company_id and c.contact_id = i.contact_id and c.connection_id = t.connection_id limit 1) v
      group by 1, 2)
    select x.connection_id, k.network_id, m.id, m.from_me,
      m.failure is not distinct from 'ERR_NOT_CONFIRMED'
        or exists (select from unconfirmed_parts u where u.company_id = m.company_id and u.message_id = m.id) as is_unconfirmed
    from talks x
    join messages m on m.company_id = ${ctx.companyId} and m.conversation_id = x.id and m.connection_id = x.connection_id
      and m.sent_at > x.since - interval '${sql.lit(longestWait)} hours' and m.sent_at < x.until + interval '1 minute'
    cross join lateral (
      select m.external_id as network_id
      union all
      select p.network_id from message_parts p where p.company_id = m.company_id and p.message_id = m.id and not p.is_lost) k
    where k.network_id like any (${[...markedIds]}::text[])`.execute(ctx.db)
  const known = new Map(
    found.flatMap((one) => idsHeldIn(one.network_id).map((id) => [`${one.connection_id}:${one.from_me}:${id}`, one])),
  )
  return told.flatMap((one, ord) => {
    if (!one) return []
    const { externalId, isEcho = false } = one.payload
    const same = known.get(`${one.connection_id}:${isEcho}:${externalId}`)
    return same ? { ord, id: same.id, is_same: true, seconds: 0, is_unconfirmed: same.is_unconfirmed } : []
  })
}
