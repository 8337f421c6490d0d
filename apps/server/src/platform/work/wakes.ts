/**
 * Workers that look after what units of work have stored for them. Each module adds its own:
 * `declare module '#platform/work/wakes' { interface Workers { outbox: true } }`
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- filled by the modules
export interface Workers {}

export type WorkerName = keyof Workers

export interface Wakes {
  /** From now on `wake` is called for each company in which there is something to do. */
  on(worker: WorkerName, wake: (companyId: number) => void): void
  /** Nothing happens where this process does not run the worker: it looks around by itself where it runs. */
  call(worker: WorkerName, companyId: number): void
}

export function createWakes(): Wakes {
  const workers = new Map<WorkerName, (companyId: number) => void>()
  return {
    on: (worker, wake) => void workers.set(worker, wake),
    call: (worker, companyId) => workers.get(worker)?.(companyId),
  }
}
