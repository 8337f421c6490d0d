import type { Meta, MetaHandlers } from '#channels/meta'
import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { recordEvent, showStatus } from '#modules/connections'
import { findPartsOf, keepPart } from '#modules/inbound'
import { mediaLinks } from '#modules/media'
import { endAccount, findAccount } from './network-accounts.repository.ts'

/** What the channels of pages and accounts ask of the database. */
export function serveChannels(deps: Deps, meta: Meta): void {
  const { units, keys, log } = deps
  const links = mediaLinks(deps)
  const actorOf = ({ companyId, connectionId }: { companyId: number; connectionId: number }) =>
    ({ kind: 'connection', companyId, connectionId }) as const

  const handlers: MetaHandlers = {
    access: async (key) => {
      const account = await units.read(actorOf(key), (ctx) => findAccount(ctx, keys.secretsAtRest, key.connectionId))
      if (!account || account.hasEnded || account.isDeleted) return undefined
      return account
    },
    sentParts: (key, message) => units.read(actorOf(key), (ctx) => findPartsOf(ctx, key.connectionId, message)),
    taken: (key, part) => units.run(actorOf(key), (ctx) => keepPart(ctx, key.connectionId, part)),
    ended: async (key, { token, because }) => {
      const { connectionId } = key
      const hasEnded = await units.run(actorOf(key), async (ctx) => {
        if (!(await endAccount(ctx, keys.secretsAtRest, { connectionId, token, because }))) return false
        await tellEnd(ctx, connectionId, because)
        return true
      })
      if (hasEnded) log.warn({ event: 'network-account.ended', ...key, because }, 'a page does not accept us any more')
    },
    linkOf: links.file,
  }
  meta.serve(handlers)
}

/** Shows people that a connection has ended until somebody acts, and why. */
export async function tellEnd(ctx: Ctx, connectionId: number, because: string): Promise<void> {
  await showStatus(ctx, connectionId, { status: 'disconnected', number: null })
  await recordEvent(ctx, connectionId, 'ended', { detail: { reason: because } })
  ctx.emit('connection.saved', { connectionId })
}
