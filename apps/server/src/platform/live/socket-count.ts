import { AppError } from '../errors.ts'
import type { Socket } from './live.ts'

/**
 * Counts the open sockets of whoever they belong to. One counts from its handshake on, not from when it has joined its rooms:
 * those that are opened at once would otherwise all be let in.
 */
export function createSocketCount(most: number): (socket: Socket, owner: string) => void {
  const open = new Map<string, number>()

  return function count(socket, owner) {
    const { conn } = socket
    // The browser has gone during the handshake.
    if (conn.readyState !== 'open') return
    const others = open.get(owner) ?? 0
    if (others >= most) throw new AppError('ERR_TOO_MANY_REQUESTS', 429)
    open.set(owner, others + 1)

    // One that is gone before it was let in closes its line and nothing else.
    const release = () => {
      conn.off('close', release)
      socket.off('disconnect', release)
      const left = (open.get(owner) ?? 1) - 1
      if (left === 0) open.delete(owner)
      else open.set(owner, left)
    }
    conn.once('close', release)
    socket.once('disconnect', release)
  }
}
