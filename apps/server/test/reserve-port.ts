import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral ports of operating systems, so that no program gets one of these by chance. */
const range = { from: 20_000, to: 30_000 }

/**
 * Reserves a port for a program that must know it before it listens, and may use it again after a restart. A UDP socket
 * with the same number represents the reservation; it lasts as long as this process.
 */
export async function reservePort(): Promise<number> {
  // The next port is left free: a program without another setting uses it for metrics.
  const count = (range.to - range.from) / 2
  // Processes start at different numbers, so that each finds a free one quickly.
  const first = (process.pid * 37) % count
  for (let step = 0; step < count; step += 1) {
    const port = range.from + 2 * ((first + step) % count)
    if (await isReserved(port)) return port
  }
  throw new Error(`no port from ${range.from} to ${range.to} is free`)
}

async function isReserved(port: number): Promise<boolean> {
  const reservation = createSocket('udp4')
  reservation.bind({ port, address: '127.0.0.1', exclusive: true })
  const isOurs = await succeeds(once(reservation, 'listening'))
  if (!isOurs) return false
  if (await isFree(port)) {
    reservation.unref()
    return true
  }
  reservation.close()
  return false
}

/** A program that has reserved nothing may listen there. */
async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  if (!(await succeeds(once(probe, 'listening')))) return false
  probe.close()
  await once(probe, 'close')
  return true
}

const succeeds = (event: Promise<unknown>) =>
  event.then(
    () => true,
    () => false,
  )
