import { blockOf } from '#platform/security/address-block'
import { isLoopback, isLoopbackUrl } from '#platform/loopback'
import type { CreateLimiter, Limiter } from '#platform/security/rate-limits'

export interface VisitorLimits {
  /** What an address is counted as. Undefined: it is not limited. */
  keyOf(address: string): string | undefined
  /** A new visitor. */
  newcomer(address: string): Promise<void>
  /** Any call from an address. */
  call(address: string): Promise<void>
  /** A handshake of a socket. */
  handshake(address: string): Promise<void>
  /** An announced upload, before its body is read. */
  upload(address: string, bytes: number): Promise<void>
  /** An ack of a message, before the database is asked about it. */
  ack(visitorId: string): Promise<void>
  message(visitorId: string, hasFile: boolean): Promise<void>
  /** The message was stored already; undoes the count. */
  repeated(visitorId: string, hasFile: boolean): Promise<void>
}

/**
 * Limits per visitor and per address; throws 429 with Retry-After. Many people of a company or a mobile network share
 * an address.
 */
export function createVisitorLimits(createLimiter: CreateLimiter, publicUrl: URL): VisitorLimits {
  // Messages of customers are the last thing to refuse (docs/requirements/reliability.md), so these limits fail open.
  const limiter = (name: string, points: number, duration: number) =>
    createLimiter({ name: `web-chat-${name}`, points, duration, failsOpen: true })
  const newcomers = limiter('newcomers', 60, 3600)
  const calls = limiter('calls', 600, 60)
  const handshakes = limiter('handshakes', 300, 60)
  const messages = limiter('messages', 60, 60)
  const acks = limiter('acks', 120, 60)
  const files = limiter('files', 30, 3600)
  const megabytes = limiter('megabytes', 1024, 86_400)

  return {
    keyOf,
    newcomer: (address) => takeFor(newcomers, address),
    call: (address) => takeFor(calls, address),
    handshake: (address) => takeFor(handshakes, address),
    upload: (address, bytes) => takeFor(megabytes, address, Math.ceil(bytes / 1_048_576)),
    ack: async (visitorId) => void (await acks.take(visitorId)),
    message: async (visitorId, hasFile) => {
      await messages.take(visitorId)
      if (hasFile) await files.take(visitorId)
    },
    repeated: async (visitorId, hasFile) => {
      await messages.release(visitorId)
      if (hasFile) await files.release(visitorId)
    },
  }

  async function takeFor(limiter: Limiter, address: string, points = 1): Promise<void> {
    const key = keyOf(address)
    if (key !== undefined) await limiter.take(key, points)
  }

  function keyOf(address: string): string | undefined {
    return isLoopbackUrl(publicUrl) && isLoopback(address) ? undefined : blockOf(address)
  }
}
