import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasRedis } from '../processes/redis.ts'
import { ended } from '../processes/server-process.ts'
import { type Said, type TwoProcesses, startTwoProcesses } from '../processes/two-processes.ts'
import { eventually } from '#test/world'

const timeout = 20_000

describe.skipIf(!hasRedis)('two processes on one database and one Redis (needs redis-server on the path)', () => {
  let two: TwoProcesses

  beforeAll(async () => {
    two = await startTwoProcesses()
  })
  afterAll(() => two.stop())

  test('events of one process reach sockets of the other', async () => {
    const ana = await two.attendant(two.second)
    const client = await two.listen(two.second, ana)
    client.socket.emit('joinTickets', 'pending')

    await two.visitorWrites(two.first, 'Tem em azul?')

    await eventually(() => expect(client.wordsHeard()).toContain('Tem em azul?'), timeout)
  })

  test('facts that a killed process committed are published by the other, and published ones are not repeated', async () => {
    const client = await two.listen(two.second, await two.attendant(two.second))
    const tag = (name: string) => two.boss.must('POST', '/tags', { name, color: '#0b8f6a' })

    const first = (await tag('Antes')).id
    const silent = await saveTagSilently(two.databaseUrl, two.boss.companyId)
    const last = (await tag('Depois')).id

    await eventually(() => expect(client.tagsHeard()).toContain(silent), timeout)
    expect(client.tagsHeard().filter((id) => id !== undefined)).toEqual([first, last, silent])
  })

  test('a login at one process ends the session at the other (S16)', async () => {
    const ana = await two.attendant(two.first)
    const client = await two.listen(two.first, ana)

    await two.logIn(two.second, ana.credentials)

    await eventually(
      () => expect(client.heard.map(({ name }) => name)).toContain(`company-${ana.companyId}-auth`),
      timeout,
    )
    await eventually(() => expect(client.socket.connected).toBe(false), timeout)
  })

  test('a user who logs out at one process is logged out at the other (S12, S17)', async () => {
    const ana = await two.attendant(two.first)
    const there = two.at(two.second, ana)
    const client = await two.listen(two.second, ana)
    expect((await there.call('GET', '/queue')).status).toBe(200)

    await ana.must('DELETE', '/auth/logout')

    await eventually(async () => expect((await there.call('GET', '/queue')).status).toBe(401), timeout)
    await eventually(() => expect(client.socket.connected).toBe(false), timeout)
  })

  test('a user who loses a queue at one process gets no events of it at the other (S38)', async () => {
    const ana = await two.attendant(two.second)
    const [client, witness] = [
      await two.listen(two.second, ana),
      await two.listen(two.second, await two.attendant(two.second)),
    ]
    for (const { socket } of [client, witness]) socket.emit('joinTickets', 'pending')
    await two.visitorWrites(two.first, 'Antes')
    await eventually(() => expect(client.wordsHeard()).toContain('Antes'), timeout)

    await two.boss.must('PUT', `/users/${ana.id}`, { queueIds: [] })
    await eventually(async () => {
      const words = `Depois ${crypto.randomUUID()}`
      await two.visitorWrites(two.first, words)
      await eventually(() => expect(witness.wordsHeard()).toContain(words), timeout)
      // Everybody gets the event of a new tag, so events before it have arrived.
      const tag = await two.boss.must('POST', '/tags', { name: words.slice(0, 30), color: '#0b8f6a' })
      await eventually(() => expect(client.tagsHeard()).toContain(tag.id), timeout)
      expect(client.wordsHeard()).not.toContain(words)
    }, timeout)
  })

  test('what the operator announces at one process reaches every company at the other, also what was never published', async () => {
    const client = await two.listen(two.second, await two.attendant(two.second))
    const announced = () =>
      client.heard.flatMap(({ name, payload }) => (name === 'company-announcement' ? [payload] : []))
    const operator = await two.logIn(two.first, two.operator)

    const { id } = await operator.must('POST', '/announcements', { title: 'Manutenção', text: 'Hoje às 22 h.' })
    await eventually(() => expect(announced()).toMatchObject([{ action: 'create', record: { id } }]), timeout)

    await changeSilently(two.databaseUrl, id)
    await eventually(
      () => expect(announced().at(-1)).toMatchObject({ action: 'update', record: { id, text: 'Às 23 h.' } }),
      timeout,
    )
  })

  test('members of an internal chat hear at one process what is said at the other, until they are removed', async () => {
    const [ana, bia, caio] = [
      await two.attendant(two.first),
      await two.attendant(two.second),
      await two.attendant(two.second),
    ]
    const [removed, witness] = [await two.listen(two.second, bia), await two.listen(two.second, caio)]
    const { id } = await ana.must('POST', '/chats', { title: 'Vendas', users: [{ id: bia.id }, { id: caio.id }] })
    const path = `/chats/${id}/messages`

    await ana.must('POST', path, { message: 'Antes' })
    for (const { heard } of [removed, witness])
      await eventually(() => expect(JSON.stringify(heard)).toContain('Antes'), timeout)

    await ana.must('PUT', `/chats/${id}`, { title: 'Vendas', users: [{ id: caio.id }] })
    await ana.must('POST', path, { message: 'Depois' })
    const silent = await saySilently(two.databaseUrl, { chatId: id, senderId: ana.id, body: 'Calada' })
    await ana.must('POST', path, { message: 'No fim' })

    for (const words of ['Depois', 'Calada', 'No fim'])
      await eventually(() => expect(JSON.stringify(witness.heard)).toContain(words), timeout)
    expect(removed.heard.map(({ payload }) => payload)).toContainEqual(
      expect.objectContaining({ action: 'delete', id: String(id) }),
    )
    for (const words of ['Depois', 'Calada', 'No fim']) expect(JSON.stringify(removed.heard)).not.toContain(words)
    expect((await bia.call('GET', path)).status).toBe(404)
    const { records } = await caio.must('GET', path)
    expect(records.map((message: Said) => message.id)).toContain(silent)
  })

  test('a user who is online at one process is online for the other', async () => {
    const ana = await two.attendant(two.second)
    await two.listen(two.second, ana)

    await eventually(async () => {
      const { users } = await two.boss.must('GET', '/users')
      expect(users.find(({ id }: Said) => id === ana.id)).toMatchObject({ online: true })
    }, timeout)
  })

  test('a process that stops does not disconnect sockets of the other', async () => {
    const client = await two.listen(two.first, await two.attendant(two.first))

    two.programs.second.child.kill('SIGTERM')
    expect(await ended(two.programs.second.child)).toBe(0)

    const { id } = await two.boss.must('POST', '/tags', { name: 'Novo', color: '#0b8f6a' })
    await eventually(() => expect(client.tagsHeard()).toContain(id), timeout)
    expect(client.socket.connected).toBe(true)
  })

  test('both stop in order, their connections to Redis included', async () => {
    expect(await two.end()).toEqual([0, 0])
  })
})

/** Like a process that ends before it can publish. */
async function saveTagSilently(databaseUrl: string, companyId: number): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(
    `with tag as (insert into tags (company_id, name) values ($1, 'Calada') returning id),
          head as (update event_heads set last = last + 1 where company_id = $1 returning last),
          event as (insert into events (company_id, number, kind, ids)
                    select $1, head.last, 'tag.saved', jsonb_build_object('tagId', tag.id) from head, tag)
     select id::integer as id from tag`,
    [companyId],
  )
  await client.end()
  return rows[0].id
}

/** The same for a message in an internal chat. */
async function saySilently(
  databaseUrl: string,
  { chatId, senderId, body }: { chatId: number; senderId: number; body: string },
): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(
    `with said as (insert into internal_messages (company_id, chat_id, sender_id, body)
                   select company_id, id, $2, $3 from internal_chats where id = $1 returning company_id, id),
          head as (update event_heads h set last = last + 1 from said where h.company_id = said.company_id returning last),
          event as (insert into events (company_id, number, kind, ids)
                    select said.company_id, head.last, 'internalMessage.created', jsonb_build_object('chatId', $1::bigint, 'internalMessageId', said.id)
                    from head, said)
     select id::integer as id from said`,
    [chatId, senderId, body],
  )
  await client.end()
  return rows[0].id
}

/** The same for an announcement, whose facts are those of the platform's company. */
async function changeSilently(databaseUrl: string, announcementId: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `with changed as (update announcements set text = 'Às 23 h.' where id = $1 returning id),
          head as (update event_heads set last = last + 1 where company_id = 1 returning last)
     insert into events (company_id, number, kind, ids)
     select 1, head.last, 'announcement.changed', jsonb_build_object('announcementId', changed.id, 'heardBy', null) from head, changed`,
    [announcementId],
  )
  await client.end()
}
