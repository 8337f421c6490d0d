import { readPortfolio } from '@guiche/meta'
import type { Meta } from '#channels/meta'
import type { Deps } from '#platform/deps'
import { keepStanding } from '#modules/sending-guard'
import { keyOf } from './link-number.ts'
import { findNumber, findWithoutPortfolio, keepPortfolio } from './official-numbers.repository.ts'
import { askToRescope } from './portfolios.ts'

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
