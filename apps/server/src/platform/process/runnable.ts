import type { Role } from './config.ts'
import type { StopStep } from './stop.ts'

/** What runs beside the calls: workers, timers, lines to elsewhere. */
export interface Runnable {
  /** As it is named when its stop hangs. */
  readonly name: string
  /** Processes with this role start it; absent: all do. */
  readonly role?: Role
  start?(): void | Promise<void>
  /** Called also when it was not started. */
  stop?(): Promise<void>
}

/** In their order: each may use those before it. */
export async function startAll(runners: readonly Runnable[], roles: ReadonlySet<Role>): Promise<void> {
  for (const runner of runners) if (!runner.role || roles.has(runner.role)) await runner.start?.()
}

/** The last one first. */
export const stopStepsOf = (runners: readonly Runnable[]): StopStep[] =>
  runners.toReversed().map((runner) => ({ name: runner.name, run: async () => runner.stop?.() }))
