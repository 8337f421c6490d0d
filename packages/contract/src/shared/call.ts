import type { z } from 'zod'
import type { NeededFeature } from '../companies/plan-features.ts'

/**
 * Who may call. `public`: anybody. `visitor`: a web chat visitor by its secret. `expired`: any user, also of a company
 * whose subscription has ended. `user`: any user. `manager`: admin or supervisor. `connections`: admin, or a user with
 * allowConnections. `admin`: profile admin. `super`: the platform's operator.
 */
export type Access = 'public' | 'visitor' | 'expired' | 'user' | 'manager' | 'connections' | 'admin' | 'super'

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly summary: string
  readonly access: Access
  /** What the company's plan must have: without it the call answers 403 ERR_PLAN_LIMIT. */
  readonly feature: NeededFeature
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  /** Headers that the call reads, by their small names. */
  readonly headers?: z.ZodType
  readonly body?: z.ZodType
  /** The text fields of a form with files; a call with both takes either. */
  readonly form?: z.ZodType
  readonly answer: z.ZodType
  /** Of a success; 200 unless said. */
  readonly status?: 200 | 201 | 204
  /** Of the same call once more, which does nothing, where that is another one. */
  readonly statusAgain?: 200
  /** What stands in the way (409): the answer's `error` is the JSON text of it. */
  readonly conflict?: z.ZodType
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type In<S> = S extends z.ZodType ? z.input<S> : never
type Out<S> = S extends z.ZodType ? z.output<S> : undefined

/** What a client hands over. */
export type Input<E extends Endpoint> = {
  [
    K in 'params' | 'query' | 'body' | 'form' as K extends keyof E ? (E[K] extends z.ZodType ? K : never) : never
  ]: K extends keyof E ? In<E[K]> : never
}

type Part<E, K extends string> = K extends keyof E ? Out<E[K]> : undefined

/** What the server's handler gets: checked, with defaults filled in. */
export interface Parsed<E extends Endpoint> {
  params: Part<E, 'params'>
  query: Part<E, 'query'>
  headers: Part<E, 'headers'>
  body: Part<E, 'body'>
}

export type Answer<E extends Endpoint> = z.output<E['answer']>
