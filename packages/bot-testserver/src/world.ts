import type { TlsOptions } from 'node:tls'
import type { Clock } from './clock.ts'
import type { HttpSide } from './http/http-side.ts'
import type { Problems } from './problems.ts'

/** What all services share. */
export interface World {
  clock: Clock
  problems: Problems
  /** Key and certificate, if the services are to be reached by https. */
  tls: TlsOptions | undefined
}

export interface Service {
  readonly side: HttpSide
}
