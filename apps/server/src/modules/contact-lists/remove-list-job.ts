import type { Deps } from '#platform/deps'
import { removeSome } from './tables/contact-lists.repository.ts'
import { importsOf, removeSomeOfImport } from './tables/imports.repository.ts'

declare module '#platform/work/jobs' {
  interface Jobs {
    /** Removes the people of a removed list, and then the list. */
    'contact-lists.remove': { companyId: number; listId: number }
    /** Removes the refused rows of a removed import, and then the import. */
    'contact-lists.remove-import': { companyId: number; importId: number }
  }
}

/** In one unit of work, so that each is short. */
const most = 5000

const rules = { retryLimit: 10, retryDelay: 2, retryDelayMax: 600, expireInSeconds: 3600 }

export function defineRemoval({ jobs, units }: Pick<Deps, 'jobs' | 'units'>): void {
  jobs.define('contact-lists.remove', rules, async ({ companyId, listId }) => {
    const actor = { kind: 'system', companyId } as const
    for (const { id } of await units.read(actor, (ctx) => importsOf(ctx, listId))) await removeRows(companyId, id)
    while (!(await units.run(actor, (ctx) => removeSome(ctx, listId, most))));
  })
  jobs.define('contact-lists.remove-import', rules, ({ companyId, importId }) => removeRows(companyId, importId))

  async function removeRows(companyId: number, importId: number) {
    const actor = { kind: 'system', companyId } as const
    while (!(await units.run(actor, (ctx) => removeSomeOfImport(ctx, importId, most))));
  }
}
