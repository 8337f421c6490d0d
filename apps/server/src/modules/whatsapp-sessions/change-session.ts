import type { StoredChannel } from '@guiche/channel'
import { factsOf } from '#channels/facts'
import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { badRequest } from '#platform/errors'
import { assertFeature } from '#modules/companies'
import { type ConnectionRow, getConnection } from '#modules/connections'
import { type Wish, listSessions, showSession, wishSession } from './sessions.repository.ts'
import { shown } from './show-state.ts'

const actions = {
  open: 'session.opened',
  anew: 'session.renewed',
  unlinked: 'session.unlinked',
} as const

const isPaired = (channel: StoredChannel) => factsOf(channel).linkedBy === 'phone'

/** Wants something of a session; whoever runs it does it. Audited: it decides which phone is linked (security S64). */
export async function changeSession(ctx: Ctx, connectionId: number, wish: Exclude<Wish, 'none'>): Promise<void> {
  const { channel, name } = await getConnection(ctx, connectionId)
  if (!isPaired(channel)) throw badRequest('ERR_WAPP_NOT_INITIALIZED')
  // Whose plan has lost WhatsApp can still unlink the phone.
  if (wish !== 'unlinked') await assertFeature(ctx, 'useWhatsapp')
  await wishSession(ctx, connectionId, wish)
  await audit(ctx, { action: actions[wish], object: 'connection', objectId: connectionId, detail: { name } })
}

/** All of the company that are linked or were to be linked. */
export async function restartSessions(ctx: Ctx): Promise<void> {
  for (const connectionId of await listSessions(ctx)) await changeSession(ctx, connectionId, 'open')
}

/** A new connection shows its first code at once. */
export async function openNewSession(ctx: Ctx, { id, channel }: ConnectionRow): Promise<void> {
  if (isPaired(channel)) await wishSession(ctx, id, 'open')
}

export async function unlinkOldSession(ctx: Ctx, { id, channel }: ConnectionRow): Promise<void> {
  if (isPaired(channel)) await wishSession(ctx, id, 'unlinked')
}

/** A phone that was linked tells its past only to whom it is linked anew: it is let go of, and a code is shown. */
export async function linkAnew(ctx: Ctx, { id, retries }: ConnectionRow): Promise<void> {
  const wasNeverLinked = retries === null
  if (wasNeverLinked) return
  await changeSession(ctx, id, 'anew')
  await showSession(ctx, id, shown('qrcode'))
}
