import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Said, type ServerToKill, createServerToKill } from '#test/processes/server-to-kill'
import { eventually } from '#test/world'

let server: ServerToKill
beforeAll(async () => {
  server = await createServerToKill()
}, 90_000)
afterAll(() => server.stop())

const admin = { email: 'admin@empresa.test', password: 'Senha-Forte-1' }
const ended = 'Encerramos por falta de resposta.'

test(
  'inactive tickets are closed once although the process was killed while it closed one, and overdue ones after it',
  { timeout: 240_000 },
  async () => {
    const operator = await server.logIn(server.operator)
    const plan = await server.ask('POST', '/plans', { name: 'Plano', users: 5, connections: 5, queues: 5 }, operator)
    await server.ask('POST', '/companies', { name: 'Casa Aurora', planId: plan.id, ...admin }, operator)
    const boss = await server.logIn(admin)
    const queue = await server.ask('POST', '/queue', { name: 'Vendas', color: '#2f6fed' }, boss)
    const chat = await server.ask(
      'POST',
      '/whatsapp',
      { name: 'Chat', channel: 'webchat', queueIds: [queue.id], expiresTicket: 60, expiresInactiveMessage: ended },
      boss,
    )
    const { id: userId } = (await server.ask('GET', '/users', undefined, boss)).users[0]
    const visitors = ['Rita', 'Bruno', 'Lia', 'Davi', 'Noemi']
    for (const name of visitors) {
      const { secret } = await server.ask('POST', `/web-chat/${chat.token}/visitors`, { name })
      await server.ask('POST', `/web-chat/${chat.token}/messages`, { id: randomUUID(), body: 'Bom dia' }, secret)
    }
    const ids: number[] = await eventually(async () => {
      const { tickets } = await server.ask('GET', '/tickets?status=pending&showAll=true', undefined, boss)
      expect(tickets).toHaveLength(visitors.length)
      return tickets.map(({ id }: Said) => id)
    })
    for (const id of ids) await server.ask('PUT', `/tickets/${id}`, { status: 'open', userId }, boss)
    const [first] = ids
    const letPass = (which: number[]) =>
      server.database().query(
        `with idle as (update tickets set updated_at = updated_at - interval '1 hour' where id = any ($1))
         update ticket_timers set due_at = due_at - interval '1 hour',
           detail = detail || jsonb_build_object('from', (detail ->> 'from')::timestamptz - interval '1 hour')
         where ticket_id = any ($1) and kind = 'inactivity'`,
        [which],
      )

    // The worker takes the timer and then waits for the conversation, which somebody else has locked.
    await server.database().query('update companies set active = false where name = $1', ['Casa Aurora'])
    await letPass([first ?? 0])
    const holder = await server.database().connect()
    await holder.query('begin')
    await holder.query(
      'select from conversations where id = (select conversation_id from tickets where id = $1) for update',
      [first],
    )
    await server.database().query('update companies set active = true where name = $1', ['Casa Aurora'])
    await eventually(async () => {
      const taken = await server.database().query('select tries from ticket_timers where ticket_id = $1', [first])
      expect(taken.rows[0].tries).toBe(1)
    })
    await server.kill()
    await holder.query('rollback')
    holder.release()

    // More become due while nothing runs.
    await letPass(ids.slice(1))
    await server.startAgain()

    await eventually(async () => {
      const { rows } = await server.database().query("select 1 from tickets where status = 'closed'")
      expect(rows).toHaveLength(visitors.length)
    }, 90_000)
    const { rows: logged } = await server
      .database()
      .query("select count(*)::int as count from ticket_log where kind = 'autoClose' group by ticket_id")
    expect(logged).toEqual(visitors.map(() => ({ count: 1 })))
    const { rows: said } = await server
      .database()
      .query('select count(*)::int as count from messages where body = $1 group by ticket_id', [ended])
    expect(said).toEqual(visitors.map(() => ({ count: 1 })))
    expect((await server.database().query('select 1 from ticket_timers')).rows).toEqual([])
  },
)
