import type { Deps } from '#platform/deps'
import { recordNotice } from '#modules/connections'
import { findEndingTokens } from './official-numbers.repository.ts'

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
