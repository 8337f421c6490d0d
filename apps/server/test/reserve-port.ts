import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below what systems give to whoever asks for any port: nobody gets one of these by chance. */
const range = { from: 20_000, to: 30_000 }

/**
 * A port for a program that has to know it before it listens, and may come back to it after its end. No other test gets
 * it as long as this process lives: a UDP socket of the same number, which nothing uses, stands for the reservation.
 */
export async function reservePort(): Promise<number> {
  // The next one is left free: a program that is told no other has its metrics there.
  const count = (range.to - range.from) / 2
  // Processes begin at different places, so that each finds one at once.
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

/** Somebody may listen there who has reserved nothing. */
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
