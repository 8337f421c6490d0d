import { createServer } from 'node:http'
import type { WebChatClientEvents, WebChatServerEvents } from '@guiche/contract'
import { Server } from 'socket.io'
import { afterEach, expect, test, vi } from 'vitest'
import { createLiveConnection } from './live-connection.ts'

const endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings.splice(0)) end()
})

/** Connects to the real server library. */
async function setUp({ secret = 'good', pingInterval = 25_000 } = {}) {
  const http = createServer()
  const io = new Server<WebChatClientEvents, WebChatServerEvents>(http, { pingInterval, pingTimeout: 25_000 })
  const chat = io.of('/web-chat')
  const heard: unknown[] = []
  chat.use((socket, next) =>
    next(socket.handshake.auth['secret'] === 'good' ? undefined : new Error('ERR_SESSION_EXPIRED')),
  )
  chat.on('connection', (socket) => {
    socket.on('ack', (ack) => heard.push(ack))
    socket.on('typing', (typing) => heard.push(typing))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = http.address()
  if (!address || typeof address === 'string') throw new Error('no port')

  const steps = {
    up: vi.fn<() => void>(),
    down: vi.fn<(tries: number) => void>(),
    refused: vi.fn<() => void>(),
    message: vi.fn<WebChatServerEvents['message']>(),
    ack: vi.fn<WebChatServerEvents['ack']>(),
    typing: vi.fn<WebChatServerEvents['typing']>(),
    status: vi.fn<WebChatServerEvents['status']>(),
  }
  const live = createLiveConnection(`http://127.0.0.1:${address.port}`, () => ({ secret }), steps)
  endings.push(live.close, () => void io.close())
  live.open()
  return { chat, live, steps, heard }
}

test('receives events and sends them', async () => {
  const { chat, live, steps, heard } = await setUp()
  await vi.waitFor(() => expect(steps.up).toHaveBeenCalledOnce())

  chat.emit('ack', { id: 'a', ack: 3 })
  chat.emit('typing', { typing: true, author: 'Camila\n"x"' })
  chat.emit('status', { online: true, withinHours: true, attendant: null })
  live.emit('ack', { id: 'b', ack: 2 })
  live.emit('typing', { typing: true })

  await vi.waitFor(() => expect(heard).toEqual([{ id: 'b', ack: 2 }, { typing: true }]))
  await vi.waitFor(() =>
    expect(steps.status).toHaveBeenCalledWith({ online: true, withinHours: true, attendant: null }),
  )
  expect(steps.ack).toHaveBeenCalledWith({ id: 'a', ack: 3 })
  expect(steps.typing).toHaveBeenCalledWith({ typing: true, author: 'Camila\n"x"' })
})

test('sends nothing while not connected', async () => {
  const { live } = await setUp()
  expect(live.emit('typing', { typing: true })).toBe(false)
})

test('reconnects after the server has cut the connection', async () => {
  const { chat, steps } = await setUp()
  await vi.waitFor(() => expect(steps.up).toHaveBeenCalledOnce())
  chat.disconnectSockets(true)
  await vi.waitFor(() => expect(steps.down).toHaveBeenCalledWith(0))
  await vi.waitFor(() => expect(steps.up).toHaveBeenCalledTimes(2), { timeout: 5000 })
})

test('reconnects after the server has closed only the namespace', async () => {
  const { chat, steps } = await setUp()
  await vi.waitFor(() => expect(steps.up).toHaveBeenCalledOnce())
  chat.disconnectSockets(false)
  await vi.waitFor(() => expect(steps.up).toHaveBeenCalledTimes(2), { timeout: 5000 })
})

test('reports when the server refuses the visitor', async () => {
  const { steps } = await setUp({ secret: 'bad' })
  await vi.waitFor(() => expect(steps.refused).toHaveBeenCalled())
  expect(steps.up).not.toHaveBeenCalled()
})

test('answers pings, so that the connection stays open', async () => {
  const { chat, steps } = await setUp({ pingInterval: 40 })
  const pings = vi.fn<() => void>()
  await vi.waitFor(() => expect(steps.up).toHaveBeenCalledOnce())
  for (const socket of chat.sockets.values()) socket.conn.on('heartbeat', pings)
  await vi.waitFor(() => expect(pings.mock.calls.length).toBeGreaterThan(4), { timeout: 20_000 })
  expect(steps.down).not.toHaveBeenCalled()
})

test('counts failed attempts while the server is away', async () => {
  const { live, steps } = await setUp()
  await vi.waitFor(() => expect(steps.up).toHaveBeenCalledOnce())
  endings.pop()?.()
  await vi.waitFor(() => expect(steps.down).toHaveBeenCalledWith(1), { timeout: 5000 })
  live.close()
})
