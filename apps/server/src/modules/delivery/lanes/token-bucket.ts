/** Gives `perSecond` tokens a second, and keeps at most those of one second. */
export interface TokenBucket {
  /** The number of whole tokens. */
  left(now: number): number
  take(now: number): void
  /** In ms, until there is a token; 0 if there is one. */
  nextIn(now: number): number
  /** Whether nothing of it is used, like that of a new one. */
  isFull(now: number): boolean
}

const second = 1000

export function createTokenBucket(perSecond: number): TokenBucket {
  const most = Math.max(1, perSecond)
  let tokens = most
  let countedAt = -Infinity
  return { left, take, nextIn, isFull }

  function count(now: number) {
    tokens = Math.min(most, tokens + ((now - countedAt) / second) * perSecond)
    countedAt = now
  }

  function left(now: number) {
    count(now)
    return Math.max(0, Math.floor(tokens))
  }

  function take(now: number) {
    count(now)
    tokens -= 1
  }

  function nextIn(now: number) {
    count(now)
    return tokens >= 1 ? 0 : ((1 - tokens) / perSecond) * second
  }

  function isFull(now: number) {
    count(now)
    return tokens >= most
  }
}
