import { build } from './build.ts'
import { ensureChromium } from './tests/test-programs.ts'
import { tool } from './tool.ts'

interface Run {
  minutes: number
  /** Extra arguments for vitest. */
  args?: string[]
  /** The same seed plans the same talk and the same faults; random when left out. */
  seed?: string | undefined
}

/**
 * Runs the chaos test: people talk over WhatsApp while faults are injected, and nothing may be lost. Returns the exit
 * code.
 */
export async function chaos({ minutes, seed, args = [] }: Run): Promise<number> {
  const env = { CHAOS_SECONDS: String(minutes * 60), ...(seed !== undefined && { CHAOS_SEED: seed }) }
  return (
    (await build({ evenIfFresh: false })) ||
    (ensureChromium()
      ? tool('vitest', ['run', '--config', 'chaos/vitest.config.ts', '--disable-console-intercept', ...args], { env })
      : 1)
  )
}
