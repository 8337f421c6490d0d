import { createServer } from 'node:http'
import { Server } from 'socket.io'

/**
 * Baseline for live events: Socket.IO alone, without login, room permissions or database. Each order is sent to
 * everybody.
 */
const http = createServer()
const live = new Server(http, { serveClient: false })
live.on('connection', (socket) => void socket.emit('ready', { seq: 0 }))

export type BaselineLiveOrder = { event: string; payload: unknown }

process.on('disconnect', () => process.exit())
process.on('message', ({ event, payload }: BaselineLiveOrder) => void live.emit(event, payload))
http.listen(0, '127.0.0.1', () => {
  const address = http.address()
  if (typeof address === 'object' && address) process.send?.(`http://127.0.0.1:${address.port}`)
})
