import type { Deps } from '#platform/deps'
import { addWords, finishWords, lockWords } from './people-words.repository.ts'

declare module '#platform/work/jobs' {
  interface Jobs {
    /** Stores what a search in the people of a large campaign looks through. */
    'campaigns.index-people': { companyId: number; campaignId: number }
  }
}

/** The people of smaller campaigns are read as quickly without an index. */
export const indexedFrom = 5000

/** In one unit of work, so that each is short. */
const most = 1000

/** It may be killed anywhere and goes on behind the last person that it has stored. */
export function defineIndexing({ jobs, units }: Pick<Deps, 'jobs' | 'units'>): void {
  jobs.define(
    'campaigns.index-people',
    { retryLimit: 10, retryDelay: 2, retryDelayMax: 600, expireInSeconds: 3600 },
    async ({ companyId, campaignId }) => {
      const actor = { kind: 'system', companyId } as const
      const addSome = () =>
        units.run(actor, async (ctx) => {
          await lockWords(ctx)
          return addWords(ctx, campaignId, most)
        })
      while ((await addSome()) === most);
      await units.run(actor, (ctx) => finishWords(ctx, campaignId))
    },
  )
}
