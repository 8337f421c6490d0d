import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { dayAfter } from '#platform/local-time'
import { listChangedDays, unmarkDay } from '#modules/tickets'
import {
  companiesToRollUp,
  companiesRolledUp,
  fingerprintOf,
  forgetRollups,
  insertDay,
  keepRolledUntil,
  lockRollups,
  sampleDays,
} from './rollups.repository.ts'

type RollDeps = Pick<Deps, 'units' | 'log'>

/** In days. */
const sample = 20

/** Counts the days that are over and not counted yet, and those whose facts have changed since. */
export async function rollUp({ units, log }: RollDeps): Promise<void> {
  for (const companyId of await companiesToRollUp(units.operator)) {
    try {
      await rollUpCompany({ units }, companyId)
    } catch (err) {
      log.error({ event: 'numbers.roll-up-failed', err, companyId }, 'could not roll up the numbers of a company')
    }
  }
}

/** A transaction for each day, so that what is done stays done after a kill. */
async function rollUpCompany({ units }: Pick<RollDeps, 'units'>, companyId: number): Promise<void> {
  const actor = { kind: 'system', companyId } as const
  for (;;) {
    const isDone = await units.run(actor, rollNextDay)
    if (isDone) return
  }
}

/** True: there is no such day. */
async function rollNextDay(ctx: Ctx): Promise<boolean> {
  const state = await lockRollups(ctx)
  if (!state) return true
  if (state.is_elsewhere) {
    await forgetRollups(ctx, state)
    return false
  }
  const [changed] = await listChangedDays(ctx)
  if (changed !== undefined) {
    await unmarkDay(ctx, changed)
    // Days that are not rolled up yet are counted live.
    if (changed < state.until) await insertDay(ctx, changed, state.timezone)
    return false
  }
  if (state.until >= state.today) return true
  await insertDay(ctx, state.until, state.timezone)
  await keepRolledUntil(ctx, dayAfter(state.until, 1))
  return false
}

/** R43: counts some days again, yesterday among them. Days that differ are right afterwards, and the log says so. */
export async function auditRollups({ units, log }: RollDeps): Promise<void> {
  for (const companyId of await companiesRolledUp(units.operator)) {
    try {
      const wrong = await units.run({ kind: 'system', companyId }, auditCompany)
      for (const day of wrong)
        log.error({ event: 'numbers.day-was-wrong', companyId, day }, 'counted numbers of a day that were wrong again')
    } catch (err) {
      log.error({ event: 'numbers.audit-failed', err, companyId }, 'could not audit the numbers of a company')
    }
  }
}

async function auditCompany(ctx: Ctx): Promise<string[]> {
  const state = await lockRollups(ctx)
  if (!state || state.is_elsewhere) return []
  const changed = new Set(await listChangedDays(ctx))
  const days = [dayAfter(state.until, -1), ...(await sampleDays(ctx, sample))]
  const wrong: string[] = []
  for (const day of new Set(days)) {
    if (changed.has(day)) continue
    const before = await fingerprintOf(ctx, day)
    await insertDay(ctx, day, state.timezone)
    if ((await fingerprintOf(ctx, day)) !== before) wrong.push(day)
  }
  return wrong
}
