import { LRUCache } from 'lru-cache'
import { perApplication } from './per-application.ts'

/** A unit of work has both. */
export interface CompanyOfApplication {
  readonly application: object
  readonly companyId: number
  readonly isSnapshot?: boolean
}

export interface Recent<T extends object> {
  /** Undefined: it was not read within the last second. */
  find(of: CompanyOfApplication): T | undefined
  /**
   * Reads it and keeps it, unless it changed in the meantime. Undefined is not kept, and neither is what a snapshot
   * shows: it may have changed after the snapshot was taken and before it is read here.
   */
  read<Found extends T | undefined>(of: CompanyOfApplication, read: () => Promise<Found>): Promise<Found>
  /** Call it after the commit of a change. */
  forget(of: CompanyOfApplication): void
}

/**
 * Keeps for a second what was read of each company, for what is read with every message. After a change, this process
 * reads it again at once; others use the old value for at most a second.
 */
export function createRecent<T extends object>({ max }: { max: number }): Recent<T> {
  const recent = perApplication(() => ({ kept: new LRUCache<number, T>({ max, ttl: 1000 }), changes: 0 }))

  return {
    find: (of) => recent(of).kept.get(of.companyId),
    async read(of, read) {
      const own = recent(of)
      const { changes } = own
      const found = await read()
      if (found && !of.isSnapshot && own.changes === changes) own.kept.set(of.companyId, found)
      return found
    },
    forget(of) {
      const own = recent(of)
      own.changes += 1
      own.kept.delete(of.companyId)
    },
  }
}
