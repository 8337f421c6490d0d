import type { Channels } from '#channels/registry'
import { audit } from '#platform/audit'
import type { Actor, Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { AppError, notFound } from '#platform/errors'
import type { Deps } from '#platform/deps'
import { assertSeesLivingTickets } from '#modules/visibility'
import { type ContactRow, changeContact, lockContact } from './contacts.repository.ts'
import { getContact, saved } from './save-contact.ts'

declare module '#platform/work/jobs' {
  interface Jobs {
    /** A connection that was away is told whether the contact is blocked. */
    'contact.block': { companyId: number; contactId: number; connectionId: number }
  }
}

interface Line {
  connection_id: number
  channel: string
  address: string
  is_up: boolean
}

type Networks = Pick<Deps, 'units' | 'log'> & { channels: Channels }

/**
 * Nothing is sent to a blocked contact, and nothing that they send is taken in. WhatsApp is asked first, on each connection
 * that they have been written with: all or nothing. What it refuses on one is said, and taken back on the others. Connections
 * that are away hear of it when they are back.
 */
export async function blockContact(
  { units, log, channels }: Networks,
  actor: Actor,
  contactId: number,
  { active }: { active: boolean },
): Promise<ContactRow> {
  const { lines, wasActive } = await units.read(actor, async (ctx) => {
    const { is_active: wasActive } = await getContact(ctx, contactId)
    await assertSeesLivingTickets(ctx, contactId)
    return { lines: await linesOf(ctx, contactId), wasActive }
  })
  const asked = lines.filter(({ channel }) => channels.find(channel)?.ask)
  const told: Line[] = []
  for (const line of asked.filter(({ is_up }) => is_up)) {
    // Where it fails without an answer it may have been done all the same.
    told.push(line)
    await tellBlocked(channels, actor.companyId, line, !active).catch(async (err: unknown) => {
      log.warn(
        { event: 'contact.block-failed', err, companyId: actor.companyId, contactId },
        'could not block or unblock a contact at the network',
      )
      await takeBack(told)
      throw new AppError('ERR_BLOCKING_WAPP_CONTACT', 502)
    })
  }
  const away = asked.filter(({ is_up }) => !is_up).map(({ connection_id }) => connection_id)
  return units.run(actor, (ctx) => keepBlock(ctx, contactId, active, away))

  /** Before anybody can try again. What cannot be taken back now is told how it is here as soon as it can hear it. */
  async function takeBack(lines: Line[]) {
    const answers = await Promise.allSettled(
      lines.map((line) => tellBlocked(channels, actor.companyId, line, !wasActive)),
    )
    const deaf = lines.flatMap(({ connection_id }, nth) => (answers[nth]?.status === 'rejected' ? connection_id : []))
    await units.run(actor, (ctx) => tellLater(ctx, contactId, deaf))
  }
}

async function keepBlock(ctx: Ctx, contactId: number, active: boolean, away: number[]): Promise<ContactRow> {
  if (!(await lockContact(ctx, contactId))) throw notFound('ERR_NO_CONTACT_FOUND')
  await changeContact(ctx, contactId, { is_active: active })
  await tellLater(ctx, contactId, away)
  const action = active ? 'contact.unblocked' : 'contact.blocked'
  await audit(ctx, { action, object: 'contact', objectId: contactId })
  return saved(ctx, contactId)
}

/** Each of them hears how it is here, as soon as it can. */
async function tellLater(ctx: Ctx, contactId: number, connections: number[]): Promise<void> {
  for (const connectionId of connections) await ctx.enqueue('contact.block', { contactId, connectionId })
}

/** As it is now: somebody may have thought better of it since. Tried again until the connection is back, for two days. */
export function defineBlocking(deps: Pick<Deps, 'units' | 'log' | 'jobs'>, channels: Channels): void {
  deps.jobs.define(
    'contact.block',
    { retryLimit: 60, retryDelay: 30, retryDelayMax: 3600, expireInSeconds: 60, atOnce: 2 },
    async ({ companyId, contactId, connectionId }) => {
      const found = await deps.units.read({ kind: 'system', companyId }, async (ctx) => {
        const line = (await linesOf(ctx, contactId)).find(({ connection_id }) => connection_id === connectionId)
        return line && { line, isBlocked: !(await getContact(ctx, contactId)).is_active }
      })
      if (found) await tellBlocked(channels, companyId, found.line, found.isBlocked)
    },
  )
}

async function tellBlocked(channels: Channels, companyId: number, line: Line, isBlocked: boolean): Promise<void> {
  const { connection_id: connectionId, address, channel } = line
  await channels.find(channel)?.ask?.({ about: 'block', companyId, connectionId, address, isBlocked })
}

/** Groups cannot be blocked at their network: nothing of them is taken in, which is all. */
async function linesOf(ctx: Ctx, contactId: number): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select v.connection_id, n.channel, v.address, n.status = 'connected' as is_up
    from conversations v
    join connections n on n.company_id = v.company_id and n.id = v.connection_id and n.archived_at is null
    join contacts c on c.company_id = v.company_id and c.id = v.contact_id and not c.is_group and c.merged_into_id is null
    where v.company_id = ${ctx.companyId} and v.contact_id = ${contactId} order by v.connection_id`.execute(ctx.db)
  return rows
}
