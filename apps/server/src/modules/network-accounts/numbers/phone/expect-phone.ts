import type { Ctx } from '#platform/context'
import { awaitHistory } from '#modules/imports'
import { findUnasked } from './on-phone.repository.ts'

declare module '#platform/work/jobs' {
  interface Jobs {
    /** Whether the app on a phone has a number too, and then its contacts and history. */
    'networkAccounts.phone': { companyId: number; connectionId: number }
  }
}

/** Asks soon whether the app on a phone has the number, and for what it has. */
export const lookAtPhone = (ctx: Ctx, connectionId: number): Promise<void> =>
  ctx.enqueue('networkAccounts.phone', { connectionId }, { key: `${ctx.companyId}:${connectionId}`, startAfter: 1 })

/** If the app on a phone has the number too: its contacts and its history come once, if they did not yet. */
export async function expectPhone(ctx: Ctx, connectionId: number): Promise<void> {
  const unasked = await findUnasked(ctx, connectionId)
  if (unasked?.includes('history')) await awaitHistory(ctx, connectionId)
  if (unasked && unasked.length > 0) await lookAtPhone(ctx, connectionId)
}
