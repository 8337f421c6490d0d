/** Before the next try: longer each time, up to 15 s, and never the same for all who lost the line together (R18). */
export function pauseBefore(failures: number, chance: () => number = Math.random): number {
  const longest = Math.min(15_000, 1000 * 2 ** failures)
  return Math.round(longest * (0.5 + chance() / 2))
}
