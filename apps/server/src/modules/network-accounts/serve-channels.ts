import type { Outbound } from '@guiche/channel'
import { identityAt } from '@guiche/meta'
import type { Meta, MetaHandlers } from '#channels/meta'
import type { Deps } from '#platform/deps'
import { findLastHeard, findPartsOf, keepPart } from '#modules/inbound'
import { mediaLinks } from '#modules/media'
import { keepStanding } from '#modules/sending-guard'
import { endAccount, findAccount } from './network-accounts.repository.ts'
import { concernsOthers, hearRefusal } from './numbers/hear-refusals.ts'
import { tellEnd } from './numbers/number-health.ts'
import { findNumber } from './numbers/official-numbers.repository.ts'

/** Something about a message, and no message itself. */
const isChange = ({ kind }: Outbound): boolean => ['read', 'reaction', 'edit', 'delete'].includes(kind)

/** What the channels of pages and accounts ask of the database. */
export function serveChannels(deps: Deps, meta: Meta): void {
  const { units, keys, log } = deps
  const links = mediaLinks(deps)
  const actorOf = ({ companyId, connectionId }: { companyId: number; connectionId: number }) =>
    ({ kind: 'connection', companyId, connectionId }) as const

  const handlers: MetaHandlers = {
    access: async (key) => {
      const account = await units.read(actorOf(key), (ctx) => findAccount(ctx, keys.secretsAtRest, key.connectionId))
      if (!account || account.hasEnded || account.isDeleted || !account.isAllowed) return undefined
      return account
    },
    number: async (key) => {
      const number = await units.read(actorOf(key), (ctx) => findNumber(ctx, keys.secretsAtRest, key.connectionId))
      if (!number || number.hasEnded || number.isDeleted || !number.isAllowed) return undefined
      const { routingId: numberId, accountId, userScope, token, app, isOnPhone } = number
      return { numberId, accountId, userScope, token, isOnPhone, app: app && { appId: app.id, appSecret: app.secret } }
    },
    lastHeard: (key, address) => units.read(actorOf(key), (ctx) => findLastHeard(ctx, key.connectionId, address)),
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
    refused: async (outbound, err) => {
      const { companyId, connectionId, messageId, address, kind } = outbound
      const { code: refusal, subcode, details, traceId, remedy } = err
      log.info(
        {
          event: 'network-account.refused',
          companyId,
          connectionId,
          messageId,
          kind,
          refusal,
          subcode,
          details,
          traceId,
        },
        'Meta has refused what was sent',
      )
      if (remedy.do !== 'fail' || !concernsOthers(remedy.reason)) return
      const { reason } = remedy
      const messageIds = isChange(outbound) ? [] : [messageId]
      await units.run(actorOf(outbound), (ctx) =>
        hearRefusal(ctx, connectionId, { reason, person: [identityAt(address)], messageIds }),
      )
    },
    standing: (key, told) => units.run(actorOf(key), (ctx) => keepStanding(ctx, key.connectionId, told)),
    linkOf: links.file,
  }
  meta.serve(handlers)
}
