import { factsOf } from '#channels/facts'
import { type Meta, networkOf } from '#channels/meta'
import type { Identity, Inbound } from '@guiche/channel'
import { identityOf, personIn, readProfile } from '@guiche/meta'
import type { Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'
import type { Deps } from '#platform/deps'
import { cleanName, nameContact } from '#modules/contacts'
import { findAccount } from './network-accounts.repository.ts'

declare module '#platform/work/jobs' {
  interface Jobs {
    'networkAccounts.profile': { companyId: number; connectionId: number; value: string }
  }
}

/** Webhooks do not say who somebody is, so it is asked once, for people who have no name here. */
export async function askForProfiles(ctx: Ctx, connectionId: number, stored: readonly Inbound[]): Promise<void> {
  const people = new Map<string, Identity>()
  for (const one of stored) if (one.kind === 'message' && !one.isEcho) people.set(one.from.value, one.from)
  if (people.size === 0) return
  const { rows } = await sql<{ value: string }>`
    with people as (${recordset([...people.values()], sql`kind text, value text`)})
    select p.value from people p
    where not exists (
      select from contact_identities i
      -- The limit keeps the planner from merging: the newest contact is the last one, so that it would walk through all of them.
      cross join lateral (
        select from contacts c where c.company_id = i.company_id and c.id = i.contact_id and not c.is_nameless limit 1) c
      where i.company_id = ${ctx.companyId} and i.kind = p.kind and i.scope = '' and i.key = identity_key(p.kind, p.value))`.execute(
    ctx.db,
  )
  for (const { value } of rows)
    await ctx.enqueue(
      'networkAccounts.profile',
      { connectionId, value },
      {
        key: `${ctx.companyId}:${value}`,
        // The message is processed first, because that makes the contact.
        startAfter: 1,
      },
    )
}

export function defineProfiles({ units, keys, jobs }: Deps, { installed }: Meta): void {
  jobs.define(
    'networkAccounts.profile',
    { retryLimit: 6, retryDelay: 1, retryDelayMax: 300, expireInSeconds: 60, atOnce: 4 },
    async ({ companyId, connectionId, value }) => {
      const system = { kind: 'system', companyId } as const
      const account = await units.read(system, (ctx) => findAccount(ctx, keys.secretsAtRest, connectionId))
      if (!installed || !account || account.hasEnded || account.isDeleted) return
      const network = networkOf(account.channel)
      const personId = personIn(value)
      const { name } = await readProfile(installed.graph, network, { personId, token: account.token })
      const { kind } = identityOf(network, account.routingId, personId)
      await units.run(system, async (ctx) => {
        const contactId = await findContact(ctx, { kind, value })
        // The message may not be processed yet.
        if (contactId === undefined) throw new Error('nobody with this identity has written yet')
        const fallback = `${nameOfNetwork(account.channel)} ${personId.slice(-4)}`
        if (await nameContact(ctx, contactId, cleanName(name) || fallback)) ctx.emit('contact.saved', { contactId })
      })
    },
  )
}

async function findContact(ctx: Ctx, { kind, value }: Identity): Promise<number | undefined> {
  const { rows } = await sql<{ contact_id: number }>`
    select contact_id from contact_identities
    where company_id = ${ctx.companyId} and kind = ${kind} and scope = '' and key = identity_key(${kind}, ${value})`.execute(
    ctx.db,
  )
  return rows[0]?.contact_id
}

const nameOfNetwork = (channel: Parameters<typeof factsOf>[0]): string => {
  const { shownAs } = factsOf(channel)
  return shownAs.charAt(0).toUpperCase() + shownAs.slice(1)
}
