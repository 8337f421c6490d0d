import { type GraphClient, isFinal, deregisterNumber, readNumber } from '@guiche/meta'
import type { Meta } from '#channels/meta'
import type { Deps } from '#platform/deps'
import { leavePage } from './link-pages.ts'
import { type NetworkAccount, findAccount } from './network-accounts.repository.ts'
import { keyOf, leaveAccount } from './numbers/link-number.ts'
import {
  type OfficialNumber,
  findNumber,
  findNumberHolder,
  forgetNumber,
} from './numbers/official-numbers.repository.ts'

declare module '#platform/work/jobs' {
  interface Jobs {
    'networkAccounts.unsubscribe': { companyId: number; connectionId: number }
  }
}

/**
 * A page or an account whose connections are all deleted tells us nothing any more, and its token is forgotten. A number that its phone
 * reaches now is left too. It is known for some days more, because Meta tells again what could not be received before that.
 */
export function defineUnsubscribing({ units, keys, jobs, followers, log }: Deps, meta: Meta): void {
  for (const fact of ['connection.deleted', 'connection.moved'] as const)
    followers.within(fact, async (ctx, { connectionId }) => {
      if (await findAccount(ctx, keys.secretsAtRest, connectionId))
        await ctx.enqueue('networkAccounts.unsubscribe', { connectionId })
    })

  jobs.define(
    'networkAccounts.unsubscribe',
    { retryLimit: 8, retryDelay: 2, retryDelayMax: 3600, expireInSeconds: 120 },
    async ({ companyId, connectionId }) => {
      const system = { kind: 'system', companyId } as const
      const account = await units.read(system, (ctx) => findAccount(ctx, keys.secretsAtRest, connectionId))
      if (!account?.isLeft) return
      await leave(system, account).catch((err: unknown) => {
        // With a token that has ended nothing can be done, and Meta ends the subscription too.
        if (!isFinal(err)) throw err
        log.info(
          { event: 'network-account.not-unsubscribed', err, companyId, connectionId },
          'could not unsubscribe from a page or an account',
        )
      })
      if (account.isDeleted) await units.run(system, (ctx) => forgetNumber(ctx, connectionId))
    },
  )

  async function deregister(graph: GraphClient, { routingId: phoneNumberId, token }: OfficialNumber): Promise<void> {
    // It has been connected again, here or elsewhere.
    if (await findNumberHolder(units.operator, phoneNumberId)) return
    const { isRegistered, isOnPhoneApp } = await readNumber(graph, { phoneNumberId, token })
    if (isRegistered && !isOnPhoneApp) await deregisterNumber(graph, { phoneNumberId, token })
  }

  /** Without its app nothing can be done. */
  async function leave(system: SystemActor, { connectionId, pageId, token }: NetworkAccount): Promise<void> {
    const number = await units.read(system, (ctx) => findNumber(ctx, keys.secretsAtRest, connectionId))
    const graph = meta.graphOf(number && keyOf(number.app))
    if (!graph) return
    if (number) {
      await leaveAccount(units, graph, number)
      // A phone uses it now.
      if (!number.isDeleted) await deregister(graph, number)
      return
    }
    await leavePage(units, graph, { id: pageId, token })
  }
}

interface SystemActor {
  kind: 'system'
  companyId: number
}
