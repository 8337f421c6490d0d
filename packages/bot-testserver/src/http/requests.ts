import type { IncomingHttpHeaders } from 'node:http'
import type { Call } from './call.ts'

/** A request that has arrived. */
export interface Asked {
  method: string
  path: string
  headers: IncomingHttpHeaders
  /** As JSON, or as text if it is none. */
  body: unknown
  at: Date
  /** `undefined` while it is under way. */
  outcome: 'answered' | 'abandoned' | undefined
}

const most = 1000

/** The newest requests of a service, and how many are under way. */
export class Requests {
  readonly list: Asked[] = []
  underWay = 0
  /** How many were under way at once, at most. */
  mostUnderWay = 0

  add({ method, path, headers, raw, body }: Call): Asked {
    const asked: Asked = {
      method,
      path,
      headers,
      body: body ?? raw.toString(),
      at: new Date(),
      outcome: undefined,
    }
    this.list.push(asked)
    if (this.list.length > most) this.list.shift()
    this.underWay += 1
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay)
    return asked
  }

  /** The client has its whole answer, or went away before. */
  end(asked: Asked, outcome: 'answered' | 'abandoned'): void {
    asked.outcome = outcome
    this.underWay -= 1
  }

  /** What was asked since the last call. */
  take(): Asked[] {
    return this.list.splice(0)
  }
}
