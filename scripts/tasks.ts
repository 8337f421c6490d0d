import { build } from './build.ts'
import { chaos } from './chaos.ts'
import { check } from './check.ts'
import { testDefects } from './defects/test-defects.ts'
import { develop } from './develop.ts'
import { writeNumbers } from './numbers.ts'
import { writeTables } from './tables.ts'
import { ensureChromium } from './tests/test-programs.ts'
import { testAll, testChange } from './tests/test-run.ts'
import { node, tool } from './tool.ts'

/** The tasks of `node scripts/run.mjs <task>` besides `start`. Each returns its exit code. */
const tasks: Record<string, (args: string[]) => Promise<number>> = {
  /** Runs before a start: builds the browser applications if their sources changed. */
  prepare: () => build({ evenIfFresh: false }),
  build: () => build({ evenIfFresh: true }),
  'demo:whatsapp': async () => (await build({ evenIfFresh: false })) || node(['scripts/demo/whatsapp-demo.ts']),
  'demo:pix': async () => (await build({ evenIfFresh: false })) || node(['scripts/demo/pix-demo.ts']),
  'demo:official': async () => (await build({ evenIfFresh: false })) || node(['scripts/demo/official-demo.ts']),
  'demo:bots': async () => (await build({ evenIfFresh: false })) || node(['scripts/demo/bots-demo.ts']),
  dev: (args) => develop(args),
  check: async () => ((await check()).length === 0 ? 0 : 1),
  tables: () => writeTables(),
  numbers: () => writeNumbers(),
  format: () => tool('oxfmt', ['.']),
  unit: (args) => tool('vitest', ['run', ...args]),
  e2e: async (args) =>
    (await build({ evenIfFresh: false })) || (ensureChromium() ? tool('playwright', ['test', ...args]) : 1),
  test: () => testChange(),
  'test:all': () => testAll(),
  'test:defects': (names) => testDefects(names),
  chaos: ([minutes, seed]) => chaos({ minutes: Number(minutes ?? 10), seed }),
  bench: async (args) => (await build({ evenIfFresh: false })) || node(['bench/run.ts', ...args]),
  'bench:reading': async (args) =>
    (await build({ evenIfFresh: false })) || node(['bench/long-conversation/half-hour.ts', ...args]),
}

const [name = '', ...args] = process.argv.slice(2)
const task = tasks[name]
if (!task) console.error(`There is no task ${name}: start, ${Object.keys(tasks).join(', ')}.`)
process.exitCode = task ? await task(args) : 1
