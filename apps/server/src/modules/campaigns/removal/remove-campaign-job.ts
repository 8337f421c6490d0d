import type { Deps } from '#platform/deps'
import { removeSome } from './removal.repository.ts'

declare module '#platform/work/jobs' {
  interface Jobs {
    /** Removes the people of a removed campaign, and then the campaign. */
    'campaigns.remove': { companyId: number; campaignId: number }
  }
}

/** In one unit of work, so that each is short. */
const most = 5000

export function defineRemoval({ jobs, units }: Pick<Deps, 'jobs' | 'units'>): void {
  jobs.define(
    'campaigns.remove',
    { retryLimit: 10, retryDelay: 2, retryDelayMax: 600, expireInSeconds: 3600 },
    async ({ companyId, campaignId }) => {
      const actor = { kind: 'system', companyId } as const
      while (!(await units.run(actor, (ctx) => removeSome(ctx, campaignId, most))));
    },
  )
}
