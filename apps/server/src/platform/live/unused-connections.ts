import type { Server, Socket } from 'socket.io'

type Connection = Socket['conn']

/** Well above the number of handshakes that may wait for the database. */
export const mostUnused = 4000

/**
 * Bounds the connections without a socket, which strangers can open without a login and which live for 36 seconds. The
 * oldest is closed: an honest client opens its socket at once, or tries again.
 */
export function limitUnusedConnections(io: Pick<Server, 'engine' | 'on'>, most = mostUnused): void {
  const unused = new Set<Connection>()
  io.engine.on('connection', (connection: Connection) => {
    unused.add(connection)
    connection.once('close', () => unused.delete(connection))
    const [oldest] = unused
    if (unused.size > most) oldest?.close(true)
  })
  const use = ({ conn }: Socket) => void unused.delete(conn)
  io.on('connection', use)
  io.on('new_namespace', (namespace) => void namespace.on('connection', use))
}
