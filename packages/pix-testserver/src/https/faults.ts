import type { Answer, Call } from './answer.ts'

/** Which requests a fault hits: by default the next one. */
export interface Quota {
  times?: number
  /** So many requests pass before. */
  skip?: number
  /** The beginning of method and path, such as "POST /v3/payments". */
  on?: string
}

type Fault =
  | { kind: 'delay'; ms: number }
  | { kind: 'reset' }
  | { kind: 'answer'; answer: Answer }
  | { kind: 'loseAnswer' }
  | { kind: 'garble' }

interface Planned {
  fault: Fault
  on: string
  skip: number
}

/** What goes wrong with the requests of one provider. */
export class Faults {
  readonly #planned: Planned[] = []

  /** Answers late. */
  delay(ms: number, quota: Quota = {}): void {
    this.#plan({ kind: 'delay', ms }, quota)
  }

  /** Cuts the connection before the request is carried out. */
  reset(quota: Quota = {}): void {
    this.#plan({ kind: 'reset' }, quota)
  }

  /** Carries the request out and cuts the connection instead of answering. */
  loseAnswers(quota: Quota = {}): void {
    this.#plan({ kind: 'loseAnswer' }, quota)
  }

  /** Carries the request out and answers broken JSON. */
  garble(quota: Quota = {}): void {
    this.#plan({ kind: 'garble' }, quota)
  }

  /** Answers this instead of carrying the request out. */
  answer(status: number, { times, skip, on, ...answer }: Quota & Omit<Answer, 'status'> = {}): void {
    this.#plan(
      { kind: 'answer', answer: { status, ...answer } },
      { ...(times && { times }), ...(skip && { skip }), ...(on && { on }) },
    )
  }

  /** Refuses because of too many requests. */
  limitRate(retryAfterSeconds: number, quota: Quota = {}): void {
    this.answer(429, { ...quota, headers: { 'retry-after': String(retryAfterSeconds) } })
  }

  /** Nothing that was planned happens any more. */
  clear(): void {
    this.#planned.length = 0
  }

  /** Whatever was planned for a request like this one. */
  take({ method, path }: Pick<Call, 'method' | 'path'>): Fault[] {
    const due = this.#planned.filter(({ on }) => `${method} ${path}`.startsWith(on))
    const hit = due.filter(({ skip }) => skip === 0)
    for (const one of due) one.skip = Math.max(0, one.skip - 1)
    // One fault of a kind per request, so that "twice" means two requests.
    const taken = hit.filter((one, at) => hit.findIndex(({ fault }) => fault.kind === one.fault.kind) === at)
    for (const one of taken) this.#planned.splice(this.#planned.indexOf(one), 1)
    return taken.map(({ fault }) => fault)
  }

  #plan(fault: Fault, { times = 1, skip = 0, on = '' }: Quota): void {
    for (let i = 0; i < times; i++) this.#planned.push({ fault, on, skip })
  }
}
