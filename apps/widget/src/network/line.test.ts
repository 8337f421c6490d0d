import { createServer } from 'node:http'
import type { WebChatClientEvents, WebChatServerEvents } from '@guiche/contract'
import { Server } from 'socket.io'
import { afterEach, expect, test, vi } from 'vitest'
import { createLine } from './line.ts'

const endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings.splice(0)) end()
})

/** The real server library, with a line to it. */
async function world({ secret = 'good', pingInterval = 25_000 } = {}) {
  const http = createServer()
  const io = new Server<WebChatClientEvents, WebChatServerEvents>(http, { pingInterval, pingTimeout: pingInterval })
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
  const line = createLine(`http://127.0.0.1:${address.port}`, () => ({ secret }), steps)
  endings.push(line.close, () => void io.close())
  line.open()
  return { chat, line, steps, heard }
}

test('hears what the server says, and is heard', async () => {
  const { chat, line, steps, heard } = await world()
  await vi.waitFor(() => expect(steps.up).toHaveBeenCalledOnce())

  chat.emit('ack', { id: 'a', ack: 3 })
  chat.emit('typing', { typing: true, author: 'Camila\n"x"' })
  chat.emit('status', { online: true, withinHours: true, attendant: null })
  line.say('ack', { id: 'b', ack: 2 })
  line.say('typing', { typing: true })

  await vi.waitFor(() => expect(heard).toEqual([{ id: 'b', ack: 2 }, { typing: true }]))
  await vi.waitFor(() =>
    expect(steps.status).toHaveBeenCalledWith({ online: true, withinHours: true, attendant: null }),
  )
  expect(steps.ack).toHaveBeenCalledWith({ id: 'a', ack: 3 })
  expect(steps.typing).toHaveBeenCalledWith({ typing: true, author: 'Camila\n"x"' })
})

test('says nothing while it is not up', async () => {
  const { line } = await world()
  expect(line.say('typing', { typing: true })).toBe(false)
})

test('comes back by itself after the server has cut it', async () => {
  const { chat, steps } = await world()
  await vi.waitFor(() => expect(steps.up).toHaveBeenCalledOnce())
  chat.disconnectSockets(true)
  await vi.waitFor(() => expect(steps.down).toHaveBeenCalledWith(0))
  await vi.waitFor(() => expect(steps.up).toHaveBeenCalledTimes(2), { timeout: 5000 })
})

test('comes back after the server has closed the conversation alone', async () => {
  const { chat, steps } = await world()
  await vi.waitFor(() => expect(steps.up).toHaveBeenCalledOnce())
  chat.disconnectSockets(false)
  await vi.waitFor(() => expect(steps.up).toHaveBeenCalledTimes(2), { timeout: 5000 })
})

test('says when the server refuses the visitor', async () => {
  const { steps } = await world({ secret: 'bad' })
  await vi.waitFor(() => expect(steps.refused).toHaveBeenCalled())
  expect(steps.up).not.toHaveBeenCalled()
})

test('answers the pings, so that it stays up', async () => {
  const { chat, steps } = await world({ pingInterval: 40 })
  const pings = vi.fn<() => void>()
  await vi.waitFor(() => expect(steps.up).toHaveBeenCalledOnce())
  for (const socket of chat.sockets.values()) socket.conn.on('heartbeat', pings)
  await vi.waitFor(() => expect(pings.mock.calls.length).toBeGreaterThan(4))
  expect(steps.down).not.toHaveBeenCalled()
})

test('counts its failures while nobody is there', async () => {
  const { line, steps } = await world()
  await vi.waitFor(() => expect(steps.up).toHaveBeenCalledOnce())
  endings.pop()?.()
  await vi.waitFor(() => expect(steps.down).toHaveBeenCalledWith(1), { timeout: 5000 })
  line.close()
})
