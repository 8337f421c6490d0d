import type { StoredChannel } from '@guiche/channel'
import { type TicketStatus, limits } from '@guiche/contract'
import type { UserCtx } from '#platform/context'
import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'
import { type FoundPart, foundPart, searchedLength } from '#modules/tickets'
import { messageIsSeen, ticketIsSeen, viewerParameters } from '#modules/visibility'

/** A hit, with the ticket that a result opens. */
export interface HitRow {
  /** The page after this hit begins here. */
  place: string
  ticket_id: number
  ticket_uuid: string
  ticket_status: TicketStatus
  queue_id: number | null
  queue_name: string | null
  queue_color: string | null
  contact_id: number
  contact_name: string
  contact_picture: string | null
  channel: StoredChannel
  note_id: number | null
  found: FoundPart
}

/** The newest ticket of a conversation, because people go on there. */
const newestSeen = (ctx: UserCtx): RawBuilder<unknown> => sql`
  select t.id, t.uuid, t.status, t.queue_id from tickets t
  where t.company_id = ${ctx.companyId} and t.conversation_id = h.conversation_id and (t.id = h.ticket_id or t.is_latest) and ${ticketIsSeen(ctx.actor)}
  order by t.id desc limit 1`

/** A ticket note with what a result shows of it. */
const notePart: RawBuilder<unknown> = sql`
  json_build_object('id', n.id, 'body', n.note, 'signature', null, 'senderUserId', null, 'mediaType', 'conversation', 'fromMe', true, 'isPrivate', true, 'author', null,
    'at', n.created_at, 'fileName', null,
    'userName', (select u.name from users u where u.company_id = n.company_id and u.id = n.user_id))`

/**
 * The hits among messages, notes or names of files, newest first. `search_texts` bypasses row-level security and checks
 * itself what the viewer may see; the rows of its hits are read like all others.
 */
export async function findTexts(
  ctx: UserCtx,
  kind: 'messages' | 'notes' | 'files',
  { term, from, most }: { term: string; from: string | undefined; most: number },
): Promise<HitRow[]> {
  const { rows } = await sql<HitRow>`
    with hits as materialized (
      select h.place, h.ticket_id, h.message_id, h.note_id, h.position, t.conversation_id, t.contact_id, t.connection_id
      from search_texts(${term}, ${kind}, ${!ctx.actor.numbersMasked}, ${viewerParameters(ctx.actor)}, ${from ?? null}, ${most})
           with ordinality as h (place, ticket_id, message_id, note_id, position)
      join tickets t on t.company_id = ${ctx.companyId} and t.id = h.ticket_id and ${ticketIsSeen(ctx.actor)})
    select h.place, n.id as ticket_id, n.uuid as ticket_uuid, n.status as ticket_status, n.queue_id, q.name as queue_name, q.color as queue_color,
           h.contact_id, c.name as contact_name, c.picture_url as contact_picture, k.channel, h.note_id,
           case when h.note_id is null
             then (select ${foundPart} from messages m where m.company_id = ${ctx.companyId} and m.id = h.message_id and ${messageIsSeen(ctx.actor)})
             else (select ${notePart} from ticket_notes n where n.company_id = ${ctx.companyId} and n.id = h.note_id) end as found
    from hits h
    cross join lateral (${newestSeen(ctx)}) n
    join contacts c on c.company_id = ${ctx.companyId} and c.id = h.contact_id
    join connections k on k.company_id = ${ctx.companyId} and k.id = h.connection_id
    left join queues q on q.company_id = ${ctx.companyId} and q.id = n.queue_id
    order by h.position`.execute(ctx.db)
  return rows
}

/**
 * Ids of the messages of a conversation with these words, newest first. It reads the whole conversation and not the index
 * of words, which knows no conversations. Comparing the longest word first spares most messages the parser.
 */
export async function findInConversation(ctx: UserCtx, conversationId: number, term: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with sought as materialized (
      select words_query(${term}) as query, fold((search_words(${term}))[1]) as word,
             words_query(file_text(${term})) as file_query, fold((search_words(file_text(${term})))[1]) as file_word,
             ${ctx.actor.numbersMasked} and ${term} ~ '\\d' as hides_cards)
    select m.id
    from sought cross join messages m left join files f on f.company_id = m.company_id and f.id = m.file_id
    where m.company_id = ${ctx.companyId} and m.conversation_id = ${conversationId} and m.deleted_at is null and ${messageIsSeen(ctx.actor)}
      and (not sought.hides_cards or m.media_type not in ('contactMessage', 'contactsArrayMessage'))
      and (${hasWords(sql`left(said_text(m.body, m.signature, m.from_me, m.is_private, m.sender_user_id), ${searchedLength})`, sql`sought.query`, sql`sought.word`)}
        or m.media_type not in ('audio', 'sticker') and ${hasWords(sql`file_text(f.original_name)`, sql`sought.file_query`, sql`sought.file_word`)})
    order by m.sent_at desc, m.id desc limit ${sql.lit(limits.foundInConversation + 1)}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

const hasWords = (
  text: RawBuilder<unknown>,
  query: RawBuilder<unknown>,
  longest: RawBuilder<unknown>,
): RawBuilder<SqlBool> =>
  sql<SqlBool>`(strpos(fold(${text}), ${longest}) > 0 and to_tsvector('plain_words', ${text}) @@ ${query})`
