import { GraphError, unsubscribePage } from '@guiche/meta'
import type { Meta } from '#channels/meta'
import type { Deps } from '#platform/deps'
import { findAccount, isPageUsed, removeAccount } from './network-accounts.repository.ts'

declare module '#platform/work/jobs' {
  interface Jobs {
    'networkAccounts.unsubscribe': { companyId: number; connectionId: number }
  }
}

/** A page whose connections are all deleted tells us nothing any more, and its token is forgotten. */
export function defineUnsubscribing({ units, keys, jobs, followers, log }: Deps, meta: Meta | undefined): void {
  followers.within('connection.deleted', async (ctx, { connectionId }) => {
    if (await findAccount(ctx, keys.secretsAtRest, connectionId))
      await ctx.enqueue('networkAccounts.unsubscribe', { connectionId })
  })

  jobs.define(
    'networkAccounts.unsubscribe',
    { retryLimit: 8, retryDelay: 2, retryDelayMax: 3600, expireInSeconds: 120 },
    async ({ companyId, connectionId }) => {
      const system = { kind: 'system', companyId } as const
      const account = await units.read(system, (ctx) => findAccount(ctx, keys.secretsAtRest, connectionId))
      if (!account?.isDeleted) return
      const isUsed = await units.read(system, (ctx) => isPageUsed(ctx, account.pageId))
      if (!isUsed && meta)
        await unsubscribePage(meta.graph, account.pageId, account.token).catch((err: unknown) => {
          // With a token that has ended nothing can be done, and Meta ends the subscription too.
          if (!(err instanceof GraphError) || err.remedy.do === 'again' || err.remedy.do === 'hold') throw err
          log.info(
            { event: 'network-account.not-unsubscribed', err, companyId, connectionId },
            'could not unsubscribe from a page',
          )
        })
      await units.run(system, (ctx) => removeAccount(ctx, connectionId))
    },
  )
}
