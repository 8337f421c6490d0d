import { limits } from '@guiche/contract'
import type pg from 'pg'
import type { Client } from '../../client.ts'
import { onDatabase } from '../../database.ts'
import { type Row, ms } from '../../table.ts'
import type { Testbed } from '../../testbed.ts'
import { beside } from '../calls.ts'

/** People of one campaign, and of another one. */
const people = { large: 1_000_000, small: 10_000 }
/** So many people are written by one statement. */
const chunk = 250_000

/**
 * Measures the pages of the people of a campaign: the first one, and one so deep that half of the people come before it.
 * Then its report, which counts all of them, and the same of a small campaign.
 */
export async function measureCampaignPeople(testbed: Testbed): Promise<Row[]> {
  const seconds = testbed.isQuick ? 1.5 : 3
  const count = testbed.isQuick ? people.large / 10 : people.large
  const depth = count / 2 / limits.campaignPeoplePerPage
  const product = await testbed.fresh('campaign')
  const { companyId } = product.data
  const [{ campaignId, middle }, small] = await onDatabase(testbed.adminUrlOf('campaign'), async (db) => {
    const large = await fill(db, companyId, count)
    return [large, await fill(db, companyId, people.small)]
  })
  const floor = await testbed.baselineOn('campaign', companyId)
  await product.logIn()
  const page = (client: Client, query: string, id = campaignId) => client.get(`/campaigns/${id}/people${query}`)

  const rows: Row[] = []
  const nth = (number: number) => (number === 1 ? 'the first' : `number ${number.toLocaleString('en')}`)
  for (const { what, query, after } of [
    { what: nth(1), query: '?', after: 0 },
    { what: nth(depth), query: `?after=${middle}&`, after: middle },
  ])
    for (const [state, ours] of [
      ['', query],
      ['waiting', `${query}state=waiting`],
    ] as const) {
      const { status, text } = await page(product.admin, ours)
      if (status !== 200 || JSON.parse(text).people.length !== limits.campaignPeoplePerPage)
        throw new Error(`people of a campaign, ${what}: ${status} ${text.slice(0, 200)}`)
      const values = [campaignId, after, ...(state ? [state] : [])].map((value) => `value=${value}`).join('&')
      const { mine, baseline } = await beside(1, seconds, {
        ours: () => page(product.admin, ours),
        baselineCall: () => floor.client.get(`/people-${state ? 'state' : 'all'}?${values}`),
      })
      const ratio = mine.p50 / baseline.p50
      rows.push({
        what: `people of a campaign, page ${what}${state && `, ${state}`}, ${count.toLocaleString('en')} people`,
        ours: `p50 ${ms(mine.p50)}, p95 ${ms(mine.p95)}`,
        baseline: `p50 ${ms(baseline.p50)} (×${ratio.toFixed(1)})`,
        wanted: '≤ ×3',
        holds: ratio <= 3,
      })
    }
  const { mine: deep, baseline: first } = await beside(1, seconds, {
    ours: () => page(product.admin, `?after=${middle}`),
    baselineCall: () => page(product.admin, ''),
  })
  const ratio = deep.p50 / first.p50
  rows.push({
    what: `people of a campaign, page ${nth(depth)} and the first`,
    ours: `${ms(deep.p50)} and ${ms(first.p50)} (×${ratio.toFixed(2)})`,
    wanted: '≤ ×1.5',
    holds: ratio <= 1.5,
  })
  const { mine: many, baseline: few } = await beside(1, seconds, {
    ours: () => page(product.admin, '?'),
    baselineCall: () => page(product.admin, '?', small.campaignId),
  })
  const growth = many.p50 / few.p50
  rows.push({
    what: `people of a campaign, page ${nth(1)}, ${count.toLocaleString('en')} and ${people.small.toLocaleString('en')} people`,
    ours: `${ms(many.p50)} and ${ms(few.p50)} (×${growth.toFixed(2)})`,
    wanted: '≤ ×1.5',
    holds: growth <= 1.5,
  })
  for (const [id, size] of [
    [campaignId, count],
    [small.campaignId, people.small],
  ]) {
    const { mine, baseline } = await beside(1, seconds, {
      ours: () => product.admin.get(`/campaigns/${id}/report`),
      baselineCall: () => floor.client.get(`/report-parts?value=${id}`),
    })
    const times = mine.p50 / baseline.p50
    rows.push({
      what: `report of a campaign, ${size?.toLocaleString('en')} people`,
      ours: `p50 ${ms(mine.p50)}, p95 ${ms(mine.p95)}`,
      baseline: `p50 ${ms(baseline.p50)} (×${times.toFixed(1)}): counted by state, variant and number once`,
      wanted: '≤ ×3',
      holds: times <= 3,
    })
  }
  await product.stop()
  return rows
}

/** A campaign that was cancelled, so that nothing is sent. */
async function fill(db: pg.Client, companyId: number, count: number): Promise<{ campaignId: number; middle: number }> {
  const { rows: campaigns } = await db.query(
    `insert into campaigns (company_id, name, status, messages, confirmations, started_at)
     values ($1, 'Campanha', 'CANCELADA', '{Oi,"","","",""}', '{"","","","",""}', now()) returning id::int`,
    [companyId],
  )
  const campaignId: number = campaigns[0].id
  for (let done = 0; done < count; done += chunk)
    await db.query(
      `insert into campaign_recipients (company_id, campaign_id, person_key, name, number, is_valid, state, reason, variant, reached_at)
       select $1, $2, '55318' || (10000000 + n), 'Pessoa ' || md5(n::text), '55318' || (10000000 + n), true, s.state,
         case s.state when 'failed' then 'ERR_WAPP_INVALID_CONTACT' when 'skipped' then 'blocked' end, 1 + n % 5,
         case when s.state in ('sent', 'delivered', 'read', 'answered') then now() end
       from generate_series($3::integer, $4::integer) n
       cross join lateral (select (array['waiting', 'sent', 'delivered', 'read', 'read', 'answered', 'failed', 'skipped', 'uncertain', 'waiting'])[1 + n % 10] as state) s`,
      [companyId, campaignId, done + 1, Math.min(done + chunk, count)],
    )
  await db.query('vacuum analyze campaign_recipients')
  const { rows } = await db.query(
    'select id::int from campaign_recipients where company_id = $1 and campaign_id = $2 order by id offset $3 limit 1',
    [companyId, campaignId, Math.round(count / 2)],
  )
  return { campaignId, middle: rows[0].id }
}
