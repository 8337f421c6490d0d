import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { SessionKey } from '#channels/whatsapp-web'
import { audit } from '#platform/audit'
import type { Deps } from '#platform/deps'
import { type Lease, releaseLease, renewLeases, takeLease } from './leases.repository.ts'
import { type Run, type Runs, actorOf } from './runs.ts'

/** The leases that this process holds, one for each session that it runs. */
export class OwnLeases {
  /** Readable, so that the table shows which process it is. */
  readonly owner = `${hostname()}/${process.pid}/${randomUUID()}`
  readonly #deps: Pick<Deps, 'units' | 'log'>

  constructor(deps: Pick<Deps, 'units' | 'log'>) {
    this.#deps = deps
  }

  /** Undefined: another process holds it. A change of the owner is audited (security S64). */
  take(key: SessionKey): Promise<Lease | undefined> {
    const { connectionId } = key
    return this.#deps.units.run(actorOf(key), async (ctx) => {
      const taken = await takeLease(ctx, connectionId, this.owner)
      if (!taken) return undefined
      const { lease, before } = taken
      if (before !== null && before !== this.owner)
        await audit(ctx, {
          action: 'session.moved',
          object: 'connection',
          objectId: connectionId,
          detail: { from: before, to: this.owner },
        })
      return lease
    })
  }

  async release(key: SessionKey, lease: Lease): Promise<void> {
    await this.#deps.units.run(actorOf(key), (ctx) => releaseLease(ctx, lease))
  }

  /**
   * Returns the runs whose lease is lost. A lease without a run is not renewed: it could not be given back, and the time
   * of its last renewal counts as the end of its session.
   */
  async renew(runs: Runs): Promise<Run[]> {
    try {
      // Taken before the query: runs that begin during it have a fresh lease and are not in its result.
      const known = runs.all()
      const keys = known.map(({ key }) => key)
      const renewed = await renewLeases(this.#deps.units.operator, this.owner, keys)
      return known.filter((run) => {
        const own = renewed.find((one) => isOf(run, one))
        if (own) run.lease.until = own.until
        return !own
      })
    } catch (err) {
      // Leases that were not renewed expire, and every write checks its lease.
      this.#deps.log.warn(
        { event: 'whatsapp-session.leases-not-renewed', err },
        'could not renew the leases of WhatsApp sessions',
      )
      return []
    }
  }
}

const isOf = ({ key }: Run, { companyId, connectionId }: SessionKey) =>
  key.companyId === companyId && key.connectionId === connectionId
