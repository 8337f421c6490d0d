import { AsyncLocalStorage } from 'node:async_hooks'
import { LRUCache } from 'lru-cache'

const withoutContext = AsyncLocalStorage.snapshot()

/**
 * The library fills caches while it encrypts a message, and each entry has a timer. Node.js keeps the asynchronous context
 * of a timer until it fires: here all that was read from the store for that message, for minutes or days. So timers of
 * caches are set outside of any context.
 */
export function setCacheTimersWithoutContext(): void {
  const { set } = LRUCache.prototype
  LRUCache.prototype.set = function setWithoutContext(...entry) {
    return withoutContext(() => set.apply(this, entry))
  }
}
