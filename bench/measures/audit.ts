import { auditActions, auditAreas, limits } from '@guiche/contract'
import type pg from 'pg'
import type { Client } from '../client.ts'
import { onDatabase } from '../database.ts'
import { type Row, ms } from '../table.ts'
import type { ServerUnderTest, Testbed } from '../testbed.ts'
import { beside } from './calls.ts'

/** Entries of one company. */
const entries = 5_000_000
/** So many entries are written by one statement. */
const chunk = 500_000

/** The others come by turns. */
const rare = { every: 5000, action: 'user.deleted' }

interface Log {
  product: ServerUnderTest
  filters: Filter[]
}

interface Filter {
  what: string
  query: Record<string, string>
  /** The path of the same page at the baseline. */
  baseline: string
}

/** Measures the page of the audit log, the newest entries and each filter: five million entries, and a tenth. */
export async function measureAudit(testbed: Testbed): Promise<Row[]> {
  const seconds = testbed.isQuick ? 1.5 : 3
  const count = testbed.isQuick ? entries / 10 : entries
  const whole = await open(testbed, 'audit', count)
  const tenth = await open(testbed, 'tenth_of_audit', count / 10)
  const floor = await testbed.baselineOn('audit', whole.product.data.companyId)
  await Promise.all([whole.product.logIn(), tenth.product.logIn()])
  const rows: Row[] = []
  for (const { what, query, baseline: path } of whole.filters) {
    const { mine, baseline } = await beside(1, seconds, {
      ours: () => page(whole.product.admin, query),
      baselineCall: () => floor.client.get(path),
    })
    const ratio = mine.p50 / baseline.p50
    rows.push({
      what: `audit page, ${what}, ${count.toLocaleString('en')} entries`,
      ours: `p50 ${ms(mine.p50)}, p95 ${ms(mine.p95)}`,
      baseline: `p50 ${ms(baseline.p50)} (×${ratio.toFixed(1)})`,
      wanted: '≤ ×3',
      holds: ratio <= 3,
    })
  }
  for (const [nth, { what, query }] of whole.filters.entries()) {
    const small = tenth.filters[nth]?.query ?? query
    const { mine: all, baseline: few } = await beside(1, seconds, {
      ours: () => page(whole.product.admin, query),
      baselineCall: () => page(tenth.product.admin, small),
    })
    const ratio = all.p50 / few.p50
    rows.push({
      what: `audit page, ${what}, whole data and a tenth`,
      ours: `${ms(all.p50)} and ${ms(few.p50)} (×${ratio.toFixed(2)})`,
      wanted: '≤ ×1.5',
      holds: ratio <= 1.5,
    })
  }
  for (const { product } of [whole, tenth]) await product.stop()
  return rows
}

const page = (client: Client, query: Record<string, string>) =>
  client.get(`/audit?${new URLSearchParams(query).toString()}`)

/** A product whose large company has so many entries, of two years, two hundred people and every action. */
async function open(testbed: Testbed, name: string, count: number): Promise<Log> {
  const product = await testbed.fresh(name)
  const { companyId } = product.data
  const filters = await onDatabase(testbed.adminUrlOf(name), async (db) => {
    const person = await fill(db, companyId, count)
    const { rows } = await db.query(
      `select id, (created_at at time zone 'America/Sao_Paulo')::date::text as day
       from audit_log where company_id = $1 order by created_at desc, id desc offset $2 limit 1`,
      [companyId, Math.round(count / 2)],
    )
    const { rows: persons } = await db.query('select id, name from users where id = $1', [person])
    return filtersOf(rows[0], persons[0])
  })
  const least = Math.min(limits.auditPerPage, (0.9 * count) / rare.every)
  for (const { what, query } of filters) {
    const { status, text } = await page(product.admin, query)
    const found = status === 200 ? JSON.parse(text).entries.length : 0
    if (found < least) throw new Error(`audit page, ${what}: ${found} entries, ${status} ${text.slice(0, 200)}`)
  }
  return { product, filters }
}

function filtersOf(middle: { id: number; day: string }, person: { id: number; name: string }): Filter[] {
  const by = (
    what: string,
    query: Record<string, string>,
    baseline: string,
    [value] = Object.values(query),
  ): Filter => ({
    what,
    query,
    baseline: `/audit-${baseline}${value === undefined ? '' : `?value=${encodeURIComponent(value)}`}`,
  })
  return [
    by('the newest', {}, 'first'),
    by('older ones', { before: String(middle.id) }, 'older'),
    by('of a person', { userId: String(person.id) }, 'person'),
    by('of a name', { who: person.name }, 'name'),
    { what: 'of the operator', query: { actor: 'operator' }, baseline: '/audit-operator' },
    { what: 'of the system', query: { actor: 'system' }, baseline: '/audit-system' },
    by('of a rare action', { action: rare.action }, 'action'),
    by('of an area', { area: 'users' }, 'area', [`{${auditAreas.users.join()}}`]),
    by('about queues', { object: 'queue' }, 'object'),
    by('about an object', { objectId: '777' }, 'object-id'),
    by('from an address', { address: '10.0.0.7' }, 'address'),
    by('until a day', { until: middle.day }, 'until'),
  ]
}

/**
 * Written without the indexes, which are built afterwards: that takes a tenth of the time. Returns a person who did some
 * of it.
 */
async function fill(db: pg.Client, companyId: number, count: number): Promise<string> {
  const { rows: people } = await db.query(
    `insert into users (company_id, name, email, password_hash)
     select $1, 'Pessoa ' || md5(n::text), 'audit' || n || '@bench.test', '' from generate_series(1, 200) n returning id`,
    [companyId],
  )
  const { rows: indexes } = await db.query(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'audit_log' and indexname not in (select conname from pg_constraint)`,
  )
  for (const { name } of indexes) await db.query(`drop index ${name}`)
  // Without looking for the company of each.
  await db.query(`set session_replication_role = replica`)
  const actions = auditActions.filter((action) => action !== rare.action)
  for (let done = 0; done < count; done += chunk)
    await db.query(
      `insert into audit_log (company_id, actor_company_id, actor_user_id, actor_name, action, object, object_id, address, detail, created_at)
       select $1, case when n % 5000 = 0 then 1 else $1 end,
              case when n % 7 = 0 then null else ($2::bigint[])[1 + n % 200] end, case when n % 7 = 0 then '' else 'Pessoa ' || n % 200 end,
              case when n % $3 = 0 then $4 else ($5::text[])[1 + n * 31 % $6] end,
              case when n % 500 = 0 then 'queue' when n % 3 = 0 then 'ticket' else 'user' end, (n % 1000)::text,
              ('10.0.' || n % 200 / 100 || '.' || n % 100)::inet,
              jsonb_build_object('before', jsonb_build_object('name', 'Nome ' || n), 'after', jsonb_build_object('name', 'Nome ' || n + 1)),
              now() - (1 - n::float8 / $7::integer) * interval '730 days'
       from generate_series($8::integer, $9::integer) n`,
      [
        companyId,
        people.map(({ id }) => id),
        rare.every,
        rare.action,
        actions,
        actions.length,
        count,
        done + 1,
        Math.min(done + chunk, count),
      ],
    )
  await db.query(`set session_replication_role = origin`)
  await db.query(`set maintenance_work_mem = '512MB'`)
  for (const { definition } of indexes) await db.query(definition)
  await db.query('vacuum analyze')
  return String(people[7]?.id)
}
