/** 1 s, 2 s, 4 s … up to `longest`, shortened at random, so that many clients do not reconnect at the same moment. */
export function pauseAfter(tries: number, longest = 30_000, random = Math.random()): number {
  return Math.min(longest, 1000 * 2 ** tries) * (1 - random / 3)
}
