import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Company, type World, createWorld, eventually } from '#test/world'
import { removeOld } from '../src/platform/work/retention.ts'
import { sweepInbox } from '../src/modules/inbound/sweep-inbox.ts'
import { sweepAudit, sweepJobs } from '../src/modules/operations/sweep-operations.ts'
import { removeOldSessions } from '../src/modules/sessions/sessions.repository.ts'
import { sweepSessions } from '../src/modules/sessions/sweep-sessions.ts'
import { removeOldAccesses } from '../src/modules/tickets/counted/accesses.repository.ts'
import { sweepVisitors } from '../src/modules/visitors/sweep-visitors.ts'

let world: World
let company: Company

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
})
afterAll(() => world.close())

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const ids = async (text: string, values: unknown[] = []) =>
  (await world.sql(text, values)).map((row) => String(Object.values(row)[0]))

describe('visitors of a web chat', () => {
  test('who have not written are removed after seven days, together with their entry in the address book', async () => {
    const chat = await company.webChat()
    const [silent, young, talks] = [
      await company.visitor(chat.token),
      await company.visitor(chat.token),
      await company.visitor(chat.token),
    ]
    await talks.write('Oi')
    await eventually(async () => {
      expect((await talks.messages()).body.messages[0].ack).toBe(2)
    })
    await world.sql(`update web_chat_visitors set created_at = $1 where id = any ($2)`, [
      daysAgo(8),
      [silent.visitorId, talks.visitorId],
    ])
    await world.sql(`update web_chat_visitors set created_at = $1 where id = $2`, [daysAgo(6), young.visitorId])

    await sweepVisitors(world.app.deps)

    const kept = [young.visitorId, talks.visitorId].toSorted()
    expect((await ids(`select id from web_chat_visitors where connection_id = $1`, [chat.id])).toSorted()).toEqual(kept)
    expect(
      (await ids(`select key from address_book where kind = 'visitor' and target_id = $1`, [chat.id])).toSorted(),
    ).toEqual(kept)
    expect((await talks.messages()).body.messages).toHaveLength(1)
    expect((await silent.messages()).status).toBe(401)
  })

  test('whose only message is a dead letter are kept', async () => {
    const chat = await company.webChat()
    const visitor = await company.visitor(chat.token)
    await world.sql(
      `insert into inbox (company_id, connection_id, lane, payload, dead_at) values ($1, $2, $3, '{}', now())`,
      [company.id, chat.id, `visitor:${visitor.visitorId}`],
    )
    await world.sql(`update web_chat_visitors set created_at = $1 where id = $2`, [daysAgo(8), visitor.visitorId])

    await sweepVisitors(world.app.deps)

    expect(await ids(`select id from web_chat_visitors where connection_id = $1`, [chat.id])).toEqual([
      visitor.visitorId,
    ])
  })
})

describe('the audit log', () => {
  const enter = async (action: string, days: number) =>
    world.sql(`insert into audit_log (company_id, action, created_at) values ($1, $2, $3)`, [
      company.id,
      action,
      daysAgo(days),
    ])
  const entered = () => ids(`select action from audit_log where action like 'test.%' order by action`)

  test('is kept for 365 days', async () => {
    await enter('test.old', 366)
    await enter('test.young', 364)

    await sweepAudit(world.app.deps)

    expect(await entered()).toEqual(['test.young'])
  })

  test('of the last 30 days cannot be removed by any login of the server, and older entries only with the function', async () => {
    const { operator } = world.app.deps.units
    await enter('test.yesterday', 1)
    await enter('test.years', 2000)
    const old = { action: 'test.years' }

    await expect(operator.deleteFrom('audit_log').where('action', '=', old.action).execute()).rejects.toThrow(
      'permission denied',
    )
    await expect(operator.updateTable('audit_log').set({ action: 'other' }).execute()).rejects.toThrow(
      'permission denied',
    )
    const call = (days: number | null) =>
      world.sql(`do $$ begin set local role guiche_operator; perform remove_old_audit(${days ?? 'null'}, 1000); end $$`)
    await expect(call(29)).rejects.toThrow('the audit of the last 30 days is kept')
    await expect(call(0)).rejects.toThrow('the audit of the last 30 days is kept')
    await expect(call(null)).rejects.toThrow('the audit of the last 30 days is kept')
    await expect(
      world.sql(`do $$ begin set local role guiche_tenant; perform remove_old_audit(365, 1000); end $$`),
    ).rejects.toThrow('permission denied')
    expect(await entered()).toEqual(expect.arrayContaining(['test.yesterday', 'test.years']))

    await call(30)
    expect(await entered()).not.toContain('test.years')
    expect(await entered()).toContain('test.yesterday')
  })
})

test('of the log of a ticket only who has opened it is removed, after 90 days', async () => {
  const { id } = await company.ticket()
  const kinds = () =>
    ids(`select kind || ' ' || coalesce(user_id::text, '') from ticket_log where ticket_id = $1 order by id`, [id])
  const before = await kinds()
  const enter = async (kind: string, days: number) =>
    world.sql(`insert into ticket_log (company_id, ticket_id, kind, created_at) values ($1, $2, $3, $4)`, [
      company.id,
      id,
      kind,
      daysAgo(days),
    ])
  await enter('access', 91)
  await enter('open', 800)
  await enter('access', 89)
  await enter('moved', 91)

  await removeOld(world.app.deps, 'accesses to tickets', removeOldAccesses)

  expect(await kinds()).toEqual([...before, 'open ', 'access ', 'moved '])
})

test('dead inbox entries are removed after 30 days; waiting ones are kept', async () => {
  const { id } = await company.connection()
  const insert = async (days: number, isDead: boolean) =>
    world.sql(
      `insert into inbox (company_id, connection_id, lane, payload, received_at, not_before, dead_at)
       values ($1, $2, $3, '{}', $4, now() + interval '1 hour', $5)`,
      [company.id, id, `phone:${days}-${isDead}`, daysAgo(days), isDead ? daysAgo(days) : null],
    )
  await insert(31, true)
  await insert(29, true)
  await insert(60, false)

  await sweepInbox(world.app.deps)

  expect(await ids(`select lane from inbox where connection_id = $1 order by id`, [id])).toEqual([
    'phone:29-true',
    'phone:60-false',
  ])
})

test('dead jobs are removed after 30 days, finished ones after 7', async () => {
  const insert = async (state: string, days: number) =>
    world.sql(`insert into pgboss.job (id, name, data, state, completed_on) values ($1, 'media.fetch', $2, $3, $4)`, [
      randomUUID(),
      { companyId: company.id, test: `${state} ${days}` },
      state,
      daysAgo(days),
    ])
  await insert('failed', 31)
  await insert('failed', 29)
  await insert('completed', 8)
  await insert('completed', 6)

  await sweepJobs(world.app.deps)

  expect(await ids(`select data ->> 'test' from pgboss.job where data ? 'test' order by 1`)).toEqual([
    'completed 6',
    'failed 29',
  ])
})

test('the queue itself keeps dead jobs for 30 days', async () => {
  expect(await ids(`select deletion_seconds from pgboss.queue where name = 'media.fetch'`)).toEqual([
    String(30 * 86_400),
  ])
})

describe('sessions', () => {
  const insertEnded = async (count: number, days: number) => {
    const { id } = await company.attendant()
    await world.sql(
      `insert into sessions (company_id, user_id, token_hash, expires_at, revoked_at, revoked_reason)
       select $1, $2, '\\x00', $3, $3, 'logout' from generate_series(1, $4)`,
      [company.id, id, daysAgo(days), count],
    )
    return id
  }
  const countOf = async (userId: number) =>
    Number((await ids(`select count(*) from sessions where user_id = $1 and revoked_reason = 'logout'`, [userId]))[0])

  test('that have ended are removed after 30 days', async () => {
    const old = await insertEnded(3, 31)
    const young = await insertEnded(2, 29)

    await sweepSessions(world.app.deps)

    expect([await countOf(old), await countOf(young)]).toEqual([0, 2])
  })

  test('are removed in batches of a thousand, and one log line says how many', async () => {
    const user = await insertEnded(2100, 31)
    const lines: unknown[] = []
    const batches: number[] = []
    const log = { info: (line: unknown) => void lines.push(line) }

    await removeOld({ units: world.app.deps.units, log }, 'sessions', async (operator, most) => {
      const removed = await removeOldSessions(operator, 30, most)
      batches.push(removed)
      return removed
    })

    expect(batches).toEqual([1000, 1000, 100])
    expect(lines).toEqual([{ event: 'retention.removed', what: 'sessions', count: 2100 }])
    expect(await countOf(user)).toBe(0)
  })
})
