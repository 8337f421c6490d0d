import { type Channel, type TicketStatus, limits } from '@guiche/contract'
import { LRUCache } from 'lru-cache'
import { allFacts } from '#channels/facts'
import type { UserCtx } from '#platform/context'
import { perApplication } from '#platform/per-application'
import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'
import { type ContactRow, selectContacts } from './contacts.repository.ts'

/** Which contacts somebody chose in the list. */
export interface ContactFilter {
  searchParam: string
  contactTag: (number | null)[]
  isGroup?: boolean | undefined
  channel?: Channel | '' | undefined
  active?: boolean | undefined
}

type Filter = ContactFilter & { pageNumber: number }

export interface ListedContactRow extends ContactRow {
  last_ticket: { id: number; status: TicketStatus; createdAt: string; updatedAt: string } | null
  /** The number of hits of a search; null without a search. */
  total: number | null
}

export interface ContactPage {
  contacts: ListedContactRow[]
  count: number
  hasMore: boolean
}

/** One page of contacts by name, or of the hits of a search. */
export async function listContacts(ctx: UserCtx, filter: Filter): Promise<ContactPage> {
  const selection = selectionOf(ctx, filter)
  const offset = (filter.pageNumber - 1) * limits.contactsPerPage
  const chosen = part(selection, { limit: limits.contactsPerPage + 1, offset })
  const contacts = await selectContacts<ListedContactRow>(ctx, chosen, sql`, chosen.total, ${lastTicket(ctx)}`)

  const hasMore = contacts.length > limits.contactsPerPage
  const shown = contacts.slice(0, limits.contactsPerPage)
  const known = hasMore ? contacts[0]?.total : offset + shown.length
  return { contacts: shown, count: known ?? (await countContacts(ctx, filter, selection)), hasMore }
}

/** The first contacts by name, for pick lists. */
export async function pickContacts(ctx: UserCtx, name: string): Promise<ContactRow[]> {
  const selection = selectionOf(ctx, { searchParam: name, pageNumber: 1, contactTag: [] })
  return selectContacts(ctx, part(selection, { limit: 500, offset: 0 }))
}

/** The hits of a search, from a position on. */
export async function searchContacts(
  ctx: UserCtx,
  text: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<ContactRow[]> {
  return selectContacts(ctx, part(found(ctx, text, []), { limit, offset }))
}

/** The next contacts by id, for work that goes through all of a list. */
export async function nextContacts(
  ctx: UserCtx,
  filter: ContactFilter,
  { after, most }: { after: number; most: number },
): Promise<ContactRow[]> {
  const { searchParam: term } = filter
  const conditions = [...conditionsOf(ctx, filter), ...(term === '' ? [] : [isFoundContact(ctx, sql`c.id`, term)])]
  return selectContacts(
    ctx,
    sql`select id, id as position
        from (select c.id from contacts c
              where ${all(ctx, conditions)} and c.merged_into_id is null and c.id > ${after}
              order by c.id limit ${sql.lit(most)}) as page`,
  )
}

/** SQL condition: the contact with this id is a hit of a search. */
export const isFoundContact = ({ actor }: UserCtx, id: RawBuilder<unknown>, term: string): Condition =>
  sql<SqlBool>`${id} in (select h.id from search_contacts(${normalized(term)}, ${!actor.numbersMasked}, ${maxFiltered}) as h (id))`

type Condition = RawBuilder<SqlBool>

interface Selection {
  /** The `from` clause with its conditions. Its `c` has an `id`. */
  from: RawBuilder<unknown>
  order: RawBuilder<unknown>
  total: RawBuilder<unknown>
}

// Constant numbers are literals in the statement, so that the planner always knows that few rows are needed.
const part = ({ from, order, total }: Selection, { limit, offset }: { limit: number; offset: number }) => sql`
  select id, row_number() over () as position, total
  from (select c.id, ${total} as total ${from} order by ${order}
        limit ${sql.lit(limit)} ${offset === 0 ? sql`` : sql`offset ${offset}`}) as page`

function selectionOf(ctx: UserCtx, filter: Filter): Selection {
  const conditions = conditionsOf(ctx, filter)
  if (filter.searchParam !== '') return found(ctx, filter.searchParam, conditions)
  return {
    from: sql`from contacts c where ${all(ctx, conditions)} and c.merged_into_id is null`,
    // With a tag or a block few rows are left to sort, and `search_key` is stored, while `fold` of each name would be slow.
    order: filter.contactTag.length > 0 || filter.active === false ? sql`c.search_key, c.id` : sql`fold(c.name), c.id`,
    total: sql`null::bigint`,
  }
}

/** Uses one of the search functions, which bypass row-level security (migrations 0012). */
function found(ctx: UserCtx, term: string, conditions: Condition[]): Selection {
  const hits = (most: number) =>
    sql`search_contacts(${normalized(term)}, ${!ctx.actor.numbersMasked}, ${most}) with ordinality`
  return {
    from:
      conditions.length === 0
        ? sql`from ${hits(maxFound)} as c (id, position)`
        : sql`from ${hits(maxFiltered)} as hit (id, position) join contacts c on c.id = hit.id
              where ${all(ctx, conditions)}`,
    order: sql`position`,
    total: sql`count(*) over ()`,
  }
}

/** The maximum number of hits of a search without further conditions. */
const maxFound = 500
/** The maximum number of hits of a search with further conditions, such as a tag. */
const maxFiltered = 10_000

const all = ({ companyId }: UserCtx, conditions: Condition[]) =>
  sql.join([sql`c.company_id = ${companyId}`, ...conditions], sql` and `)

/** Numbers are stored as digits, so typed separators are removed. */
const normalized = (term: string) => (/^[\d\s()+.-]*\d{2}[\d\s()+.-]*$/.test(term) ? term.replace(/\D/g, '') : term)

function conditionsOf({ companyId }: UserCtx, { contactTag, isGroup, channel, active }: ContactFilter): Condition[] {
  return [
    ...(contactTag.length > 0
      ? [
          sql<SqlBool>`c.id in (select ct.contact_id from contact_tags ct
                                where ct.company_id = ${companyId} and ct.tag_id = any (${contactTag}::bigint[]))`,
        ]
      : []),
    ...(isGroup === undefined ? [] : [sql<SqlBool>`c.is_group = ${isGroup}`]),
    // Constants, so that the planner sees that the index of blocked contacts can be used.
    ...(active === undefined ? [] : [active ? sql<SqlBool>`c.is_active` : sql<SqlBool>`not c.is_active`]),
    ...(channel
      ? [
          sql<SqlBool>`c.id in (select i.contact_id from contact_identities i
                                where i.company_id = ${companyId} and i.kind in (${sql.join(kindsOf(channel).map((kind) => sql.lit(kind)))}))`,
        ]
      : []),
  ]
}

/** The kinds of identities that customers of a channel can be reached by. */
const kindsOf = (channel: Channel) => [
  ...new Set(allFacts.filter(({ shownAs }) => shownAs === channel).flatMap(({ reachedBy }) => reachedBy)),
]

/**
 * The newest ticket of a contact, if it is the caller's own or the caller sees all tickets. This is stricter than S25
 * requires.
 */
const lastTicket = ({ actor }: UserCtx) => sql`
  (select json_build_object('id', t.id, 'status', t.status, 'createdAt', t.created_at, 'updatedAt', t.updated_at)
   from conversations v join tickets t on t.company_id = v.company_id and t.conversation_id = v.id and t.is_latest
   where v.company_id = c.company_id and v.contact_id = c.id
     and (t.user_id = ${actor.userId} or (${actor.seesAllTickets} and (not t.is_group or ${actor.seesGroups})))
   order by t.last_message_at desc limit 1) as last_ticket`

// Every page requests the same count, and a count of ten seconds ago is accurate enough.
const counted = perApplication(() => new LRUCache<string, number>({ max: 10_000, ttl: 10_000 }))

async function countContacts(ctx: UserCtx, filter: Filter, { from }: Selection): Promise<number> {
  const key = JSON.stringify([ctx.companyId, { ...filter, pageNumber: 0 }])
  const remembered = counted(ctx).get(key)
  if (remembered !== undefined) return remembered

  const { rows } = await sql<{ count: number }>`select count(*) as count ${from}`.execute(ctx.db)
  const count = rows[0]?.count ?? 0
  counted(ctx).set(key, count)
  return count
}
