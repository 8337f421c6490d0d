import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { rescopePeople } from '#modules/conversations'

declare module '#platform/work/jobs' {
  interface Jobs {
    /** People whom an account has named are those of its portfolio. */
    'networkAccounts.rescope': { companyId: number; accountId: string; portfolioId: string }
  }
}

/** In seconds. What has come before the portfolio was known is carried out until then. */
const stragglersAfter = 60

/** The portfolio of an account is known: its people are known by that from now on. */
export async function askToRescope(ctx: Ctx, names: { accountId: string; portfolioId: string }): Promise<void> {
  const key = `${ctx.companyId}:${names.accountId}`
  await ctx.enqueue('networkAccounts.rescope', names, { key })
  await ctx.enqueue('networkAccounts.rescope', names, { key: `${key}:stragglers`, startAfter: stragglersAfter })
}

export function defineRescoping({ units, jobs }: Pick<Deps, 'units' | 'jobs'>): void {
  jobs.define(
    'networkAccounts.rescope',
    { retryLimit: 6, retryDelay: 5, retryDelayMax: 300, expireInSeconds: 300 },
    async ({ companyId, accountId: from, portfolioId: to }) => {
      const system = { kind: 'system', companyId } as const
      while (await units.run(system, (ctx) => rescopePeople(ctx, { kind: 'business_user', from, to })));
    },
  )
}
