import type { Identity, Inbound } from '@guiche/channel'
import { addIdentities, ownersOf, replaceIdentities } from '#modules/contacts'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { addressOf } from './address-of.ts'
import { mergeContacts } from './merge-contacts.ts'

/**
 * The network has told by which number and by which other identities it knows the customer of a conversation. What nobody has
 * becomes theirs; two contacts that are one person are merged. The number is written as the network writes it.
 */
export async function learnIdentities(
  ctx: Ctx,
  conversationId: number,
  identities: readonly Identity[],
): Promise<void> {
  const number = identities.find(({ kind }) => kind === 'phone')
  const opaque = identities.find(({ kind }) => kind !== 'phone')
  const owners = await ownersOf(ctx, identities)
  const { rows } = await sql<{ contact_id: number }>`
    select contact_id from conversations where company_id = ${ctx.companyId} and id = ${conversationId}`.execute(ctx.db)
  const contactId = rows[0]?.contact_id
  if (contactId === undefined) return
  const unknown = identities.filter((_, nth) => owners[nth] === null)
  if (unknown.length > 0) {
    await addIdentities(
      ctx,
      unknown.map(({ kind, value }) => ({ contact_id: contactId, kind, value })),
    )
    ctx.emit('contact.saved', { contactId })
  }
  const other = owners.find((owner) => owner !== null && owner !== contactId)
  if (other && number && opaque) {
    const isNumbers = owners[identities.indexOf(number)] === other
    const [byNumber, byOpaqueId] = isNumbers ? [other, contactId] : [contactId, other]
    await mergeContacts(ctx, byNumber, { contactId: byOpaqueId, identity: opaque })
  }
  if (number)
    await sql`
      update conversations set address = ${number.value}
      where company_id = ${ctx.companyId} and id = ${conversationId} and address <> ${number.value}
        and address ~ '^\\+?\\d{6,15}$' and phone_key(address) = phone_key(${number.value})`.execute(ctx.db)
}

/** The customer has another number, or another id: the person stays the same, and is written to there. */
export async function moveCustomer(
  ctx: Ctx,
  connectionId: number,
  { from, aliases = [], now }: Extract<Inbound, { kind: 'moved' }>,
): Promise<void> {
  const [first] = now
  // An id belongs to one person; a number may have passed on since.
  const before = [...aliases, from]
  const known = (await ownersOf(ctx, before)).find((owner) => owner !== null)
  if (known === undefined || known === null || !first) return
  const contactId = await withoutDouble(ctx, known, now)
  await replaceIdentities(ctx, contactId, { before, now })
  await sql`
    update conversations set address = ${addressOf(first)}
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and contact_id = ${contactId}`.execute(
    ctx.db,
  )
  ctx.emit('contact.saved', { contactId })
}

/** The contact, merged with the one that somebody has made of the new number, unless that is another person. */
async function withoutDouble(ctx: Ctx, contactId: number, now: readonly Identity[]): Promise<number> {
  const other = (await ownersOf(ctx, now)).find((owner) => owner !== null && owner !== contactId)
  const opaque = now.find(({ kind }) => kind === 'business_user')
  if (other === undefined || other === null || !opaque) return contactId
  const isMerged = await mergeContacts(ctx, other, { contactId, identity: opaque })
  return isMerged ? Math.min(contactId, other) : contactId
}
