import { channelsThat, markedIds } from '#channels/facts'
import { type RawBuilder, sql } from '#platform/database/sql'

const markedWays = channelsThat(({ idPrefix }) => idPrefix !== null)

/**
 * Whether the way by which a connection is reached now does not know a message from before the connection was moved. One that came or
 * was sent by the same way before is known there, also if the other way has told it again since. So is one that the way has told again
 * under an id of its own. `m`: the message, `n`: its connection.
 */
export const isOfOtherWay = (m: RawBuilder<unknown>, n: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  case when ${m}.sent_at < ${n}.moved_at then coalesce(case
    when ${n}.channel = any (${[...markedWays]}::text[]) then not (${m}.external_id like any (${[...markedIds]}::text[]) or ${hasMarkedPart(m, sql`true`)})
    -- What was written on the phone has its id there, whatever others call it.
    else ${m}.external_id like any (${[...markedIds]}::text[]) or ${m}.failure is not distinct from 'ERR_NOT_CONFIRMED'
      or (${m}.origin not in ('phone', 'import') and ${hasMarkedPart(m, sql`not w.is_told_again`)}) end, false) else false end`

const hasMarkedPart = (m: RawBuilder<unknown>, isMeant: RawBuilder<boolean>) => sql<boolean>`exists (
  select from message_parts w
  where w.company_id = ${m}.company_id and w.message_id = ${m}.id and w.network_id like any (${[...markedIds]}::text[]) and not w.is_lost and ${isMeant})`
