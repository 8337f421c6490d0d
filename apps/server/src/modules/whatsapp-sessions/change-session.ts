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

/** What is done to a connection, or wanted of it, decides what is wanted of its session: both are committed together. */
export function followConnections({ followers }: Pick<Deps, 'followers'>): void {
  followers.within('connection.created', (ctx, { connectionId }) => wishOfPaired(ctx, connectionId, 'open'))
  followers.within('connection.deleted', (ctx, { connectionId }) => wishOfPaired(ctx, connectionId, 'unlinked'))
  followers.within('import.asked', (ctx, { connectionId }) => linkAnew(ctx, connectionId))
}

/** A new connection shows its first code at once, and a removed one lets go of its phone. */
async function wishOfPaired(ctx: Ctx, connectionId: number, wish: 'open' | 'unlinked'): Promise<void> {
  if (isPaired(await channelOf(ctx, connectionId))) await wishSession(ctx, connectionId, wish)
}

/** A phone that was linked tells its past only to whom it is linked anew: it is let go of, and a code is shown. */
async function linkAnew(ctx: Ctx, connectionId: number): Promise<void> {
  if (!(await hasBegun(ctx, connectionId))) return
  await changeSession(ctx, connectionId, 'anew')
  await showSession(ctx, connectionId, shown('qrcode'))
}
