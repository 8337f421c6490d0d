import { createServer } from 'node:net'

/** This one or the next that nobody has: the server says it as the address, so it has to be known before. */
export async function freePort(port: number): Promise<number> {
  const isFree = await new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
  return isFree || port === 65_535 ? port : freePort(port + 1)
}
