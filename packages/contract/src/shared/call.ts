import type { z } from 'zod'
import type { NeededFeature } from '../companies/plan-features.ts'

/**
 * Who may call. `public`: anybody. `visitor`: a web chat visitor by its secret. `program`: a program by a token of the
 * messages API. `expired`: any user, also of a company
 * whose subscription has ended. `payer`: admin, also of such a company. `user`: any user. `manager`: admin or supervisor. `connections`: admin, or a user with
 * allowConnections. `realTime`: admin, or a user with allowRealTime. `dashboard`: admin, or a user with showDashboard. `admin`: profile admin. `super`: the platform's operator.
 */
export type Access =
  | 'public'
  | 'visitor'
  | 'program'
  | 'expired'
  | 'payer'
  | 'user'
  | 'manager'
  | 'connections'
  | 'realTime'
  | 'dashboard'
  | 'admin'
  | 'super'

/** Calls without a logged-in user. */
const anonymous = ['public', 'visitor', 'program'] as const
export type AnonymousAccess = (typeof anonymous)[number]

export const isAnonymous = (access: Access): access is AnonymousAccess => anonymous.some((one) => one === access)

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly summary: string
  readonly access: Access
  /** The feature that the company's plan needs; without it the answer is 403 ERR_PLAN_LIMIT. */
  readonly feature: NeededFeature
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  /** Headers that the call reads, in lower case. */
  readonly headers?: z.ZodType
  readonly body?: z.ZodType
  /** The text fields of a form with files. A call with `body` and `form` accepts both. */
  readonly form?: z.ZodType
  /** Fields of the form that may come several times, as one list each. Of any other field the last one counts. */
  readonly repeatedFields?: readonly string[]
  readonly answer: z.ZodType
  /** The answer is a file of this type, sent while it is made; `answer` describes its bytes. */
  readonly file?: string
  /** A large answer may be sent while it is made. */
  readonly streams?: true
  /** Status of a success; 200 by default. */
  readonly status?: 200 | 201 | 204
  /** Status of a repeated call that changes nothing, if it differs. */
  readonly statusAgain?: 200
  /** Details of a conflict (409); the answer's `error` is the JSON text of them. */
  readonly conflict?: z.ZodType
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type In<S> = S extends z.ZodType ? z.input<S> : never
type Out<S> = S extends z.ZodType ? z.output<S> : undefined

/** What a client sends. */
export type Input<E extends Endpoint> = {
  [
    K in 'params' | 'query' | 'body' | 'form' as K extends keyof E ? (E[K] extends z.ZodType ? K : never) : never
  ]: K extends keyof E ? In<E[K]> : never
}

type Part<E, K extends string> = K extends keyof E ? Out<E[K]> : undefined

/** What the handler gets: validated, with defaults filled in. */
export interface Parsed<E extends Endpoint> {
  params: Part<E, 'params'>
  query: Part<E, 'query'>
  headers: Part<E, 'headers'>
  /** Of a call that only takes a form, its fields. */
  body: E extends { body: z.ZodType } ? z.output<E['body']> : Part<E, 'form'>
}

export type Answer<E extends Endpoint> = z.output<E['answer']>
