import { type Client, measureTiming } from '../client.ts'
import { onDatabase } from '../database.ts'
import { type Row, ms } from '../table.ts'
import type { ServerUnderTest, Testbed } from '../testbed.ts'
import { beside } from './calls.ts'

const page = '/companiesPlan?searchParam=&pageNumber=1'
const reads = [
  { what: 'companies page', path: page, baseline: '/companies' },
  { what: 'companies page with what they use', path: `${page}&withUse=true`, baseline: '/companies/use' },
  { what: 'overview', path: '/overview', baseline: '/overview' },
]

/** Measures the operator's list of companies and the overview: ten thousand of them, and a tenth. */
export async function measureCompanies(testbed: Testbed): Promise<Row[]> {
  const seconds = testbed.isQuick ? 1.5 : 4
  const large = testbed.isQuick ? 2000 : 10_000
  const products = [await open(testbed, 'companies', large), await open(testbed, 'tenth_of_companies', large / 10)]
  const [whole, tenth] = await Promise.all(products.map((product) => product.operator()))
  if (!whole || !tenth) throw new Error('no products')
  const floor = await testbed.baselineOn('companies')
  const rows: Row[] = []
  for (const { what, path, baseline: name } of reads) {
    const { mine, baseline } = await beside(1, seconds, {
      ours: () => whole.get(path),
      baselineCall: () => floor.client.get(name),
    })
    const ratio = mine.p50 / baseline.p50
    rows.push({
      what: `${what}, ${large.toLocaleString('en')} companies`,
      ours: `p50 ${ms(mine.p50)}, p95 ${ms(mine.p95)}`,
      baseline: `p50 ${ms(baseline.p50)} (×${ratio.toFixed(1)})`,
      wanted: '≤ ×3',
      holds: ratio <= 3,
    })
  }
  for (const { what, path } of reads) {
    const of = (operator: Client) => measureTiming(1, seconds / 2, () => operator.get(path))
    await of(tenth)
    const [small, all] = [await of(tenth), await of(whole)]
    const ratio = all.p50 / small.p50
    rows.push({
      what: `${what}, whole data and a tenth`,
      ours: `${ms(all.p50)} and ${ms(small.p50)} (×${ratio.toFixed(2)})`,
      wanted: '≤ ×1.5',
      holds: ratio <= 1.5,
    })
  }
  for (const product of products) await product.stop()
  return rows
}

/** A product with this many companies, each with three users and a connection. */
async function open(testbed: Testbed, name: string, count: number): Promise<ServerUnderTest> {
  const product = await testbed.fresh(name)
  await onDatabase(testbed.adminUrlOf(name), async (db) => {
    await db.query(
      `with made as (
         insert into companies (name, email, plan_id, due_date, recurrence)
         select 'Empresa ' || md5(g::text), 'empresa' || g || '@bench.test', (select min(id) from plans), current_date + g % 60, 'MENSAL'
         from generate_series(1, $1::integer) g returning id),
       staff as (
         insert into users (company_id, name, email, password_hash)
         select id, 'Pessoa ' || n, 'p' || n || '@' || id || '.test', '' from made, generate_series(1, 3) n)
       insert into connections (company_id, name, channel) select id, 'Loja', 'whatsapp' from made`,
      [count],
    )
    await db.query('vacuum analyze')
  })
  const { status, text } = await (await product.operator()).get(page)
  if (status !== 200 || JSON.parse(text).count < count) throw new Error(`companies: ${status} ${text.slice(0, 200)}`)
  return product
}
