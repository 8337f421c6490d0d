import type { Channels } from '#channels/registry'
import { audit } from '#platform/audit'
import type { Actor, Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { AppError, notFound } from '#platform/errors'
import type { Deps } from '#platform/deps'
import { assertSeesCurrentTickets } from '#modules/visibility'
import { type ContactRow, changeContact, lockContact } from './contacts.repository.ts'
import { getContact, emitSaved } from './save-contact.ts'

declare module '#platform/work/jobs' {
  interface Jobs {
    /** Tells a connection that was offline whether the contact is blocked. */
    'contact.block': { companyId: number; contactId: number; connectionId: number }
  }
}

interface Target {
  connection_id: number
  channel: string
  address: string
  is_up: boolean
}

type Networks = Pick<Deps, 'units' | 'log'> & { channels: Channels }

/**
 * Blocks or unblocks a contact. WhatsApp is told first, on each connection with a conversation. If one refuses, the
 * call fails and the others are reverted. Connections that are offline are told when they are back.
 */
export async function blockContact(
  { units, log, channels }: Networks,
  actor: Actor,
  contactId: number,
  { active }: { active: boolean },
): Promise<ContactRow> {
  const { targets, wasActive } = await units.read(actor, async (ctx) => {
    const { is_active: wasActive } = await getContact(ctx, contactId)
    await assertSeesCurrentTickets(ctx, contactId)
    return { targets: await targetsOf(ctx, contactId), wasActive }
  })
  const asked = targets.filter(({ channel }) => channels.find(channel)?.ask)
  const tried: Target[] = []
  for (const target of asked.filter(({ is_up }) => is_up)) {
    // Added before the call: a call that fails without an answer may have been executed.
    tried.push(target)
    await sendBlock(channels, actor.companyId, target, !active).catch(async (err: unknown) => {
      log.warn(
        { event: 'contact.block-failed', err, companyId: actor.companyId, contactId },
        'could not block or unblock a contact at the network',
      )
      await revert(tried)
      throw new AppError('ERR_BLOCKING_WAPP_CONTACT', 502)
    })
  }
  const offline = asked.filter(({ is_up }) => !is_up).map(({ connection_id }) => connection_id)
  return units.run(actor, (ctx) => storeBlock(ctx, contactId, active, offline))

  /**
   * Runs before the answer, so that nobody can try again meanwhile. Connections that cannot be reverted now are told
   * later.
   */
  async function revert(targets: Target[]) {
    const answers = await Promise.allSettled(
      targets.map((target) => sendBlock(channels, actor.companyId, target, !wasActive)),
    )
    const failed = targets.flatMap(({ connection_id }, nth) =>
      answers[nth]?.status === 'rejected' ? connection_id : [],
    )
    await units.run(actor, (ctx) => enqueueBlocks(ctx, contactId, failed))
  }
}

async function storeBlock(ctx: Ctx, contactId: number, active: boolean, offline: number[]): Promise<ContactRow> {
  if (!(await lockContact(ctx, contactId))) throw notFound('ERR_NO_CONTACT_FOUND')
  await changeContact(ctx, contactId, { is_active: active })
  await enqueueBlocks(ctx, contactId, offline)
  const action = active ? 'contact.unblocked' : 'contact.blocked'
  await audit(ctx, { action, object: 'contact', objectId: contactId })
  return emitSaved(ctx, contactId)
}

/** Each connection is told the current state by a job. */
async function enqueueBlocks(ctx: Ctx, contactId: number, connections: number[]): Promise<void> {
  for (const connectionId of connections) await ctx.enqueue('contact.block', { contactId, connectionId })
}

/**
 * Sends the state that is current when the job runs, because it may have changed since. Retried for about two days
 * until the connection is back.
 */
export function defineBlocking(deps: Pick<Deps, 'units' | 'log' | 'jobs'>, channels: Channels): void {
  deps.jobs.define(
    'contact.block',
    { retryLimit: 60, retryDelay: 30, retryDelayMax: 3600, expireInSeconds: 60, atOnce: 2 },
    async ({ companyId, contactId, connectionId }) => {
      const found = await deps.units.read({ kind: 'system', companyId }, async (ctx) => {
        const target = (await targetsOf(ctx, contactId)).find(({ connection_id }) => connection_id === connectionId)
        return target && { target, isBlocked: !(await getContact(ctx, contactId)).is_active }
      })
      if (found) await sendBlock(channels, companyId, found.target, found.isBlocked)
    },
  )
}

async function sendBlock(channels: Channels, companyId: number, target: Target, isBlocked: boolean): Promise<void> {
  const { connection_id: connectionId, address, channel } = target
  await channels.find(channel)?.ask?.({ about: 'block', companyId, connectionId, address, isBlocked })
}

/** Without groups, because they cannot be blocked at the network; their messages are only dropped here. */
async function targetsOf(ctx: Ctx, contactId: number): Promise<Target[]> {
  const { rows } = await sql<Target>`
    select v.connection_id, n.channel, v.address, n.status = 'connected' as is_up
    from conversations v
    join connections n on n.company_id = v.company_id and n.id = v.connection_id and n.archived_at is null
    join contacts c on c.company_id = v.company_id and c.id = v.contact_id and not c.is_group and c.merged_into_id is null
    where v.company_id = ${ctx.companyId} and v.contact_id = ${contactId} order by v.connection_id`.execute(ctx.db)
  return rows
}
