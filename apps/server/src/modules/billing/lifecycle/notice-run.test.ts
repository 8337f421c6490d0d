import { subscriptionState } from '@guiche/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql'
import { isExpired, isTrial } from '#modules/companies'
import { type Company, type World, createWorld } from '#test/world'
import { noticeOf } from './notice-kind.ts'
import { noteNotices } from './tell-notice.ts'

/** Nothing runs by itself here, so that each run is the one of the test. */
let world: World
beforeAll(async () => {
  world = await createWorld({ roles: ['web'] })
  await world.operator()
})
afterAll(() => world.close())
beforeEach(async () => {
  await giveGrace(0)
  await world.sql('update companies set due_date = null, trial_ends = null where id <> 1')
  await world.sql('delete from subscription_notices')
  await world.sql(`delete from pgboss.job where name = 'subscription.notice'`)
})

const giveGrace = (days: number) => world.sql('update billing_settings set grace_days = $1', [days])
const run = () => noteNotices(world.app.deps)
const dueIn = (company: Company, days: number) =>
  world.sql(`update companies set due_date = (now() at time zone timezone)::date + $2::integer where id = $1`, [
    company.id,
    days,
  ])
const kindsOf = async ({ id }: Company): Promise<string[]> =>
  (await world.sql('select kind from subscription_notices where company_id = $1 order by created_at, kind', [id])).map(
    ({ kind }) => kind,
  )
const jobs = async () =>
  (await world.sql(`select data from pgboss.job where name = 'subscription.notice' order by id`)).map(
    ({ data }) => data,
  )

/** One for each of many due dates around today, in zones where it is another day. */
async function companiesAround(): Promise<void> {
  await world.sql(`
    insert into companies (name, plan_id, timezone, due_date, trial_ends)
    select 'Data ' || zone || day || trial, (select min(id) from plans), zone, due, case when trial then due end
    from unnest(array['America/Sao_Paulo', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) as zone
    cross join generate_series(-45, 9) as day
    cross join unnest(array[false, true]) as trial
    cross join lateral (select (now() at time zone zone)::date + day as due) d`)
}

describe('the rule in SQL and the rule of the contract agree', () => {
  test.each([0, 1, 2, 3, 10, 30])('with %i days of grace', async (grace) => {
    await companiesAround()
    await giveGrace(grace)
    await run()

    const { rows } = await sql<{
      id: number
      due_date: string | null
      today: string
      is_blocked: boolean
      is_trial: boolean
      kinds: string[]
    }>`
      select c.id, c.due_date, (now() at time zone c.timezone)::date as today, ${isExpired} as is_blocked, ${isTrial} as is_trial,
        (select coalesce(json_agg(n.kind), '[]') from subscription_notices n where n.company_id = c.id) as kinds
      from companies c where c.id <> 1`.execute(world.app.deps.units.operator)

    expect(rows.length).toBeGreaterThan(300)
    for (const { id, due_date: dueDate, today, is_blocked, is_trial, kinds } of rows) {
      const state = subscriptionState({ dueDate, today, graceDays: grace, isTrial: is_trial })
      const about = { id, dueDate, today, is_trial }
      expect({ ...about, is_blocked }).toEqual({ ...about, is_blocked: state.state === 'blocked' })
      expect({ ...about, kinds }).toEqual({ ...about, kinds: [noticeOf(state)].filter(Boolean) })
    }
    await world.sql(`delete from companies where name like 'Data %'`)
  })
})

describe('a run', () => {
  test('notes each notice once, with one job for it, and the next run writes nothing', async () => {
    const company = await world.company()
    await dueIn(company, 5)

    expect(await run()).toBe(1)
    expect(await run()).toBe(0)

    expect(await kindsOf(company)).toEqual(['fiveDays'])
    expect(await jobs()).toMatchObject([{ companyId: company.id, kind: 'fiveDays' }])
  })

  test('notes each notice once when several processes run at the same time', async () => {
    const companies = [await world.company(), await world.company(), await world.company()]
    for (const company of companies) await dueIn(company, 1)

    const counts = await Promise.all(Array.from({ length: 8 }, run))

    expect(counts.reduce((sum, count) => sum + count)).toBe(3)
    expect(await jobs()).toHaveLength(3)
    for (const company of companies) expect(await kindsOf(company)).toEqual(['oneDay'])
  })

  test('notes, day after day, five days and one day before, the day itself and the block', async () => {
    await giveGrace(2)
    const company = await world.company()
    const noted = []
    for (const days of [7, 6, 5, 4, 3, 2, 1, 0, -1, -2, -3, -30]) {
      // Another date would begin anew, so the notices are moved with it.
      await dueIn(company, days)
      await world.sql(
        `update subscription_notices set due_date = (select due_date from companies where id = $1) where company_id = $1`,
        [company.id],
      )
      await run()
      noted.push((await kindsOf(company)).length)
    }

    expect(noted).toEqual([0, 0, 1, 1, 1, 1, 2, 3, 3, 4, 4, 4])
    expect((await kindsOf(company)).toSorted()).toEqual(['blocked', 'due', 'fiveDays', 'oneDay'])
  })

  test('notes only the newest one after a stop', async () => {
    await giveGrace(3)
    const [soon, late, blocked, long] = await Promise.all([
      world.company(),
      world.company(),
      world.company(),
      world.company(),
    ])
    await dueIn(soon, 3)
    await dueIn(late, -2)
    await dueIn(blocked, -6)
    await dueIn(long, -60)

    await run()

    expect(await kindsOf(soon)).toEqual(['fiveDays'])
    expect(await kindsOf(late)).toEqual(['due'])
    expect(await kindsOf(blocked)).toEqual(['blocked'])
    expect(await kindsOf(long)).toEqual([])
  })

  test('without grace the day itself is the block, and is told as such', async () => {
    const company = await world.company()
    await dueIn(company, 0)
    await run()
    expect(await kindsOf(company)).toEqual(['blocked'])
  })

  test('begins anew for another due date, and tells nobody twice of the same one', async () => {
    const company = await world.company()
    await dueIn(company, 1)
    await run()
    await dueIn(company, 31)
    expect(await run()).toBe(0)
    await dueIn(company, 4)
    expect(await run()).toBe(1)
    await dueIn(company, 1)
    expect(await run()).toBe(0)

    expect(await kindsOf(company)).toEqual(['oneDay', 'fiveDays'])
  })

  test('leaves out who has no due date, is switched off or closed, and the company of the operator', async () => {
    const [none, off, closed] = [await world.company(), await world.company(), await world.company()]
    for (const company of [off, closed]) await dueIn(company, 1)
    await world.sql('update companies set active = false where id = $1', [off.id])
    const operator = await world.operator()
    expect(await operator.delete(`/companies/${closed.id}`)).toMatchObject({ status: 200 })
    await world.sql('update companies set due_date = current_date where id = 1')

    expect(await run()).toBe(0)

    for (const company of [none, off, closed]) expect(await kindsOf(company)).toEqual([])
    expect(await world.sql('select from subscription_notices where company_id = 1')).toEqual([])
  })

  test('tells a trial of its end one day before, and not on its first day', async () => {
    const company = await world.company()
    await dueIn(company, 3)
    await world.sql('update companies set trial_ends = due_date where id = $1', [company.id])
    expect(await run()).toBe(0)

    await dueIn(company, 1)
    await world.sql('update companies set trial_ends = due_date where id = $1', [company.id])
    expect(await run()).toBe(1)
    expect(await kindsOf(company)).toEqual(['oneDay'])
  })

  test('enqueues no job for a notice that was not noted, and notes none without its job', async () => {
    const company = await world.company()
    await dueIn(company, 1)
    const broken = {
      ...world.app.deps,
      jobs: { ...world.app.deps.jobs, enqueueAll: () => Promise.reject(new Error('no jobs now')) },
    }

    await expect(noteNotices(broken)).rejects.toThrow('no jobs now')
    expect(await kindsOf(company)).toEqual([])

    expect(await run()).toBe(1)
  })
})
