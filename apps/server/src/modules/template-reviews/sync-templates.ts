import { isFinal, listTemplates } from '@guiche/meta'
import type { Actor } from '#platform/context'
import type { Deps } from '#platform/deps'
import { readClock, storeTemplates } from '#modules/message-templates'
import { type ReachedAccount, type ReviewDeps, findReached } from './reach-account.ts'
import { connectionsToSync } from './template-reviews.repository.ts'

/** Stores all templates of an account as they are at Meta now. Returns how many there are. */
export async function syncTemplates(
  { units }: Pick<Deps, 'units'>,
  actor: Actor,
  { graph, ...account }: ReachedAccount,
): Promise<number> {
  const askedAt = await units.read(actor, readClock)
  const templates = await listTemplates(graph, account)
  await units.run(actor, (ctx) => storeTemplates(ctx, account.accountId, templates, { askedAt }))
  return templates.length
}

/** After a number was connected, when Meta tells of a template that we do not have, and once a day. */
export function defineSyncing(deps: ReviewDeps & Pick<Deps, 'jobs' | 'log'>): void {
  const { jobs, units, log } = deps
  jobs.define(
    'messageTemplates.sync',
    { retryLimit: 6, retryDelay: 2, retryDelayMax: 900, expireInSeconds: 300, atOnce: 2 },
    async ({ companyId, connectionId }) => {
      const system = { kind: 'system', companyId } as const
      const reached = await findReached(deps, system, connectionId)
      if (!reached || reached.hasEnded) return
      await syncTemplates(deps, system, reached).catch((err: unknown) => {
        // What a person has to mend does not get better by itself.
        if (!isFinal(err)) throw err
        log.warn({ event: 'message-templates.not-read', err, companyId, connectionId }, 'could not read the templates')
      })
    },
  )
  jobs.defineTimer('messageTemplates.daily', '23 4 * * *', async () => {
    const rows = await connectionsToSync(units.operator)
    const payloads = rows.map(({ company_id: companyId, connection_id: connectionId }) => ({ companyId, connectionId }))
    await jobs.enqueueAll(units.operator, 'messageTemplates.sync', payloads)
  })
}
