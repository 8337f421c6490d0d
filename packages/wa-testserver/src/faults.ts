import type { Account } from './accounts/account.ts'
import type { LinkedDevice } from './devices/linked-device.ts'
import type { ClientConnection } from './wire/connection.ts'
import type { Stanza } from './wire/nodes.ts'

export type Direction = 'toClient' | 'fromClient'

/** What happens to a stanza: it passes, is dropped, is delayed, or is replaced by others. */
export type Verdict = 'pass' | 'drop' | { delayMs: number } | { replaceWith: Stanza[] }

/** Called for every stanza. The device is unknown while a client pairs. */
export type Interceptor = (stanza: Stanza, direction: Direction, device: LinkedDevice | undefined) => Verdict

export interface Quota {
  /** How often. Once by default. */
  times?: number | undefined
  /** Which account is affected. All by default. */
  phone?: Account | undefined
}

/** One stanza with its delay. */
export interface Passage {
  stanza: Stanza
  delayMs: number
}

/** A running hold on messages: none reaches the client until it is released. */
export interface Hold {
  /** The stanzas held so far, oldest first. */
  readonly held: readonly Stanza[]
  /** Ends the hold and sends what was held, in the given order. */
  release(order?: 'asSent' | 'reversed'): Promise<void>
}

/** WhatsApp's code for "too many requests". */
export const RATE_LIMITED = 429

/** Injects faults of the network and the server. */
export class Faults {
  readonly #interceptors = new Set<Interceptor>()
  readonly #refusals = new PlannedFaults<number>()
  readonly #rejections = new PlannedFaults<number>()
  readonly #queryErrors = new PlannedFaults<number>()
  readonly #losses = new PlannedFaults<'beforeAck' | 'afterAck'>()
  readonly #passkeyDemands = new PlannedFaults<true>()
  /** The delay of every stanza to a client. */
  latencyMs = 0

  /** Lets a test inspect, change, delay or drop any stanza. Returns a function that undoes it. */
  intercept(interceptor: Interceptor): () => void {
    this.#interceptors.add(interceptor)
    return () => this.#interceptors.delete(interceptor)
  }

  /** The next logins fail with this reason: 401 logged out, 403 banned, 405 client too old, 503 overloaded. */
  refuseLogins(code: number, quota: Quota = {}): void {
    this.#refusals.add(code, quota)
  }

  /** Cancels the remaining refusals of logins. */
  acceptLogins(phone: Account): void {
    this.#refusals.cancel(phone)
  }

  /** The next links fail: the server asks for a passkey and waits without a limit. */
  demandPasskey(quota: Quota = {}): void {
    this.#passkeyDemands.add(true, quota)
  }

  /** The server refuses the next messages of clients with this error, such as 463 (restricted) or 479. */
  rejectMessages(code: number, quota: Quota = {}): void {
    this.#rejections.add(code, quota)
  }

  /** The server answers the next queries with this error. */
  rejectQueries(code: number, quota: Quota = {}): void {
    this.#queryErrors.add(code, quota)
  }

  /** Cancels the remaining refusals of queries. */
  acceptQueries(phone?: Account): void {
    this.#queryErrors.cancel(phone)
  }

  /** Rate limit: the next messages and queries of clients are refused. */
  limitRate(quota: Quota = {}): void {
    this.rejectMessages(RATE_LIMITED, quota)
    this.rejectQueries(RATE_LIMITED, quota)
  }

  /** The next messages of clients are lost: on their way to the server, or after the server acknowledged them. */
  loseMessages(when: 'beforeAck' | 'afterAck', quota: Quota = {}): void {
    this.#losses.add(when, quota)
  }

  /** The next messages to clients arrive twice, byte for byte, as after a lost acknowledgement. */
  deliverTwice(quota: Quota = {}): void {
    this.#duplicate((stanza) => [stanza, stanza], quota)
  }

  /** The ciphertext of the next messages to clients is damaged, so that clients request it again. */
  garble(quota: Quota = {}): void {
    this.#duplicate((stanza) => [damaged(stanza)], quota)
  }

  /** The server ignores and sends nothing, like a hanging one, until the returned function is called. */
  freeze(phone?: Account): () => void {
    return this.intercept((_stanza, _direction, device) => (phone && device?.account !== phone ? 'pass' : 'drop'))
  }

  /** Keeps the acknowledgements of the clients' messages from arriving, until the returned function is called. */
  dropAcknowledgements(): () => void {
    return this.intercept((stanza, direction) =>
      direction === 'toClient' && stanza.tag === 'ack' && stanza.attrs['class'] === 'message' ? 'drop' : 'pass',
    )
  }

  /** Holds messages to clients back, to deliver them later or out of order. */
  hold(phone?: Account): Hold {
    const waiting: { stanza: Stanza; device: LinkedDevice }[] = []
    const undo = this.intercept((stanza, direction, device) => {
      if (!isMessageTo(direction, stanza) || !device || (phone && device.account !== phone)) return 'pass'
      waiting.push({ stanza, device })
      return 'drop'
    })
    return {
      get held() {
        return waiting.map(({ stanza }) => stanza)
      },
      async release(order = 'asSent') {
        undo()
        const queue = order === 'reversed' ? waiting.toReversed() : waiting
        for (const { stanza, device } of queue) await device.push(stanza)
      },
    }
  }

  /** For the server: the reason to refuse this login, if a test asked for one. */
  takeRefusal(account: Account | undefined): number | undefined {
    return this.#refusals.take(account)
  }

  /** For the server: whether this link requires a passkey. */
  takePasskeyDemand(account: Account): boolean {
    return this.#passkeyDemands.take(account) ?? false
  }

  /** For the server: the error to answer this message with, if a test asked for one. */
  takeRejection(account: Account): number | undefined {
    return this.#rejections.take(account)
  }

  /** For the server: the error to answer this query with, if a test asked for one. */
  takeQueryError(account: Account): number | undefined {
    return this.#queryErrors.take(account)
  }

  /** For the server: when to lose this message, if a test asked for it. */
  takeLoss(account: Account): 'beforeAck' | 'afterAck' | undefined {
    return this.#losses.take(account)
  }

  /** For the connection: what to do with one stanza. */
  apply(direction: Direction, stanza: Stanza, connection: ClientConnection): Passage[] {
    let passages: Passage[] = [{ stanza, delayMs: direction === 'toClient' ? this.latencyMs : 0 }]
    for (const interceptor of this.#interceptors) {
      passages = passages.flatMap((passage) => pass(passage, interceptor(passage.stanza, direction, connection.device)))
    }
    return passages
  }

  #duplicate(replacement: (stanza: Stanza) => Stanza[], { times = 1, phone }: Quota): void {
    let left = times
    const undo = this.intercept((stanza, direction, device) => {
      if (!isMessageTo(direction, stanza) || (phone && device?.account !== phone)) return 'pass'
      if (--left === 0) undo()
      return { replaceWith: replacement(stanza) }
    })
  }
}

function pass(passage: Passage, verdict: Verdict): Passage[] {
  if (verdict === 'pass') return [passage]
  if (verdict === 'drop') return []
  if ('delayMs' in verdict) return [{ ...passage, delayMs: passage.delayMs + verdict.delayMs }]
  return verdict.replaceWith.map((stanza) => ({ stanza, delayMs: passage.delayMs }))
}

function isMessageTo(direction: Direction, stanza: Stanza): boolean {
  return direction === 'toClient' && stanza.tag === 'message'
}

function damaged(stanza: Stanza): Stanza {
  const content = Array.isArray(stanza.content) ? stanza.content : []
  return {
    ...stanza,
    content: content.map((part) => {
      if (part.tag !== 'enc' || !(part.content instanceof Uint8Array)) return part
      const broken = Buffer.from(part.content)
      broken.writeUInt8(broken.readUInt8(broken.length - 1) ^ 0xff, broken.length - 1)
      return { ...part, content: broken }
    }),
  }
}

/** Planned faults with their quotas. */
class PlannedFaults<T> {
  readonly #waiting: { fault: T; phone: Account | undefined }[] = []

  add(fault: T, { times = 1, phone }: Quota): void {
    for (let i = 0; i < times; i++) this.#waiting.push({ fault, phone })
  }

  cancel(account: Account | undefined): void {
    const others = this.#waiting.filter(({ phone }) => phone !== account)
    this.#waiting.splice(0, Infinity, ...others)
  }

  take(account: Account | undefined): T | undefined {
    const index = this.#waiting.findIndex(({ phone }) => !phone || phone === account)
    return index < 0 ? undefined : this.#waiting.splice(index, 1)[0]?.fault
  }
}
