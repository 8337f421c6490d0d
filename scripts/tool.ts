import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')

const programs = {
  oxfmt: 'oxfmt/bin/oxfmt',
  oxlint: 'oxlint/bin/oxlint',
  tsc: 'typescript/bin/tsc',
  knip: 'knip/bin/knip.js',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
  playwright: '@playwright/test/cli.js',
  'kysely-codegen': 'kysely-codegen/dist/cli/bin.js',
} as const

interface RunOptions {
  env?: NodeJS.ProcessEnv
  signal?: AbortSignal
  cwd?: string
  /** Hides the program's output. */
  isQuiet?: boolean
}

/** Runs a program from the dependencies on this Node. Returns its exit code. */
export function tool(name: keyof typeof programs, args: string[], options: RunOptions = {}): Promise<number> {
  return node([join(root, 'node_modules', programs[name]), ...args], options)
}

/** Runs this Node with these arguments. Returns its exit code. */
export function node(
  args: string[],
  { env = {}, signal, cwd = root, isQuiet = false }: RunOptions = {},
): Promise<number> {
  if (isStopping) return Promise.resolve(interrupted)
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd,
      stdio: isQuiet ? 'ignore' : ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      ...(signal && { signal }),
    })
    child.once('error', () => {})
    child.once('exit', (code, killedBy) => resolve(code ?? 128 + (killedBy ? constants.signals[killedBy] : 1)))
  })
}

const interrupted = 128 + constants.signals.SIGINT

// The whole process group gets these signals: wait for the running program and start no other.
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => (isStopping = true))

/** True once the process group has been signalled; a second signal is not needed. */
export const isEnding = (): boolean => isStopping
