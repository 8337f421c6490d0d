import type { Role } from './config.ts'
import type { StopStep } from './stop.ts'

/** Something that runs beside the calls: a worker, a timer, a connection to another system. */
export interface Runnable {
  /** For the message about a stop that hangs. */
  readonly name: string
  /** Only processes with this role start it; undefined: all do. */
  readonly role?: Role
  start?(): void | Promise<void>
  /** Also called if it was not started. */
  stop?(): Promise<void>
}

/** In order, because each may use those before it. */
export async function startAll(runners: readonly Runnable[], roles: ReadonlySet<Role>): Promise<void> {
  for (const runner of runners) if (!runner.role || roles.has(runner.role)) await runner.start?.()
}

/** In reverse order. */
export const stopStepsOf = (runners: readonly Runnable[]): StopStep[] =>
  runners.toReversed().map((runner) => ({ name: runner.name, run: async () => runner.stop?.() }))
