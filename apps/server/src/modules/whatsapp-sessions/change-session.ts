import type { StoredChannel } from '@guiche/channel'
import { factsOf } from '#channels/facts'
import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { badRequest } from '#platform/errors'
import { assertFeature } from '#modules/companies'
import type { Deps } from '#platform/deps'
import { channelOf, getConnection } from '#modules/connections'
import { type Wish, hasBegun, listSessions, showSession, wishSession } from './sessions.repository.ts'
import { shown } from './show-state.ts'

const actions = {
  open: 'session.opened',
  anew: 'session.renewed',
  unlinked: 'session.unlinked',
} as const

const isPaired = (channel: StoredChannel) => factsOf(channel).linkedBy === 'phone'

/**
 * Stores what a session should do; the process that runs it carries it out. Audited, because it decides which phone is
 * linked (security S64).
 */
export async function changeSession(ctx: Ctx, connectionId: number, wish: Exclude<Wish, 'none'>): Promise<void> {
  const { channel, name } = await getConnection(ctx, connectionId)
  if (!isPaired(channel)) throw badRequest('ERR_WAPP_NOT_INITIALIZED')
  // A company whose plan has lost WhatsApp can still unlink its phone.
  if (wish !== 'unlinked') await assertFeature(ctx, 'useWhatsapp')
  await wishSession(ctx, connectionId, wish)
  await audit(ctx, { action: actions[wish], object: 'connection', objectId: connectionId, detail: { name } })
}

/** Restarts all sessions of the company, linked or not. */
export async function restartSessions(ctx: Ctx): Promise<void> {
  for (const connectionId of await listSessions(ctx)) await changeSession(ctx, connectionId, 'open')
}

/** Changes to a connection change what its session should do. Both are committed in one transaction. */
export function followConnections({ followers }: Pick<Deps, 'followers'>): void {
  followers.within('connection.created', (ctx, { connectionId }) => wishOfPaired(ctx, connectionId, 'open'))
  followers.within('connection.deleted', (ctx, { connectionId }) => wishOfPaired(ctx, connectionId, 'unlinked'))
  followers.within('connection.moved', letGoUnlessPaired)
  followers.within('import.asked', (ctx, { connectionId }) => linkAnew(ctx, connectionId))
}

/** A new connection shows its first code at once; a deleted one unlinks its phone. */
async function wishOfPaired(ctx: Ctx, connectionId: number, wish: 'open' | 'unlinked'): Promise<void> {
  const hasPhone = isPaired(await channelOf(ctx, connectionId)) || (await hasBegun(ctx, connectionId))
  if (hasPhone) await wishSession(ctx, connectionId, wish)
}

/** The number is reached without its phone now, which is unlinked. */
async function letGoUnlessPaired(ctx: Ctx, { connectionId }: { connectionId: number }): Promise<void> {
  if (!isPaired(await channelOf(ctx, connectionId))) await wishSession(ctx, connectionId, 'unlinked')
}

/** A phone sends its history only when it is linked, so a linked one is unlinked and a new code is shown. */
async function linkAnew(ctx: Ctx, connectionId: number): Promise<void> {
  if (!(await hasBegun(ctx, connectionId))) return
  await changeSession(ctx, connectionId, 'anew')
  await showSession(ctx, connectionId, shown('qrcode'))
}
