/**
 * Workers that process what units of work have stored for them. Each module adds its own: `declare module
 * '#platform/work/wakes' { interface Workers { outbox: true } }`
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- filled by the modules
export interface Workers {}

export type WorkerName = keyof Workers

export interface Wakes {
  /** Registers the worker: `wake` is called with each company that has work. */
  on(worker: WorkerName, wake: (companyId: number) => void): void
  /** Does nothing where this process does not run the worker; the process that runs it polls. */
  call(worker: WorkerName, companyId: number): void
}

export function createWakes(): Wakes {
  const workers = new Map<WorkerName, (companyId: number) => void>()
  return {
    on: (worker, wake) => void workers.set(worker, wake),
    call: (worker, companyId) => workers.get(worker)?.(companyId),
  }
}
