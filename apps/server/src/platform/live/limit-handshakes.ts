import type { Server, Socket } from 'socket.io'
import { AppError } from '../errors.ts'

/** A client opens one socket per namespace, and may try again a few times after a refusal. */
const most = 10

/** Closes a connection that sends handshakes again and again: each one asks the database. */
export function limitHandshakes(io: Server): void {
  const counts = new WeakMap<Socket['conn'], number>()
  const guard = ({ conn }: Socket, next: (error?: Error) => void) => {
    const count = (counts.get(conn) ?? 0) + 1
    counts.set(conn, count)
    if (count <= most) return next()
    conn.close()
    next(new AppError('ERR_TOO_MANY_REQUESTS', 429))
  }
  io.use(guard)
  io.on('new_namespace', (namespace) => void namespace.use(guard))
}
