import { AppError } from '../errors.ts'
import type { Socket } from './live.ts'

/**
 * Limits the open sockets per owner. A socket counts from its handshake on; otherwise many that are opened at once
 * would all be let in.
 */
export function createSocketCount(most: number): (socket: Socket, owner: string) => void {
  const open = new Map<string, number>()

  return function count(socket, owner) {
    const { conn } = socket
    // The browser has left during the handshake.
    if (conn.readyState !== 'open') return
    const others = open.get(owner) ?? 0
    if (others >= most) throw new AppError('ERR_TOO_MANY_REQUESTS', 429)
    open.set(owner, others + 1)

    // A socket that ends before it was let in closes its connection but never emits `disconnect`.
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
