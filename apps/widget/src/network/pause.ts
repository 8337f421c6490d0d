/** 1 s, 2 s, 4 s … up to `longest`, each a little shorter at random, so that a thousand windows do not come back at once. */
export function pauseAfter(tries: number, longest = 30_000, random = Math.random()): number {
  return Math.min(longest, 1000 * 2 ** tries) * (1 - random / 3)
}
