import type { IncomingHttpHeaders } from 'node:http'
import { negotiate } from '@fastify/accept-negotiator'

export type Encoding = 'br' | 'gzip'

/** The best encoding that the client accepts. */
export function acceptedEncoding({ 'accept-encoding': accepted = '' }: IncomingHttpHeaders): Encoding | undefined {
  return negotiate<Encoding>(accepted, ['br', 'gzip']) ?? undefined
}
