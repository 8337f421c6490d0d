import type { IncomingHttpHeaders } from 'node:http'
import { negotiate } from '@fastify/accept-negotiator'

export type Encoding = 'br' | 'gzip'

/** In which of the forms that we have, best first, whoever asks can read an answer. */
export function acceptedEncoding({ 'accept-encoding': accepted = '' }: IncomingHttpHeaders): Encoding | undefined {
  return negotiate<Encoding>(accepted, ['br', 'gzip']) ?? undefined
}
