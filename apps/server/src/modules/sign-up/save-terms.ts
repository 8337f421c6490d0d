import { audit } from '#platform/audit'
import type { UserCtx } from '#platform/context'
import type { Db } from '#platform/database/sql'
import { type TermsRow, insertTerms } from './terms.repository.ts'

/** Whoever signs up from now on accepts the new version; who accepted an older one has accepted that one. */
export async function saveTerms(ctx: UserCtx, operator: Db, text: string): Promise<TermsRow> {
  const terms = await insertTerms(operator, { text, userId: ctx.actor.userId })
  await audit(ctx, { action: 'terms.changed', object: 'terms', objectId: terms.version })
  return terms
}
