import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createOwnServer, type OwnServer } from '../processes/server-process.ts'
import { type OwnRedis, createRedis, hasRedis } from '../processes/redis.ts'
import {
  type LiveSocket,
  type Person,
  type Said,
  type TwoProcesses,
  startTwoProcesses,
} from '../processes/two-processes.ts'
import { eventually } from '#test/world'

const timeout = 30_000

describe.skipIf(!hasRedis)('two processes lose their Redis (R23; needs redis-server on the path)', () => {
  let two: TwoProcesses

  beforeAll(async () => {
    two = await startTwoProcesses()
  })
  afterAll(() => two.stop())

  test('sessions continue, logins are refused for now, and both processes stay ready', async () => {
    const ana = await two.attendant(two.first)
    await without(async () => {
      for (const url of [two.first, two.second]) {
        expect((await two.at(url, ana).call('GET', '/queue')).status).toBe(200)
        const refused = await two.ask(url, 'POST', '/auth/login', ana.credentials)
        expect(refused).toMatchObject({ status: 503, body: { error: 'ERR_BUSY' } })
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
        expect((await two.ask(url, 'GET', '/health/ready')).status).toBe(200)
      }
    })
    await eventually(() => two.logIn(two.second, ana.credentials), timeout)
  })

  test("customers and attendants of the same process get each other's messages", async () => {
    const [ana, rita] = [await two.attendant(two.first), await two.attendant(two.second)]
    const clients = [await two.listen(two.first, ana), await two.listen(two.second, rita)]
    for (const { socket } of clients) for (const list of ['pending', 'open']) socket.emit('joinTickets', list)
    const visitor = await two.visitor(two.first)
    const windows = [await two.openWindow(two.first, visitor), await two.openWindow(two.second, visitor)]

    await without(async () => {
      expect((await visitor.write(two.second, 'Bom dia')).status).toBe(201)
      for (const client of clients) await eventually(() => expect(client.wordsHeard()).toContain('Bom dia'), timeout)

      const ticketId: number = clients[0]?.heard.find(({ payload }) => payload?.message?.body === 'Bom dia')?.payload
        .ticket.id
      await ana.must('PUT', `/tickets/${ticketId}`, { status: 'open', userId: ana.id, queueId: two.queueId })
      const open = clients.map((client) => openTicket(client, ticketId))
      await ana.must('POST', `/messages/${ticketId}`, { body: 'Pois não?' })
      for (const client of windows) await eventually(() => expect(client.wordsHeard()).toContain('Pois não?'), timeout)
      await eventually(async () => expect(await acksOf(ana, ticketId)).toEqual([1]), timeout)
      for (const close of open) close()
    })
  })

  test('a user who logs out or loses a queue at one process is not served at the other', async () => {
    const [ana, rita] = [await two.attendant(two.second), await two.attendant(two.second)]
    const [client, ritas] = [await two.listen(two.second, ana), await two.listen(two.second, rita)]
    const witness = await two.listen(two.second, await two.attendant(two.second))
    for (const { socket } of [client, ritas, witness]) socket.emit('joinTickets', 'pending')

    await without(async () => {
      await two.at(two.first, ana).must('DELETE', '/auth/logout')
      await two.boss.must('PUT', `/users/${rita.id}`, { queueIds: [] })

      await eventually(() => expect(client.socket.connected).toBe(false), timeout)
      await eventually(async () => {
        const words = `Depois ${crypto.randomUUID()}`
        await two.visitorWrites(two.first, words)
        await eventually(() => expect(witness.wordsHeard()).toContain(words), timeout)
        const tag = await two.boss.must('POST', '/tags', { name: words.slice(0, 30), color: '#0b8f6a' })
        await eventually(() => expect(ritas.tagsHeard()).toContain(tag.id), timeout)
        expect(ritas.wordsHeard()).not.toContain(words)
      }, timeout)
    })
  })

  test('when it is back, flushed or restarted, everything works again', async () => {
    await two.redis.kill()
    await two.redis.start()
    await two.redis.flush()

    expect(await isLoggedOutByOtherProcess()).toBe(true)
  })

  test('when it hangs with open connections, calls are answered; it is used again when it recovers', async () => {
    const ana = await two.attendant(two.first)
    two.redis.freeze()
    try {
      expect((await two.ask(two.first, 'POST', '/auth/login', ana.credentials)).status).toBe(503)
      const client = await two.listen(two.first, ana)
      const tag = await two.boss.must('POST', '/tags', { name: 'Calado', color: '#0b8f6a' })
      await eventually(() => expect(client.tagsHeard()).toContain(tag.id), timeout)
    } finally {
      two.redis.thaw()
    }

    expect(await isLoggedOutByOtherProcess()).toBe(true)
  })

  /** Only Redis carries this: a login at one process ends the session at the other. */
  async function isLoggedOutByOtherProcess(): Promise<boolean> {
    await eventually(() => two.logIn(two.first, two.operator), timeout)
    const { credentials, companyId } = await two.attendant(two.first)
    return eventually(async () => {
      const client = await two.listen(two.second, await two.logIn(two.first, credentials))
      await two.logIn(two.first, credentials)
      return eventually(
        () => expect(client.heard.map(({ name }) => name)).toContain(`company-${companyId}-auth`),
        3_000,
      ).then(() => true)
    }, timeout)
  }

  /** Runs the work once both processes have noticed that Redis is away. */
  async function without(work: () => Promise<void>) {
    await two.redis.kill()
    for (const url of [two.first, two.second])
      await eventually(
        async () => expect((await two.ask(url, 'POST', '/auth/login', two.operator)).status).toBe(503),
        timeout,
      )
    try {
      await work()
    } finally {
      await two.redis.start()
    }
    for (const url of [two.first, two.second]) await eventually(() => two.logIn(url, two.operator), timeout)
  }

  /** Joining and typing are announced to other processes, so the connection to Redis is used when it breaks. */
  function openTicket({ socket }: LiveSocket, ticketId: number) {
    socket.emit('joinChatBox', String(ticketId))
    socket.emit('typing', { ticketId, typing: true })
    return () => void socket.close()
  }

  async function acksOf(person: Person, ticketId: number): Promise<number[]> {
    const { messages } = await person.must('GET', `/messages/${ticketId}`)
    return messages.filter(({ fromMe }: Said) => fromMe).map(({ ack }: Said) => ack)
  }
})

describe.skipIf(!hasRedis)('a start with a Redis that refuses us', () => {
  let server: OwnServer
  let redis: OwnRedis

  afterEach(async () => {
    await server.stop()
    await redis.kill()
  })

  test('fails with one sentence', async () => {
    redis = await createRedis({ password: 'another' })
    await redis.start()
    server = await createOwnServer({ REDIS_URL: redis.url })
    server.start()
    expect(await server.ended()).toBe(1)
    expect(server.complained().trim()).toMatch(/^REDIS_URL: the Redis at 127\.0\.0\.1:\d+ refuses: .+$/)
  })
})
