import { createServer } from 'node:net'

/**
 * Returns this port or the next free one. Port 0 is no option: the server's configuration names its own address, so the
 * port has to be known before it starts.
 */
export async function freePort(port: number): Promise<number> {
  const isFree = await new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
  return isFree || port === 65_535 ? port : freePort(port + 1)
}
