import { randomUUID } from 'node:crypto'
import { onCallWeekdays } from '@guiche/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerToKill, createServerToKill } from '#test/processes/server-to-kill'
import { eventually } from '#test/world'

let server: ServerToKill
beforeAll(async () => {
  server = await createServerToKill()
}, 90_000)
afterAll(() => server.stop())

const admin = { email: 'admin@empresa.test', password: 'Senha-Forte-1' }

test(
  'who is on call gets one notice although the process was killed while it stored the message',
  { timeout: 240_000 },
  async () => {
    const operator = await server.logIn(server.operator)
    const plan = await server.ask('POST', '/plans', { name: 'Plano', users: 5, connections: 5, queues: 5 }, operator)
    await server.ask('POST', '/companies', { name: 'Casa Aurora', planId: plan.id, ...admin }, operator)
    const boss = await server.logIn(admin)
    const chat = await server.ask('POST', '/whatsapp', { name: 'Chat', channel: 'webchat' }, boss)
    const { id: userId, companyId } = (await server.ask('GET', '/users', undefined, boss)).users[0]
    // Nothing serves it, so what was stored for it stays.
    const { rows: lines } = await server
      .database()
      .query(
        `insert into connections (company_id, name, channel, status) values ($1, 'Linha', 'whatsapp', 'connected') returning id`,
        [companyId],
      )

    // The worker has taken the ticket, and waits with the message for the connection, which somebody else has locked.
    const holder = await server.database().connect()
    await holder.query('begin')
    await holder.query('select from connections where id = $1 for update', [lines[0].id])
    const { secret } = await server.ask('POST', `/web-chat/${chat.token}/visitors`, { name: 'Rita' })
    await server.ask('POST', `/web-chat/${chat.token}/messages`, { id: randomUUID(), body: 'Bom dia' }, secret)
    const days = onCallWeekdays.map((weekdayEn) => ({ weekdayEn, startTime: '00:00', endTime: '23:59' }))
    await server.ask('POST', '/plantao', { userId, phone: '5531987654321', interval: 60, days }, boss)
    await eventually(async () => {
      const { rows } = await server
        .database()
        .query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into private_messages%'`,
        )
      expect(rows).toHaveLength(1)
    }, 30_000)
    await server.kill()
    await holder.query('rollback').catch(() => undefined)
    holder.release()
    await server.startAgain()

    const count = async () => {
      const { rows } = await server
        .database()
        .query(
          `select (select count(*) from on_call_notices)::int as notices, (select count(*) from private_messages)::int as messages`,
        )
      return rows[0]
    }
    await eventually(async () => expect(await count()).toEqual({ notices: 1, messages: 1 }), 60_000)
    // It is looked at again and again, and told no more.
    const { rows: before } = await server.database().query('select looks_at from on_calls')
    await eventually(async () => {
      const { rows } = await server.database().query('select looks_at from on_calls')
      expect(rows[0].looks_at.getTime()).toBeGreaterThan(before[0].looks_at.getTime() + 10_000)
    }, 60_000)
    expect(await count()).toEqual({ notices: 1, messages: 1 })
  },
)
