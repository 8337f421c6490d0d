// The entry of `npm start`, `npm test` and the other tasks. It runs on any Node from 20 on and before anything is
// installed, so it uses built-in modules only. Everything after it runs on the pinned Node.
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
