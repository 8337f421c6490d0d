import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Place } from './walk.ts'
import type { Variables } from './variables.ts'

export interface Session {
  id: string
  slug: string
  isStreamEnabled: boolean
  variables: Variables
  /** Where it waits; `undefined`: the bot has ended, and begins anew with the next message. */
  waitsAt: Place | undefined
  usedAt: Date
  isExpired: boolean
}

/** The talks of all bots. */
export class Sessions {
  readonly #clock: Clock
  readonly #sessions = new Map<string, Session>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  begin(fields: Pick<Session, 'slug' | 'isStreamEnabled' | 'variables'>): Session {
    const id = newId()
    const session = { ...fields, id, waitsAt: undefined, usedAt: this.#clock.now(), isExpired: false }
    this.#sessions.set(id, session)
    return session
  }

  find(id: string): Session | undefined {
    return this.#sessions.get(id)
  }

  get all(): Session[] {
    return [...this.#sessions.values()]
  }

  /** The next message of one session, or of any, is told that it has expired. */
  expire(id?: string): void {
    for (const session of this.#of(id)) session.isExpired = true
  }

  /** Typebot does not know one session, or any, any more. */
  forget(id?: string): void {
    for (const session of this.#of(id)) this.#sessions.delete(session.id)
  }

  #of(id: string | undefined): Session[] {
    return this.all.filter((session) => id === undefined || session.id === id)
  }
}

export const newId = (): string => `cm${randomBytes(11).toString('hex')}`
