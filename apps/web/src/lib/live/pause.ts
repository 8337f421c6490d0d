/**
 * The pause before the next attempt: grows to 15 s and is randomized, so that clients do not all reconnect together
 * (R18).
 */
export function pauseBefore(failures: number, chance: () => number = Math.random): number {
  const longest = Math.min(15_000, 1000 * 2 ** failures)
  return Math.round(longest * (0.5 + chance() / 2))
}
