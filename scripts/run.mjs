// `npm start`, `npm test` and the others enter here, on whatever Node 20 or later is at hand and before anything is
// installed: built-in modules only. What comes after runs on the pinned Node.
import { install } from './install.mjs'
import { pinnedNode, run, server } from './process.mjs'

const [task = 'start', ...args] = process.argv.slice(2)

install()
const node = pinnedNode()
process.exitCode = task === 'start' ? await start() : await run(node, ['scripts/tasks.ts', task, ...args])

async function start() {
  const failed = await run(node, ['scripts/tasks.ts', 'prepare'])
  return failed || run(node, [...server, ...args])
}
