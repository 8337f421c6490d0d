import type { Identity } from '@guiche/channel'
import { allFacts } from '#channels/facts'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { badRequest, notFound } from '#platform/errors'
import { seesGroups } from '#modules/visibility'
import { addressOf } from './address-of.ts'
import { isWithinPortfolio } from './tables/within-portfolio.ts'

interface ContactPart {
  id: number
  is_group: boolean
}

/** Users who may not see groups get the same error for a group as for a missing contact. */
export async function getContact(ctx: Ctx, id: number): Promise<ContactPart> {
  const { rows } = await sql<ContactPart>`
    select id, is_group from contacts
    where company_id = ${ctx.companyId} and id = ${id} and merged_into_id is null and (not is_group or ${seesGroups(ctx.actor)})`.execute(
    ctx.db,
  )
  if (!rows[0]) throw notFound('ERR_NO_CONTACT_FOUND')
  return rows[0]
}

/**
 * Finds or creates the conversation of a contact on a connection, and locks it. It fails if there is none and we may
 * not write first.
 */
export async function conversationOf(ctx: Ctx, contact: ContactPart, connectionId: number): Promise<number> {
  const identity = await identityOn(ctx, contact, connectionId)
  const { rows: made } = await sql<{ id: number }>`
    insert into conversations (company_id, contact_id, connection_id, address)
    select ${ctx.companyId}, ${contact.id}, ${connectionId}, ${identity && addressOf(identity)} where ${identity !== undefined}
    on conflict (company_id, contact_id, connection_id) do nothing
    returning id`.execute(ctx.db)
  if (made[0]) return made[0].id
  const { rows } = await sql<{ id: number }>`
    select id from conversations where company_id = ${ctx.companyId} and contact_id = ${contact.id} and connection_id = ${connectionId} for no key update`.execute(
    ctx.db,
  )
  if (!rows[0]) throw badRequest('ERR_WAPP_INVALID_CONTACT')
  return rows[0].id
}

/** The kinds of identity by which customers can be reached, on channels where we may write first. */
const reachable = allFacts
  .filter(({ mayStartConversation }) => mayStartConversation)
  .flatMap(({ name: channel, reachedBy }) => reachedBy.map((kind) => ({ channel, kind })))

/** The identity for a first message to a contact. Their number is preferred. */
async function identityOn(ctx: Ctx, contact: ContactPart, connectionId: number): Promise<Identity | undefined> {
  const { rows } = await sql<Identity>`
    select i.kind, i.value from connections n
    join contact_identities i on i.company_id = n.company_id and i.contact_id = ${contact.id}
    join unnest(${reachable.map(({ channel }) => channel)}::text[], ${reachable.map(({ kind }) => kind)}::text[]) as r (channel, kind)
      on r.channel = n.channel and r.kind = i.kind
    where n.company_id = ${ctx.companyId} and n.id = ${connectionId} and ${isWithinPortfolio(sql`n.id`)}
    order by i.kind <> 'phone', i.id limit 1`.execute(ctx.db)
  return rows[0]
}
