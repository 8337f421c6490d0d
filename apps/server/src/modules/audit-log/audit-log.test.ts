import { AuditEntryView, AuditExportHead, type AuditFilter, auditFields, limits } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowsRead } from '#test/rows-read'
import { type Answer, type Company, type Person, type World, createWorld } from '#test/world'
import { listAudit } from './audit-log.repository.ts'

let world: World
let company: Company
let admin: Person
let operator: Person

beforeAll(async () => {
  world = await createWorld()
  operator = await world.operator()
  company = await world.company()
  admin = await company.admin()
})
afterAll(() => world.close())

async function entries(person: Person, query = ''): Promise<AuditEntryView[]> {
  const { status, body } = await person.get(`/audit${query}`)
  expect(status).toBe(200)
  return body.entries
}

const actionsOf = (found: readonly AuditEntryView[]) => found.map(({ action }) => action)

/** What an export says: its head, and the entries. */
function exported({ body }: Answer): { head: AuditExportHead; found: AuditEntryView[] } {
  const [head, ...found] = String(body)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  return { head: AuditExportHead.parse(head), found: found.map((entry) => AuditEntryView.parse(entry)) }
}

describe('an entry', () => {
  test('says who did what to what, when and from where, with what it was before and after', async () => {
    const ana = await company.attendant({ name: 'Ana Prado' })
    const queue = await company.queue('Vendas')
    await admin.put(`/users/${ana.id}`, { profile: 'supervisor', queueIds: [queue.id] })

    const [entry] = await entries(admin)

    expect(entry).toMatchObject({
      at: expect.stringMatching(/^20\d\d-\d\d-\d\dT/),
      actor: { kind: 'user', id: admin.id, name: admin.name },
      address: '127.0.0.1',
      action: 'user.changed',
      object: 'user',
      objectId: String(ana.id),
      objectName: 'Ana Prado',
      detail: { before: { profile: 'user', queues: [] }, after: { profile: 'supervisor', queues: ['Vendas'] } },
    })
  })

  test('keeps the name that its author had then', async () => {
    const other = await world.company()
    const boss = await other.admin()
    await boss.post('/tags', { name: 'Urgente' }).then(({ body }) => boss.delete(`/tags/${body.id}`))
    const then = boss.name
    await boss.put(`/users/${boss.id}`, { name: 'Nome Novo' })

    const [entry] = await entries(boss, '?action=tag.deleted')
    expect(entry).toMatchObject({ actor: { name: then }, objectName: 'Urgente' })
    const [login] = await entries(boss, '?action=login')
    expect(login).toMatchObject({ actor: { kind: 'user', id: boss.id, name: then }, address: '127.0.0.1' })
  })

  test('of what nobody did says what did it', async () => {
    await world.app.deps.units.run({ kind: 'system', companyId: company.id }, async ({ db }) => {
      for (const by of ['system', 'bot', 'campaign 7', 'connections', 'import of connection 3', 'a word that is new'])
        await db
          .insertInto('audit_log')
          .values({
            company_id: company.id,
            actor_company_id: company.id,
            action: 'ticket.closeAll',
            detail: JSON.stringify({ by, closed: 1 }),
          })
          .execute()
    })
    const found = await entries(admin, '?action=ticket.closeAll')
    expect(found.map(({ actor }) => actor.kind)).toEqual([
      'system',
      'import',
      'connection',
      'campaign',
      'bot',
      'system',
    ])
    expect(found.every(({ actor, detail }) => actor.id === null && !('by' in detail))).toBe(true)
  })

  test('of a changed queue has the texts that differ, cut if they are long', async () => {
    const queue = await company.queue('Compras')
    await admin.put(`/queue/${queue.id}`, { greetingMessage: 'x'.repeat(4000), closeTicket: true })
    await admin.put(`/queue/${queue.id}`, { chatbots: [{ name: 'Preços', greetingMessage: 'Veja a tabela' }] })

    const [menu, texts] = await entries(admin, `?objectId=${queue.id}&object=queue&action=queue.updated`)
    expect(texts?.detail).toEqual({
      name: 'Compras',
      before: { greetingMessage: '', closeTicket: false },
      after: { greetingMessage: `${'x'.repeat(500)}…`, closeTicket: true },
    })
    expect(menu?.detail).toEqual({
      name: 'Compras',
      before: { menu: [] },
      after: { menu: ['1. Preços: Veja a tabela'] },
    })
  })

  test('of a changed connection has what differs, and no token', async () => {
    const { body: phone } = await admin.post('/whatsapp', { name: 'Celular', channel: 'whatsapp' })
    await admin.put(`/whatsapp/${phone.id}`, {
      name: 'Loja',
      farewellMessage: 'Até logo',
      wavoip: 'segredo-da-central-1234',
      expiresTicket: 30,
    })
    const [entry] = await entries(admin, `?objectId=${phone.id}&action=connection.updated`)
    expect(entry).toMatchObject({
      objectName: 'Loja',
      detail: {
        before: { name: 'Celular', farewellMessage: '', callToken: null, expiresTicket: 0 },
        after: { name: 'Loja', farewellMessage: 'Até logo', callToken: '••••1234', expiresTicket: 30 },
      },
    })
    expect(JSON.stringify(entry)).not.toContain('segredo')
  })

  test('has only fields that have a label', async () => {
    const rows = await world.sql('select action, detail from audit_log')
    const known = new Set<string>([...auditFields, 'before', 'after', 'by'])
    const fieldsOf = (value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : []
    const unknown = rows.flatMap(({ detail }) =>
      [...fieldsOf(detail), ...fieldsOf(detail.before), ...fieldsOf(detail.after)].filter((field) => !known.has(field)),
    )
    expect(unknown).toEqual([])
  })
})

describe('the log is read', () => {
  test('by admins, and by nobody else of the company', async () => {
    for (const person of [
      await company.supervisor(),
      await company.attendant({ allTicket: 'enable', allowConnections: 'enabled', showDashboard: 'enabled' }),
    ])
      for (const path of ['/audit', '/audit/export'])
        expect(await person.get(path)).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
  })

  test('of the own company only, also with ids of another', async () => {
    const stranger = await (await world.company()).admin()
    const own = await entries(stranger)
    expect(own.map(({ actor }) => actor.id)).not.toContain(admin.id)
    for (const path of ['/audit', '/audit/export'])
      expect(await stranger.get(`${path}?companyId=${company.id}`)).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION' },
      })
    const [{ id }] = await company.sql('select max(id)::int as id from audit_log where company_id = $1', [company.id])
    expect(await entries(stranger, `?userId=${admin.id}`)).toEqual([])
    // An entry of another company is no place in the own log.
    expect(await entries(stranger, `?before=${id}`)).toEqual([])
    expect(actionsOf(await entries(admin, `?companyId=${company.id}`))).toEqual(actionsOf(await entries(admin)))
  })

  test('by the operator in any company, which is an entry of its own there', async () => {
    const other = await world.company()
    const boss = await other.admin()
    const [reached, ...rest] = await entries(operator, `?companyId=${other.id}`)

    expect(reached).toMatchObject({
      action: 'operator.reached',
      actor: { kind: 'operator', id: operator.id, name: operator.name },
      address: '127.0.0.1',
      detail: { action: 'listAudit' },
    })
    expect(rest.map(({ actor }) => actor.id)).toContain(boss.id)
    expect(await operator.get('/audit?companyId=987654321')).toMatchObject({ status: 404 })
    expect((await entries(operator)).map(({ actor }) => actor.id)).not.toContain(boss.id)
  })

  test('by the company that was reached with the name of the operator, and without their address', async () => {
    const other = await world.company()
    const boss = await other.admin()
    await operator.get(`/users?companyId=${other.id}`)

    const [entry] = await entries(boss, '?actor=operator')
    expect(entry).toMatchObject({ actor: { kind: 'operator', name: operator.name }, address: null })
    expect(actionsOf(await entries(boss, '?address=127.0.0.1'))).not.toContain('operator.reached')
    expect(actionsOf(await entries(operator, `?companyId=${other.id}&address=127.0.0.1`))).toContain('operator.reached')
    expect(String((await boss.get('/audit/export?actor=operator')).body)).not.toContain('127.0.0.1')
  })

  test('without the processes of the server, which only the operator sees', async () => {
    await company.sql(
      `insert into audit_log (company_id, actor_company_id, action, detail)
       values ($1, $1, 'session.moved', '{"from": "host-a/1", "to": "host-b/2", "by": "connection 1"}')`,
      [company.id],
    )
    const [forAdmin] = await entries(admin, '?action=session.moved')
    expect(forAdmin).toMatchObject({ actor: { kind: 'connection' }, detail: {} })
    expect(JSON.stringify(forAdmin)).not.toContain('host-a')
    const [forOperator] = await entries(operator, `?companyId=${company.id}&action=session.moved`)
    expect(forOperator?.detail).toEqual({ from: 'host-a/1', to: 'host-b/2' })
  })
})

describe('the pages', () => {
  test('begin with the newest entry and leave out and repeat none, also of one moment', async () => {
    const other = await world.company()
    const boss = await other.admin()
    // Several entries of each moment, as a unit of work writes them.
    await other.sql(
      `insert into audit_log (company_id, actor_company_id, action, object_id, created_at)
       select $1, $1, 'tag.deleted', n, now() - (n / 7) * interval '1 minute' from generate_series(1, 120) n`,
      [other.id],
    )
    const pages: string[][] = []
    let before: number | undefined
    for (;;) {
      const place: string = before === undefined ? '' : `&before=${before}`
      const { body } = await boss.get(`/audit?action=tag.deleted${place}`)
      pages.push(body.entries.map(({ objectId }: AuditEntryView) => objectId))
      before = body.entries.at(-1)?.id
      if (!body.hasMore) break
    }
    expect(pages.map(({ length }) => length)).toEqual([limits.auditPerPage, limits.auditPerPage, 20])
    expect(new Set(pages.flat()).size).toBe(120)
    expect(pages.flat().map((id) => Math.floor(Number(id) / 7))).toEqual(
      pages
        .flat()
        .map((id) => Math.floor(Number(id) / 7))
        .toSorted((one, next) => one - next),
    )
  })

  test('cost the same however long the log is, with each filter', async () => {
    const other = await world.company()
    const boss = await other.admin()
    const ana = await other.attendant({ name: 'Ana Prado' })
    await other.sql(
      `insert into audit_log (company_id, actor_company_id, actor_user_id, action, object, object_id, address, created_at)
       select $1, case when n % 5000 = 0 then 1 else $1 end, case when n % 400 = 0 then $2::bigint when n % 3 = 0 then null else $3 end,
              case when n % 300 = 0 then 'user.deleted' when n % 2 = 0 then 'login' else 'logout' end,
              case when n % 500 = 0 then 'queue' else 'user' end, (n % 1000)::text,
              case when n % 250 = 0 then '10.0.0.1'::inet else '10.0.0.2' end, now() - n * interval '1 minute'
       from generate_series(1, 20000) n`,
      [other.id, ana.id, boss.id],
    )
    await world.sql('analyze audit_log')
    const [{ id: middle }] = await other.sql(
      `select id::int from audit_log where company_id = $1 order by created_at offset 10000 limit 1`,
      [other.id],
    )
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    const filters: [AuditFilter, number?][] = [
      [{}],
      [{}, middle],
      [{ userId: ana.id }],
      [{ who: 'ana pra' }],
      [{ who: 'nobody of this name' }],
      [{ actor: 'operator' }],
      [{ actor: 'system' }, middle],
      [{ action: 'user.deleted' }],
      [{ action: 'user.created' }],
      [{ area: 'users' }],
      [{ area: 'access' }, middle],
      [{ object: 'queue' }],
      [{ object: 'queue', objectId: '500' }],
      [{ objectId: '777' }],
      [{ address: '10.0.0.1' }],
      [{ from: day(9), until: day(8) }],
      [{ until: day(8), area: 'access' }],
    ]
    for (const [filter, before] of filters)
      await world.app.deps.units.read({ kind: 'system', companyId: other.id }, async (ctx) => {
        const page = { before, most: limits.auditPerPage + 1, findsOperatorsByAddress: true }
        const read = await rowsRead(ctx, 'audit_log', () => listAudit(ctx, filter, page))
        // Of an area the newest entries of each action are read; other rows are passed over if they are few.
        expect({ filter, read }).toSatisfy(() => read <= 4 * limits.auditPerPage)
      })
  })
})

describe('a filter', () => {
  let other: Company
  let boss: Person
  let ana: Person

  beforeAll(async () => {
    other = await world.company()
    boss = await other.admin()
    ana = await other.attendant({ name: 'Ana Prado' })
    const { body: tag } = await boss.post('/tags', { name: 'Urgente' })
    await boss.delete(`/tags/${tag.id}`)
    await ana.get('/audit')
    await ana.delete('/auth/logout')
  })

  test('by person takes a part of their name, without regard to case and accents, or their id', async () => {
    for (const query of ['?who=PRÁDO', '?who=ana%20p', `?userId=${ana.id}`])
      expect(actionsOf(await entries(boss, query))).toEqual(['logout', 'permission.denied', 'login'])
    expect(await entries(boss, '?who=ninguém')).toEqual([])
    // The text is no pattern.
    expect(await entries(boss, '?who=%25')).toEqual([])
  })

  test('by person still finds somebody who was deleted', async () => {
    const rui = await other.attendant({ name: 'Rui Lemos' })
    await boss.delete(`/users/${rui.id}`)
    expect(actionsOf(await entries(boss, '?who=lemos'))).toEqual(['login'])
    expect((await entries(boss, `?object=user&objectId=${rui.id}&action=user.deleted`))[0]?.objectName).toBe(
      'Rui Lemos',
    )
  })

  test('by area, action, object and address', async () => {
    expect(new Set(actionsOf(await entries(boss, '?area=access')))).toEqual(
      new Set(['login', 'logout', 'permission.denied']),
    )
    expect(actionsOf(await entries(boss, '?area=contents'))).toEqual(['tag.deleted'])
    expect(actionsOf(await entries(boss, '?action=permission.denied'))).toEqual(['permission.denied'])
    expect(actionsOf(await entries(boss, '?action=permission.denied&area=access'))).toEqual(['permission.denied'])
    expect(await entries(boss, '?action=permission.denied&area=users')).toEqual([])
    expect(actionsOf(await entries(boss, '?object=call&objectId=listAudit'))).toEqual(['permission.denied'])
    expect(await entries(boss, '?object=call&objectId=nothing')).toEqual([])
    expect(await entries(boss, '?address=10.9.8.7')).toEqual([])
    expect(actionsOf(await entries(boss, '?address=127.0.0.1&area=contents'))).toEqual(['tag.deleted'])
    expect(await entries(boss, `?who=prado&area=contents`)).toEqual([])
  })

  test('by day counts in the time zone of the company', async () => {
    await boss.put(`/companies/${other.id}/region`, { timezone: 'America/Sao_Paulo' })
    await other.sql(
      `insert into audit_log (company_id, actor_company_id, action, object_id, created_at) values
        ($1, $1, 'queue.deleted', 'last', '2024-05-02T02:59:59Z'), ($1, $1, 'queue.deleted', 'first', '2024-05-02T03:00:00Z')`,
      [other.id],
    )
    const on = async (day: string) => (await entries(boss, `?from=${day}&until=${day}`)).map(({ objectId }) => objectId)
    expect(await on('2024-05-01')).toEqual(['last'])
    expect(await on('2024-05-02')).toEqual(['first'])
    expect((await boss.get('/audit')).body.timezone).toBe('America/Sao_Paulo')
    await boss.put(`/companies/${other.id}/region`, { timezone: 'Europe/Istanbul' })
    expect(await on('2024-05-02')).toEqual(['first', 'last'])
  })

  test.each([
    'action=nothing',
    'area=x',
    'object=x',
    'address=abc',
    'from=2024-13-01',
    'before=0',
    'userId=x',
    'actor=bot',
  ])('that is malformed is refused: %s', async (query) => {
    expect(await boss.get(`/audit?${query}`)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  })
})

describe('an export', () => {
  test('has the chosen entries as the list has them, and is an entry itself', async () => {
    const other = await world.company()
    const boss = await other.admin()
    await boss.put(`/companies/${other.id}/region`, { timezone: 'America/Sao_Paulo' })
    await boss.put('/companySettings', { column: 'requiredTag', data: 'enabled' })
    const answer = await boss.get('/audit/export?area=settings')

    expect(answer.headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      'content-disposition': 'attachment; filename="audit.ndjson"',
    })
    const { head, found } = exported(answer)
    expect(head).toEqual({ timezone: 'America/Sao_Paulo' })
    expect(actionsOf(found)).toEqual(['setting.changed', 'company.regionChanged'])
    expect(found).toEqual(await entries(boss, '?area=settings'))
    expect((await entries(boss))[0]).toMatchObject({ action: 'audit.exported', detail: { area: 'settings' } })
  })

  test('by the operator is an entry of the company, and of that company only', async () => {
    const other = await world.company()
    const boss = await other.admin()
    const { found } = exported(await operator.get(`/audit/export?companyId=${other.id}`))

    expect(found.map(({ actor }) => actor.id)).toContain(boss.id)
    expect(actionsOf(await entries(boss, '?actor=operator')).slice(0, 2)).toEqual([
      'audit.exported',
      'operator.reached',
    ])
  })
})
