import { limits } from '@guiche/contract'
import pg from 'pg'
import { type Row, ms } from '../../table.ts'
import type { Testbed } from '../../testbed.ts'
import { beside } from '../calls.ts'

/** People of the large list, and of the small one. */
const people = 1_000_000
const few = 10_000
/** So many people are written by one statement. */
const chunk = 250_000

interface List {
  id: number
  count: number
  middle: { id: number; name: string }
}

/** Measures pages of a contact list: the first one, one in its middle, and searches; in a list of a million and in one of 10,000. */
export async function measureListItems(testbed: Testbed): Promise<Row[]> {
  const seconds = testbed.isQuick ? 1.5 : 3
  const product = await testbed.fresh('listed')
  const { companyId } = product.data
  const lists = await fill(testbed, companyId, [testbed.isQuick ? people / 10 : people, few])
  const floor = await testbed.baselineOn('listed', companyId)
  await product.logIn()

  const rows: Row[] = []
  for (const { what, ours, bare } of [
    { what: 'page the first', ours: () => '', bare: () => ['items-after', '', 0] },
    {
      what: 'page in the middle',
      ours: ({ middle }: List) => `&after=${middle.id}&afterName=${encodeURIComponent(middle.name)}`,
      bare: ({ middle }: List) => ['items-after', middle.name, middle.id],
    },
    { what: 'search, the end of a name', ours: () => '&searchParam=c4ca42', bare: () => ['items-search', 'c4ca42'] },
    { what: 'search, a number', ours: () => '&searchParam=960004321', bare: () => ['items-search', '960004321'] },
    {
      what: 'search, a name of many',
      ours: () => '&searchParam=quintanilha',
      bare: () => ['items-search', 'quintanilha'],
    },
  ]) {
    const timings: number[] = []
    for (const list of lists) {
      const page = () => product.admin.get(`/contact-list-items?contactListId=${list.id}${ours(list)}`)
      const { status, text } = await page()
      const { contacts } = JSON.parse(text)
      if (
        status !== 200 ||
        contacts.length === 0 ||
        (what.startsWith('page') && contacts.length !== limits.rowsPerPage)
      )
        throw new Error(`people of a list, ${what}: ${status} ${text.slice(0, 200)}`)
      const [name, ...values] = bare(list)
      const query = [list.id, ...values].map((value) => `value=${encodeURIComponent(value)}`).join('&')
      const { mine, baseline } = await beside(1, seconds, {
        ours: page,
        baselineCall: () => floor.client.get(`/${name}?${query}`),
      })
      timings.push(mine.p50)
      const ratio = mine.p50 / baseline.p50
      rows.push({
        what: `people of a list, ${what}, ${list.count.toLocaleString('en')} people`,
        ours: `p50 ${ms(mine.p50)}, p95 ${ms(mine.p95)}`,
        baseline: `p50 ${ms(baseline.p50)} (×${ratio.toFixed(1)})`,
        wanted: '≤ ×3',
        holds: ratio <= 3,
      })
    }
    const [large = 0, small = 0] = timings
    rows.push({
      what: `people of a list, ${what}, the large list and the small one`,
      ours: `${ms(large)} and ${ms(small)} (×${(large / small).toFixed(2)})`,
      wanted: '≤ ×1.5',
      holds: large / small <= 1.5,
    })
  }
  await product.stop()
  return rows
}

async function fill(testbed: Testbed, companyId: number, counts: readonly number[]): Promise<List[]> {
  const db = new pg.Client({ connectionString: testbed.adminUrlOf('listed') })
  await db.connect()
  const lists: List[] = []
  for (const count of counts) {
    const { rows: made } = await db.query(
      `insert into contact_lists (company_id, name, contacts_count) values ($1, 'Clientes', $2) returning id::int`,
      [companyId, count],
    )
    const id: number = made[0].id
    for (let done = 0; done < count; done += chunk)
      await db.query(
        `insert into contact_list_items (company_id, list_id, name, number, email, variables)
         select $1, $2, (array['Maria', 'João', 'Zenaide', 'Ana', 'Pedro', 'Rita'])[1 + n % 6]
           || (array[' Silva ', ' Souza ', ' Quintanilha ', ' Prado ', ' Moura '])[1 + n % 5] || left(md5(n::text), 6),
           (5511960000000 + n)::text, 'p' || n || '@cliente.example', '{"cidade": "Recife"}'
         from generate_series($3::integer, $4::integer) n`,
        [companyId, id, done + 1, Math.min(done + chunk, count)],
      )
    await db.query('vacuum analyze contact_list_items')
    const { rows } = await db.query(
      `select id::int, name from contact_list_items where company_id = $1 and list_id = $2
       order by fold(name), id offset $3 limit 1`,
      [companyId, id, Math.round(count / 2)],
    )
    lists.push({ id, count, middle: rows[0] })
  }
  await db.end()
  return lists
}
