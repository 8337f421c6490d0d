import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** All lines to a server. It forgets those that have become sockets itself, and then waits for their end when it closes. */
export function openLines(server: Server): { destroy: () => void } {
  const lines = new Set<Socket>()
  server.on('connection', (line: Socket) => {
    lines.add(line)
    line.once('close', () => lines.delete(line))
  })
  return {
    destroy: () => {
      for (const line of lines) line.destroy()
    },
  }
}
