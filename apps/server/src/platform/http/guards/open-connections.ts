import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Tracks all connections of a server. Node does not track those that became WebSockets, but `close` waits for them. */
export function trackConnections(server: Server): { destroy: () => void } {
  const connections = new Set<Socket>()
  server.on('connection', (connection: Socket) => {
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
  })
  return {
    destroy: () => {
      for (const connection of connections) connection.destroy()
    },
  }
}
