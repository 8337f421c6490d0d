import type { Deps } from '#platform/deps'
import { lockCompany } from '#modules/companies'
import { findAccount } from './accounts.repository.ts'
import { findLongLeft, forgetNumber } from './official-numbers.repository.ts'

/** Numbers that their phones have had for so long that Meta tells nothing of them any more. */
export async function forgetLeftNumbers({ units, keys }: Pick<Deps, 'units' | 'keys'>): Promise<void> {
  for (const { company_id: companyId, connection_id: connectionId } of await findLongLeft(units.operator))
    await units.run({ kind: 'system', companyId }, async (ctx) => {
      await lockCompany(ctx)
      // It may have been moved back meanwhile.
      if ((await findAccount(ctx, keys.secretsAtRest, connectionId))?.isLeft) await forgetNumber(ctx, connectionId)
    })
}
