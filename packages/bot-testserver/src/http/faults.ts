import { z } from 'zod'
import type { Answer, Call } from './call.ts'

/** What can go wrong with a request. */
export const Fault = z.discriminatedUnion('kind', [
  /** Answers late. */
  z.object({ kind: z.literal('slow'), ms: z.number().nonnegative() }),
  /** Answers at once, but byte by byte. */
  z.object({ kind: z.literal('trickle'), bytesPerSecond: z.number().positive() }),
  /** Takes the request and never answers. */
  z.object({ kind: z.literal('silent') }),
  /** Begins an answer that never ends. */
  z.object({ kind: z.literal('endless') }),
  /** The right answer, and so many bytes more. */
  z.object({ kind: z.literal('huge'), bytes: z.number().int().positive() }),
  /** The right answer, with lists in lists beside it. */
  z.object({ kind: z.literal('deep'), levels: z.number().int().positive() }),
  /** Half of the right answer. */
  z.object({ kind: z.literal('broken') }),
  /** A page of a proxy instead of the answer. */
  z.object({ kind: z.literal('html') }),
  /** Cuts the connection before the request is carried out. */
  z.object({ kind: z.literal('reset') }),
  /** Carries the request out and cuts the connection instead of answering. */
  z.object({ kind: z.literal('loseAnswer') }),
  /** Sends the client to another address. */
  z.object({ kind: z.literal('redirect'), to: z.string() }),
  /** Answers this instead of carrying the request out. */
  z.object({
    kind: z.literal('answer'),
    status: z.number().int(),
    body: z.unknown(),
    headers: z.record(z.string(), z.string()).optional(),
  }),
])
export type Fault = z.infer<typeof Fault>

/** Which requests a fault hits: by default the next one. */
export interface Quota {
  times?: number | undefined
  /** The beginning of method and path, such as "POST /api/v1/sessions". */
  on?: string | undefined
}

interface Planned {
  fault: Fault
  on: string
  left: number
}

/** What goes wrong with the requests of one service. */
export class Faults {
  #planned: Planned[] = []

  plan(fault: Fault, { times = 1, on = '' }: Quota = {}): void {
    this.#planned.push({ fault, on, left: times })
  }

  /** Answers this instead of carrying the request out. */
  answer({ status, body, headers }: Answer, quota?: Quota): void {
    this.plan({ kind: 'answer', status, body, ...(headers && { headers }) }, quota)
  }

  /** Nothing that was planned happens any more. */
  clear(): void {
    this.#planned = []
  }

  /** What was planned for a request like this one: the first of each kind. */
  take({ method, path }: Call): Fault[] {
    const hit = this.#planned.filter(({ on }) => `${method} ${path}`.startsWith(on))
    const taken = hit.filter((one, at) => hit.findIndex(({ fault }) => fault.kind === one.fault.kind) === at)
    for (const one of taken) one.left -= 1
    this.#planned = this.#planned.filter(({ left }) => left > 0)
    return taken.map(({ fault }) => fault)
  }
}
