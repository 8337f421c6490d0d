import { build } from './build.ts'
import { ensureChromium } from './test-programs.ts'
import { tool } from './tool.ts'

interface Run {
  minutes: number
  /** For the runner of tests. */
  args?: string[]
  /** The same again plans the same talk and the same faults; one of chance when left out. */
  seed?: string | undefined
}

/** Everybody talks over WhatsApp while everything breaks, and nothing may be lost. Gives the exit code. */
export async function chaos({ minutes, seed, args = [] }: Run): Promise<number> {
  const env = { CHAOS_SECONDS: String(minutes * 60), ...(seed !== undefined && { CHAOS_SEED: seed }) }
  return (
    (await build({ evenIfFresh: false })) ||
    (ensureChromium()
      ? tool('vitest', ['run', '--config', 'chaos/vitest.config.ts', '--disable-console-intercept', ...args], { env })
      : 1)
  )
}
