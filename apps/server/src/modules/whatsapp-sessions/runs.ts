import type { RunningSession, SessionKey, SessionState } from '#channels/whatsapp-web'
import type { Lease } from './leases.repository.ts'

/** A session that this process runs. */
export interface Run {
  key: SessionKey
  lease: Lease
  wishNumber: number
  session: RunningSession | undefined
  /** Reports in progress; each one waits for those before it. */
  reporting: Promise<void>
  comparing: Promise<void> | undefined
  /** Set while its phone is being unlinked. */
  unlinking: Promise<void> | undefined
  shown: SessionState['status'] | undefined
}

export const newRun = (key: SessionKey, lease: Lease, wishNumber: number): Run => ({
  key,
  lease,
  wishNumber,
  session: undefined,
  reporting: Promise.resolve(),
  comparing: undefined,
  unlinking: undefined,
  shown: undefined,
})

/** The sessions that this process runs, with at most one run each. */
export class Runs {
  readonly #byName = new Map<string, Run>()

  find(key: SessionKey): Run | undefined {
    return this.#byName.get(nameOf(key))
  }

  /** False: it was removed or replaced by another run. */
  isCurrent(run: Run): boolean {
    return this.find(run.key) === run
  }

  add(run: Run): void {
    this.#byName.set(nameOf(run.key), run)
  }

  /** Removes the current run of a session. False: there was none. */
  remove(key: SessionKey): boolean {
    return this.#byName.delete(nameOf(key))
  }

  all(): Run[] {
    return [...this.#byName.values()]
  }
}

const nameOf = ({ companyId, connectionId }: SessionKey) => `${companyId}:${connectionId}`

/** The actor for units of work of a session. */
export const actorOf = ({ companyId, connectionId }: SessionKey) =>
  ({ kind: 'connection', companyId, connectionId }) as const
