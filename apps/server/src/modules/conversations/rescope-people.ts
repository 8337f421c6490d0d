import type { Identity } from '@guiche/channel'
import { ownersOf, replaceIdentities } from '#modules/contacts'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { mergeContacts } from './merge-contacts.ts'

interface Scopes {
  kind: Identity['kind']
  from: string
  to: string
}

/** In one unit of work. */
const most = 100

/**
 * Ids of people that stood for one place are those of a larger one, so that two contacts with the same id are one person. False:
 * there were none of the old form any more.
 */
export async function rescopePeople(ctx: Ctx, { kind, from, to }: Scopes): Promise<boolean> {
  const { rows } = await sql<{ value: string }>`
    select value from contact_identities
    where company_id = ${ctx.companyId} and kind = ${kind} and starts_with(value, ${`${from}:`})
    order by id limit ${sql.lit(most)}`.execute(ctx.db)
  for (const { value } of rows) await rescope(ctx, { kind, value }, { kind, value: `${to}${value.slice(from.length)}` })
  return rows.length > 0
}

async function rescope(ctx: Ctx, before: Identity, now: Identity): Promise<void> {
  const [owner = null, other = null] = await ownersOf(ctx, [before, now])
  if (owner === null) return
  const isMerged =
    other !== null && other !== owner && (await mergeContacts(ctx, other, { contactId: owner, identity: now }))
  const contactId = isMerged ? Math.min(owner, other) : owner
  await replaceIdentities(ctx, contactId, { before: [before], now: [now] })
  await sql`
    update conversations set address = ${now.value}
    where company_id = ${ctx.companyId} and contact_id = ${contactId} and address = ${before.value}`.execute(ctx.db)
  ctx.emit('contact.saved', { contactId })
}
