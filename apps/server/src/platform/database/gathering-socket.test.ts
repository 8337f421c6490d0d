import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { GatheringSocket } from './gathering-socket.ts'

test('writes of one event loop turn arrive together, later writes arrive later, and end() loses nothing', async () => {
  const pieces: string[] = []
  const server = createServer((socket) => socket.on('data', (piece) => pieces.push(piece.toString())))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  const socket = new GatheringSocket()
  socket.connect(address.port, address.address)
  await once(socket, 'connect')

  socket.write('begin ')
  for (const statement of ['lock ', 'insert ']) {
    socket.cork()
    socket.write(statement)
    socket.write('sync ')
    socket.uncork()
    await Promise.resolve()
  }
  await expect.poll(() => pieces, { timeout: 20_000 }).toEqual(['begin lock sync insert sync '])
  socket.cork()
  socket.write('facts ')
  socket.uncork()
  socket.end('commit')

  await expect.poll(() => pieces, { timeout: 20_000 }).toEqual(['begin lock sync insert sync ', 'facts commit'])
  server.close()
})
