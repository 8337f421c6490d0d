import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Units } from '../../src/platform/database/unit-of-work.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { type Company, type World, createWorld, eventually } from '#test/world'
import { oneConnection, takeTurns } from './one-connection.ts'

/** Tables without company_id, with the reason. A new one must be added here deliberately (S1). */
const withoutCompany: Record<string, string> = {
  companies: 'is the company: walled in by its own id',
  plans: 'the price list of the installation: everybody may read it',
  helps: 'videos for all companies: everybody may read them, and only the operator writes them',
  announcements: 'notices for all companies: everybody may read them, and only the operator writes them',
  installation_settings: 'what the operator sets for the whole installation',
  billing_settings: 'how the installation is paid: tenants read the days of grace, and only the operator the rest',
  payment_webhooks: 'what payment providers report, which names no company: only the operator reads it',
  mail_server: 'what sends the e-mails of the whole installation: only the operator may even read it',
  notice_texts: 'what notices of subscriptions say: only the operator reads and writes it',
  recoveries: 'requests of people who are not logged in: only the operator may even read it',
  terms: 'what those who sign up accept: only the operator reads and writes it',
  kysely_migration: 'which migrations have run',
  kysely_migration_lock: 'that only one process migrates',
}

let world: World
let a: Company
let b: Company

beforeAll(async () => {
  world = await createWorld()
  ;[a, b] = await Promise.all([world.company(), world.company()])
  await Promise.all([a.ticket(), b.ticket()])
})
afterAll(() => world.close())

describe('the tables (S1)', () => {
  test('every table has company_id, never null, or is on the list above', async () => {
    const tables = await world.sql(`
      select c.relname as name, a.attnotnull as required from pg_class c
      left join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`)
    expect(tables.length).toBeGreaterThan(25)
    const unowned = tables.filter((table) => table.required !== true).map((table) => table.name)
    expect(unowned).toEqual(Object.keys(withoutCompany).toSorted())
  })

  test('every table of companies has row-level security that also applies to its owner, with policies on the company', async () => {
    const open = await world.sql(`
      select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
        exists (select from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname and p.cmd = 'ALL'
                and p.roles = '{guiche_tenant}' and p.qual like '%current_company_id()%'
                and p.with_check like '%current_company_id()%') as walled,
        (select count(*)::int from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname
          and p.roles && '{guiche_tenant,public,guiche_app}') as policies
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and (c.relname = 'companies' or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id'))`)
    expect(open.filter((table) => !table.forced || !table.walled || table.policies !== 1)).toEqual([])
  })

  test('no view bypasses row-level security', async () => {
    const views = await world.sql(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')`,
    )
    expect(views).toEqual([])
  })

  test('only known functions bypass row-level security, with a fixed search_path', async () => {
    const functions = await world.sql(`
      select p.proname as name, pg_get_userbyid(p.proowner) as owner, array_to_string(p.proconfig, ';') as settings
      from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef order by 1`)
    expect(functions.map(({ name, owner }) => [name, owner])).toEqual([
      // Makes the plan that a company has paid for, which no tenant may write otherwise.
      ['begin_own_plan', 'guiche_owner'],
      // Removes companies that were closed at least 30 days ago, for the operator only.
      ['erase_closed_company', 'guiche_owner'],
      ['list_items_after', 'guiche_search'],
      // Removes entries that are at least 30 days old, for the operator only.
      ['remove_old_audit', 'guiche_owner'],
      ['search_campaign_people', 'guiche_search'],
      ['search_contacts', 'guiche_search'],
      ['search_list_items', 'guiche_search'],
      ['search_texts', 'guiche_search'],
      ['search_tickets', 'guiche_search'],
      // With the parameters of the previous version.
      ['search_tickets', 'guiche_search'],
    ])
    for (const { settings } of functions) expect(settings).toContain('search_path=public, pg_temp')
  })
})

describe('the roles (S1)', () => {
  test("the server's logins are no superusers, bypass no policy and create nothing", async () => {
    const roles = await world.sql(`
      select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication from pg_roles
      where rolname in ('guiche_app', 'guiche_operator', 'guiche_tenant', 'guiche_search', 'guiche_owner')`)
    expect(roles).toHaveLength(5)
    for (const { rolname, ...rights } of roles)
      expect({ rolname, any: Object.values(rights).some(Boolean) }).toEqual({ rolname, any: false })
  })

  test("the server's logins own nothing", async () => {
    const owned = await world.sql(`
      select pg_get_userbyid(relowner) as owner, relname as name from pg_class
      where pg_get_userbyid(relowner) in ('guiche_app', 'guiche_tenant', 'guiche_operator')
      union all select pg_get_userbyid(proowner), proname from pg_proc where pg_get_userbyid(proowner) in ('guiche_app', 'guiche_tenant', 'guiche_operator')
      union all select pg_get_userbyid(nspowner), nspname from pg_namespace where pg_get_userbyid(nspowner) in ('guiche_app', 'guiche_tenant', 'guiche_operator')`)
    expect(owned).toEqual([])
  })

  test("the server's logins cannot become the owner, the operator or the search role", async () => {
    const [able] = await world.sql(`
      select bool_or(pg_has_role(who, target, 'member')) as any
      from unnest(array['guiche_app', 'guiche_tenant']) who, unnest(array['guiche_owner', 'guiche_operator', 'guiche_search']) target`)
    expect(able.any).toBe(false)
    await asTenant(a.id, async (query) => {
      await expect(query('set role guiche_operator')).rejects.toThrow('permission denied')
    })
  })

  test("the server's logins create no table and no function", async () => {
    for (const statement of ['create table loot (id int)', 'create function f() returns int language sql return 1']) {
      await asApp(async (query) => {
        await expect(query(statement)).rejects.toThrow('permission denied')
      })
      await asTenant(a.id, async (query) => {
        await expect(query(statement)).rejects.toThrow('permission denied')
      })
    }
  })
})

describe('without a unit of work', () => {
  test('the login can read no table', async () => {
    const tables = await world.sql(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    )
    await asApp(async (query) => {
      for (const { name } of tables) await expect(query(`select * from ${name}`)).rejects.toThrow('permission denied')
    })
  })

  test('the tenant role without a company reads and writes nothing', async () => {
    await asApp(async (query) => {
      await query('set role guiche_tenant')
      for (const table of ['tickets', 'messages', 'contacts', 'users', 'companies'])
        expect(await query(`select * from ${table}`)).toEqual([])
      await expect(query(`insert into tags (company_id, name) values (${a.id}, 'x')`)).rejects.toThrow(
        'row-level security',
      )
    })
  })
})

describe('with row-level security', () => {
  test('a company cannot read, change, remove or insert rows of another, even by name', async () => {
    await asTenant(b.id, async (query) => {
      expect(await query(`select * from tickets where company_id = ${a.id}`)).toEqual([])
      expect(await query(`update contacts set name = 'x' where company_id = ${a.id} returning id`)).toEqual([])
      expect(await query(`delete from messages where company_id = ${a.id} returning id`)).toEqual([])
      await expect(query(`insert into tags (company_id, name) values (${a.id}, 'x')`)).rejects.toThrow(
        'row-level security',
      )
    })
    await asTenant(b.id, async (query) => {
      await expect(query(`update contacts set company_id = ${a.id}`)).rejects.toThrow('row-level security')
    })
  })

  test('a row cannot refer to a row of another company', async () => {
    const [contact] = await a.sql('select id from contacts where company_id = $1', [a.id])
    const [tag] = await world.sql(`insert into tags (company_id, name) values ($1, 'Própria') returning id`, [b.id])
    await expect(
      world.sql('insert into contact_tags (company_id, contact_id, tag_id) values ($1, $2, $3)', [
        b.id,
        contact.id,
        tag.id,
      ]),
    ).rejects.toThrow('foreign key')
  })

  test('the audit log can be added to and read, but not changed or emptied (S74)', async () => {
    const add = `insert into audit_log (company_id, action) values (${a.id}, 'test')`
    const changes = ["update audit_log set action = 'x'", 'delete from audit_log', 'truncate audit_log']
    await asTenant(a.id, (query) => query(add))
    for (const change of changes) {
      await asTenant(a.id, async (query) => {
        await expect(query(change)).rejects.toThrow('permission denied')
      })
      await as(world.databases.operator, async (query) => {
        await expect(query(change)).rejects.toThrow('permission denied')
      })
    }
  })
})

describe('the pool (S2)', () => {
  let pool: pg.Pool
  let units: Units

  beforeAll(() => {
    ;({ pool, units } = oneConnection(world))
  })
  afterAll(() => pool.end())

  test('two companies that use one connection in turn, with failing statements in between, cannot see data of each other', async () => {
    expect(await takeTurns(world, { pool, units }, { companies: [a, b], rounds: 1000 })).toBe(1000)
  })

  test('a unit of work that ignores a failed statement does not report success', async () => {
    const work = units.run({ kind: 'system', companyId: a.id }, async ({ db }) => {
      await sql`insert into tags (company_id, name) values (${a.id}, 'Verloren')`.execute(db)
      await sql`select 1 / 0`.execute(db).catch(() => undefined)
    })
    await expect(work).rejects.toThrow('rolled back')
    expect(await a.sql(`select id from tags where name = 'Verloren'`)).toEqual([])
  })

  test('a company that is not a number is refused', async () => {
    for (const companyId of [Number.NaN, Number.POSITIVE_INFINITY, 1.5, JSON.parse(`"${a.id}'; set role none; --"`)]) {
      const work = units.run({ kind: 'system', companyId }, async ({ db }) => sql`select 1`.execute(db))
      await expect(work).rejects.toThrow('needs a company')
    }
    await units.read({ kind: 'system', companyId: a.id }, async ({ db }) => {
      const { rows } = await sql<{ id: number }>`select id from companies`.execute(db)
      expect(rows).toEqual([{ id: a.id }])
    })
  })
})

describe('jobs (S8)', () => {
  test('a job without a company does nothing and ends on the dead list with the reason', async () => {
    const [job] = await world.sql(
      `insert into pgboss.job (name, data, retry_limit) values ('media.fetch', '{"fileId": 1}', 0) returning id`,
    )
    const letter = await eventually(async () => {
      const { body } = await (await world.operator()).get('/operations/dead-letters')
      const found = body.find(({ id }: { id: string }) => id === `media.fetch:${job.id}`)
      if (!found) throw new Error('not given up yet')
      return found
    })
    expect(letter).toMatchObject({ companyId: null, reason: 'job media.fetch without a company is refused' })
  })
})

type Query = (text: string) => Promise<unknown[]>

async function as(url: string, work: (query: Query) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(async (text) => (await client.query(text)).rows)
  } finally {
    await client.end()
  }
}

const asApp = (work: (query: Query) => Promise<unknown>) => as(world.databases.app, work)

/** The role of the server in a unit of work of this company. */
const asTenant = (companyId: number, work: (query: Query) => Promise<unknown>) =>
  asApp(async (query) => {
    await query(`set role guiche_tenant; set app.company_id = '${companyId}'`)
    await work(query)
  })

describe('the job queue', () => {
  const jobOf = async (companyId: number, payload: object) => {
    const name = 'media.fetch'
    return world.app.deps.units.run({ kind: 'system', companyId }, (ctx) =>
      sql<{ id: string }>`
        insert into pgboss.job (name, data, policy) values (${name}, ${JSON.stringify(payload)}::jsonb, 'standard') returning id`.execute(
        ctx.db,
      ),
    )
  }

  test('accepts no job of another company, or of none, from a unit of work', async () => {
    const [mine, other] = [await world.company(), await world.company()]

    for (const payload of [
      { companyId: other.id, fileId: 1 },
      { fileId: 1 },
      { companyId: null },
      { companyId: 'all' },
    ])
      await expect(jobOf(mine.id, payload)).rejects.toThrow(/row-level security/)
    await expect(
      world.app.deps.units.run({ kind: 'system', companyId: mine.id }, (ctx) =>
        world.app.deps.jobs.enqueue(ctx.db, 'media.fetch', { companyId: other.id, fileId: 1 }),
      ),
    ).rejects.toThrow(/row-level security/)
    expect((await jobOf(mine.id, { companyId: mine.id, fileId: 0 })).rows).toHaveLength(1)
  })

  test('shows a unit of work no job of another company', async () => {
    const [mine, other] = [await world.company(), await world.company()]
    await jobOf(other.id, { companyId: other.id, fileId: 0 })
    const { rows } = await world.app.deps.units.read({ kind: 'system', companyId: mine.id }, (ctx) =>
      sql`select id from pgboss.job union all select id from pgboss.job_common`.execute(ctx.db),
    )
    expect(rows).toEqual([])
  })
})
