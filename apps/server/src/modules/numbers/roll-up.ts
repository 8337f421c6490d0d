import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { dayAfter } from '#platform/local-time'
import { listChangedDays, unmarkDay } from '#modules/tickets'
import { fingerprintOfMonth, forgetMonth, makeMonth, monthsOfDays, nextMonth } from './months.repository.ts'
import {
  companiesToRollUp,
  companiesRolledUp,
  fingerprintOf,
  forgetRollups,
  insertDays,
  keepRolledUntil,
  lockRollups,
  sampleDays,
} from './rollups.repository.ts'

type RollDeps = Pick<Deps, 'units' | 'log'>

/** In days. */
const sample = 20
/** So many days of a company that has many to count are counted together, which takes less time than each alone. */
const daysAtOnce = 7

/** Counts the days that are over and not counted yet, and those whose facts have changed since, and makes months of them. */
export async function rollUp({ units, log }: RollDeps): Promise<void> {
  for (const companyId of await companiesToRollUp(units.operator)) {
    try {
      await rollUpCompany({ units }, companyId)
    } catch (err) {
      log.error({ event: 'numbers.roll-up-failed', err, companyId }, 'could not roll up the numbers of a company')
    }
  }
}

/** A transaction for some days or a month, so that what is done stays done after a kill. */
async function rollUpCompany({ units }: Pick<RollDeps, 'units'>, companyId: number): Promise<void> {
  const actor = { kind: 'system', companyId } as const
  for (;;) {
    const isDone = await units.run(actor, rollNext)
    if (isDone) return
  }
}

/** True: there is nothing left to do. */
async function rollNext(ctx: Ctx): Promise<boolean> {
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
    if (changed < state.until) {
      await insertDays(ctx, { from: changed, to: changed }, state.timezone)
      await forgetMonth(ctx, changed)
    }
    return false
  }
  if (state.until >= state.today) {
    const month = await nextMonth(ctx)
    if (month === undefined) return true
    await makeMonth(ctx, month)
    return false
  }
  const [last, week] = [dayAfter(state.today, -1), dayAfter(state.until, daysAtOnce - 1)]
  const days = { from: state.until, to: week < last ? week : last }
  await insertDays(ctx, days, state.timezone)
  await keepRolledUntil(ctx, dayAfter(days.to, 1))
  return false
}

/** R43: counts some days and their months again, yesterday among them. Those that differ are right afterwards, and the log says so. */
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
    await insertDays(ctx, { from: day, to: day }, state.timezone)
    if ((await fingerprintOf(ctx, day)) !== before) wrong.push(day)
  }
  for (const month of await monthsOfDays(ctx, days)) {
    const before = await fingerprintOfMonth(ctx, month)
    await makeMonth(ctx, month)
    if ((await fingerprintOfMonth(ctx, month)) !== before) wrong.push(month.slice(0, 7))
  }
  return wrong
}
