import { isFinal, subscribeAccount, subscribePage } from '@guiche/meta'
import type { Meta } from '#channels/meta'
import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { leavePage } from './link-pages.ts'
import { findAccount } from './network-accounts.repository.ts'
import { keyOf, leaveAccount } from './numbers/link-number.ts'
import { findNumber } from './numbers/official-numbers.repository.ts'

declare module '#platform/work/jobs' {
  interface Jobs {
    'networkAccounts.subscribe': { companyId: number; connectionId: number }
  }
}

/**
 * What is connected is subscribed to once more after that is stored: somebody who was refused at the same page or account meanwhile
 * may have left it again, because nobody had it yet.
 */
export function defineSubscribing({ units, keys, jobs, log }: Deps, meta: Meta): void {
  jobs.define(
    'networkAccounts.subscribe',
    { retryLimit: 8, retryDelay: 2, retryDelayMax: 3600, expireInSeconds: 120 },
    async ({ companyId, connectionId }) => {
      const system = { kind: 'system', companyId } as const
      const found = await units.read(system, (ctx) => findBoth(ctx, connectionId))
      if (!found || found.account.isDeleted || found.account.hasEnded) return
      await subscribe(found).catch((err: unknown) => {
        if (!isFinal(err)) throw err
        log.warn(
          { event: 'network-account.not-subscribed', err, companyId, connectionId },
          'could not subscribe to a page or an account',
        )
      })
    },
  )

  async function findBoth(ctx: Ctx, connectionId: number) {
    const account = await findAccount(ctx, keys.secretsAtRest, connectionId)
    return account && { account, number: await findNumber(ctx, keys.secretsAtRest, connectionId) }
  }

  /** If it was deleted in that moment, it is left again. */
  async function subscribe({ account, number }: NonNullable<Awaited<ReturnType<typeof findBoth>>>): Promise<void> {
    const graph = meta.graphOf(number && keyOf(number.app))
    if (!graph) return
    if (number) {
      await subscribeAccount(graph, number)
      await leaveAccount(units, graph, number)
      return
    }
    const page = { id: account.pageId, token: account.token }
    await subscribePage(graph, page.id, page.token)
    await leavePage(units, graph, page)
  }
}
