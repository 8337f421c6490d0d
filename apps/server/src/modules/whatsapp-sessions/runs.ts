import type { RunningSession, SessionKey, SessionState } from '#channels/whatsapp-web'
import type { Lease } from './leases.repository.ts'

/** A session that this process runs. */
export interface Run {
  key: SessionKey
  lease: Lease
  wishNumber: number
  session: RunningSession | undefined
  /** What is being told of it, in order. */
  telling: Promise<void>
  comparing: Promise<void> | undefined
  /** Its phone is being unlinked. */
  unlinking: Promise<void> | undefined
  shown: SessionState['status'] | undefined
}

export const newRun = (key: SessionKey, lease: Lease, wishNumber: number): Run => ({
  key,
  lease,
  wishNumber,
  session: undefined,
  telling: Promise.resolve(),
  comparing: undefined,
  unlinking: undefined,
  shown: undefined,
})

/** The sessions that this process runs, one run of each. */
export class Runs {
  readonly #byName = new Map<string, Run>()

  find(key: SessionKey): Run | undefined {
    return this.#byName.get(nameOf(key))
  }

  /** Whether it is still this run that counts for its session. */
  isCurrent(run: Run): boolean {
    return this.find(run.key) === run
  }

  add(run: Run): void {
    this.#byName.set(nameOf(run.key), run)
  }

  /** Whatever run the session has. False: it has none. */
  remove(key: SessionKey): boolean {
    return this.#byName.delete(nameOf(key))
  }

  all(): Run[] {
    return [...this.#byName.values()]
  }
}

const nameOf = ({ companyId, connectionId }: SessionKey) => `${companyId}:${connectionId}`

/** Who acts where a session does. */
export const actorOf = ({ companyId, connectionId }: SessionKey) =>
  ({ kind: 'connection', companyId, connectionId }) as const
