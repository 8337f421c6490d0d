import { type Channel, limits } from '@guiche/contract'
import { LRUCache } from 'lru-cache'
import type { UserCtx } from '#platform/context'
import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'
import { type ContactRow, selectContacts } from './contacts.repository.ts'

interface Filter {
  searchParam: string
  pageNumber: number
  contactTag: (number | null)[]
  isGroup?: boolean | undefined
  channel?: Channel | '' | undefined
}

export interface ListedContactRow extends ContactRow {
  last_ticket: { id: number; status: string; createdAt: string; updatedAt: string } | null
}

export interface ContactPage {
  contacts: ListedContactRow[]
  count: number
  hasMore: boolean
}

/** By name, or what was found, a page. */
export async function listContacts(ctx: UserCtx, filter: Filter): Promise<ContactPage> {
  const selection = selectionOf(ctx, filter)
  const offset = (filter.pageNumber - 1) * limits.contactsPerPage
  const chosen = part(selection, { limit: limits.contactsPerPage + 1, offset })
  const contacts = await selectContacts<ListedContactRow>(ctx, chosen, lastTicket(ctx))

  const hasMore = contacts.length > limits.contactsPerPage
  const shown = contacts.slice(0, limits.contactsPerPage)
  return { contacts: shown, count: hasMore ? await countContacts(ctx, selection) : offset + shown.length, hasMore }
}

/** For pick lists: the first ones by name. */
export async function pickContacts(ctx: UserCtx, name: string): Promise<ContactRow[]> {
  const selection = selectionOf(ctx, { searchParam: name, pageNumber: 1, contactTag: [] })
  return selectContacts(ctx, part(selection, { limit: 500, offset: 0 }))
}

type Condition = RawBuilder<SqlBool>

interface Selection {
  /** From `contacts c` on, with what is asked of them. */
  from: RawBuilder<unknown>
  order: RawBuilder<unknown>
  /** All contacts of the company. */
  isWhole: boolean
}

const part = ({ from, order }: Selection, { limit, offset }: { limit: number; offset: number }) => sql`
  select c.id, row_number() over (order by ${order}) as position ${from} order by ${order} limit ${limit} offset ${offset}`

function selectionOf(ctx: UserCtx, filter: Filter): Selection {
  const conditions = conditionsOf(ctx, filter)
  const where = sql.join(
    [sql`c.company_id = ${ctx.companyId}`, sql`c.merged_into_id is null`, ...conditions],
    sql` and `,
  )
  if (filter.searchParam !== '') return found(ctx, filter.searchParam, where)
  return { from: sql`from contacts c where ${where}`, order: sql`fold(c.name), c.id`, isWhole: conditions.length === 0 }
}

/** Through the function that alone may look behind the wall (design/security.md, decision 6). */
const found = ({ actor }: UserCtx, term: string, where: RawBuilder<unknown>): Selection => ({
  from: sql`
    from search_contacts(${asTyped(term)}, ${!actor.numbersMasked}, ${most}) with ordinality as s (id, position)
    join contacts c on c.id = s.id where ${where}`,
  order: sql`s.position`,
  isWhole: false,
})

/** Nobody leafs through more. */
const most = 10_000

/** A number is kept as digits, however it was written. */
const asTyped = (term: string) => (/^[\d\s()+.-]*\d{2}[\d\s()+.-]*$/.test(term) ? term.replace(/\D/g, '') : term)

function conditionsOf({ companyId }: UserCtx, { contactTag, isGroup, channel }: Filter): Condition[] {
  return [
    ...(contactTag.length > 0
      ? [
          sql<SqlBool>`c.id in (select ct.contact_id from contact_tags ct
                                where ct.company_id = ${companyId} and ct.tag_id = any (${contactTag}::bigint[]))`,
        ]
      : []),
    ...(isGroup === undefined ? [] : [sql<SqlBool>`c.is_group = ${isGroup}`]),
    ...(channel
      ? [
          sql<SqlBool>`c.id in (select i.contact_id from contact_identities i
                                where i.company_id = ${companyId} and i.kind = any (${kindsOf[channel]}::text[]))`,
        ]
      : []),
  ]
}

/** By what a customer is known on each channel. */
const kindsOf: Record<Channel, string[]> = {
  whatsapp: ['phone', 'lid', 'group', 'business_user'],
  facebook: ['messenger'],
  instagram: ['instagram'],
  webchat: ['visitor'],
}

/** The newest ticket of a contact, where it is the caller's or they see all: a part of what they may read (S25). */
const lastTicket = ({ actor }: UserCtx) => sql`,
  (select json_build_object('id', t.id, 'status', t.status, 'createdAt', t.created_at, 'updatedAt', t.updated_at)
   from conversations v join tickets t on t.company_id = v.company_id and t.conversation_id = v.id and t.is_latest
   where v.company_id = c.company_id and v.contact_id = c.id
     and (t.user_id = ${actor.userId} or (${actor.seesAllTickets} and (not t.is_group or ${actor.seesGroups})))
   order by t.last_message_at desc limit 1) as last_ticket`

// All contacts of a company are counted over and over while somebody leafs through them, and an old figure does no harm.
const counted = new LRUCache<number, number>({ max: 10_000, ttl: 10_000 })

async function countContacts({ companyId, db }: UserCtx, { from, isWhole }: Selection): Promise<number> {
  const remembered = isWhole ? counted.get(companyId) : undefined
  if (remembered !== undefined) return remembered

  const { rows } = await sql<{ count: number }>`select count(*) as count ${from}`.execute(db)
  const count = rows[0]?.count ?? 0
  if (isWhole) counted.set(companyId, count)
  return count
}
