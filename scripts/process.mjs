import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * How the server is started. Of its own accord the runtime lets what is alive grow to three or four times its size before
 * it looks for what is not: after a burst of calls the process would be twice as large, for ever.
 */
export const server = ['--max-semi-space-size=16', '--heap-growing-percent=100', 'apps/server/src/main.ts']

const isWindows = process.platform === 'win32'
const ownNode = 24

/** The Node of the lockfile; where none is packed for the system, the caller's if it is new enough. */
export function pinnedNode() {
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`
  const pinned = join(root, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node')
  if (existsSync(pinned)) return pinned
  if (Number(process.versions.node.split('.')[0]) >= ownNode) return process.execPath
  console.error(
    `There is no packed Node for this system: install Node ${ownNode} or later (this is ${process.version}).`,
  )
  process.exit(1)
}

/** Ctrl+C, whoever runs it, and a terminal that is closed. */
const endings = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Runs a program in a process group of its own and gives its exit code. What asks for its end is passed on to the group,
 * once: Ctrl+C would otherwise reach it from the terminal, from npm and from here.
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<number>}
 */
export function run(program, args) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      detached: !isWindows,
      // Nobody types here; and a terminal's input belongs to the foreground group, which the child is not in.
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}` },
    })
    const stopPassing = passSignals(child)
    child.once('error', (error) => {
      console.error(`${program} cannot be run: ${error.message}`)
      stopPassing()
      resolve(1)
    })
    child.once('exit', (code, signal) => {
      stopPassing()
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 1))
    })
  })
}

/** @param {import('node:child_process').ChildProcess} child */
function passSignals(child) {
  let last = -Infinity
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    if (performance.now() - last < 500 || child.pid === undefined) return
    last = performance.now()
    if (isWindows) child.kill(signal)
    else process.kill(-child.pid, signal)
  }
  for (const signal of endings) process.on(signal, pass)
  return () => {
    for (const signal of endings) process.off(signal, pass)
  }
}
