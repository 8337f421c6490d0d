import { type Server, createServer } from 'node:net'

/**
 * Returns this port or the next free one. Port 0 is no option: the server's configuration names its own address, so the
 * port has to be known before it starts.
 */
export async function freePort(port: number): Promise<number> {
  const probe = createServer()
  const found = await listenFrom(probe, port)
  await new Promise((resolve) => probe.close(resolve))
  return found
}

/** Listens on this port or the next free one and returns the port. */
export function listenFrom(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const refused = (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE' || port === 65_535) reject(error)
      else resolve(listenFrom(server, port + 1))
    }
    server.once('error', refused)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', refused)
      resolve(port)
    })
  })
}
