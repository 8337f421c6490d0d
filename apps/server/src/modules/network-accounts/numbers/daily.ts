import { readPortfolio } from '@guiche/meta'
import type { Meta } from '#channels/meta'
import type { Deps } from '#platform/deps'
import { lockCompany } from '#modules/companies'
import { recordNotice } from '#modules/connections'
import { keepStanding } from '#modules/sending-guard'
import { findAccount } from './accounts.repository.ts'
import { keyOf } from './link-number.ts'
import {
  findEndingTokens,
  findLongLeft,
  findNumber,
  findWithoutPortfolio,
  forgetNumber,
  keepPortfolio,
} from './official-numbers.repository.ts'
import { askToRescope } from './portfolios.ts'

/** In days. */
const ahead = 7

/** Says in the history of a connection that its token is about to end, while everything still works. */
export async function tellEndingTokens({ units }: Pick<Deps, 'units'>): Promise<void> {
  for (const { company_id: companyId, connection_id: connectionId, ends_at } of await findEndingTokens(
    units.operator,
    ahead,
  ))
    await units.run({ kind: 'system', companyId }, (ctx) =>
      recordNotice(ctx, connectionId, { about: 'token', value: ends_at?.toISOString() ?? null }),
    )
}

/** Numbers that their phones have had for so long that Meta tells nothing of them any more. */
export async function forgetLeftNumbers({ units, keys }: Pick<Deps, 'units' | 'keys'>): Promise<void> {
  for (const { company_id: companyId, connection_id: connectionId } of await findLongLeft(units.operator))
    await units.run({ kind: 'system', companyId }, async (ctx) => {
      await lockCompany(ctx)
      // It may have been moved back meanwhile.
      if ((await findAccount(ctx, keys.secretsAtRest, connectionId))?.isLeft) await forgetNumber(ctx, connectionId)
    })
}

/** Numbers that were connected before portfolios were asked for, or whose owner Meta did not say then. */
export async function learnPortfolios({ units, keys }: Pick<Deps, 'units' | 'keys'>, meta: Meta): Promise<void> {
  for (const { company_id: companyId, connection_id: connectionId } of await findWithoutPortfolio(units.operator)) {
    const system = { kind: 'system', companyId } as const
    const number = await units.read(system, (ctx) => findNumber(ctx, keys.secretsAtRest, connectionId))
    if (!number || number.hasEnded || number.isLeft) continue
    const graph = meta.graphOf(keyOf(number.app))
    if (!graph) continue
    const { accountId } = number
    // One that cannot be asked today is asked tomorrow.
    const portfolioId = await readPortfolio(graph, number).catch(() => undefined)
    if (portfolioId === undefined) continue
    await units.run(system, async (ctx) => {
      await keepPortfolio(ctx, accountId, portfolioId)
      await askToRescope(ctx, { accountId, portfolioId })
      await keepStanding(ctx, connectionId, { account: accountId, portfolio: portfolioId })
    })
  }
}
