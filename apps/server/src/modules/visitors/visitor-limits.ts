import { blockOf } from '#platform/security/address-block'
import { isLoopback, isTriedOut } from '#platform/loopback'
import type { CreateLimiter, Limiter } from '#platform/security/rate-limits'

export interface VisitorLimits {
  /** Somebody new. */
  newcomer(address: string): Promise<void>
  /** Any call from an address. */
  call(address: string): Promise<void>
  /** What somebody is about to send, before it is taken in. */
  upload(address: string, bytes: number): Promise<void>
  message(visitorId: string, hasFile: boolean): Promise<void>
  /** It was one that we had already: not counted. */
  repeated(visitorId: string, hasFile: boolean): Promise<void>
}

/** So much and no more, by visitor and by address; 429 with Retry-After beyond. Many people of a company or a mobile network share an address. */
export function createVisitorLimits(createLimiter: CreateLimiter, publicUrl: URL): VisitorLimits {
  // What a customer says is the last thing to be refused (reliability, promise 6).
  const limiter = (name: string, points: number, duration: number) =>
    createLimiter({ name: `web-chat-${name}`, points, duration, failsOpen: true })
  const newcomers = limiter('newcomers', 60, 3600)
  const calls = limiter('calls', 600, 60)
  const messages = limiter('messages', 60, 60)
  const files = limiter('files', 30, 3600)
  const megabytes = limiter('megabytes', 1024, 86_400)

  return {
    newcomer: (address) => takeFor(newcomers, address),
    call: (address) => takeFor(calls, address),
    upload: (address, bytes) => takeFor(megabytes, address, Math.ceil(bytes / 1_048_576)),
    message: async (visitorId, hasFile) => {
      await messages.take(visitorId)
      if (hasFile) await files.take(visitorId)
    },
    repeated: async (visitorId, hasFile) => {
      await messages.giveBack(visitorId)
      if (hasFile) await files.giveBack(visitorId)
    },
  }

  async function takeFor(limiter: Limiter, address: string, points = 1): Promise<void> {
    if (isTriedOut(publicUrl) && isLoopback(address)) return
    await limiter.take(blockOf(address), points)
  }
}
