import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Arguments that start the server. By default V8 lets the heap grow to three or four times the live data before it
 * collects garbage: after a burst of calls the process would stay twice as large.
 */
export const server = ['--max-semi-space-size=16', '--heap-growing-percent=100', 'apps/server/src/main.ts']

/**
 * By default the C library gives each thread a heap of its own and returns little of them: after 36,000 messages a
 * server whose live data was 80 MB kept 447 MB; with one heap it kept 203 MB.
 */
const oneHeap = { MALLOC_ARENA_MAX: '1' }

const isWindows = process.platform === 'win32'
const ownNode = 24

/** The Node of the lockfile, or the caller's if none is packaged for this system and the caller's is new enough. */
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

/** Ctrl+C, a supervisor's stop, and a closed terminal. */
const endings = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Runs a program in a process group of its own and returns its exit code. Signals are passed on to the group once:
 * otherwise Ctrl+C would reach it from the terminal, from npm and from here.
 */
export function run(program, args) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      detached: !isWindows,
      // Input is not needed, and the child could not read it: a terminal's input belongs to the foreground group.
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...oneHeap, ...process.env, PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}` },
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
