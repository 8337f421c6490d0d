import type { FastifyBaseLogger } from 'fastify'
import { destination as openDestination, type DestinationStream, pino, stdSerializers, stdTimeFunctions } from 'pino'
import { redact } from './redact.ts'

export type Log = FastifyBaseLogger

/**
 * Writes one JSON line per event. Every line passes through `redact`. `Fastify({ loggerInstance })` makes a child for
 * each request, with the request's id.
 */
export function createLogger(level: string, destination: DestinationStream = standardOutput()): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: stdSerializers.err, error: stdSerializers.err, req: describeRequest, res: describeReply },
      hooks: { streamWrite: (line) => `${JSON.stringify(redact(JSON.parse(line)))}\n` },
    },
    destination,
  )
}

/** Drops lines instead of waiting for a slow or full disk or using more than this much memory (R24). */
function standardOutput(): DestinationStream {
  const stream = openDestination({ dest: 1, sync: false, maxLength: 16 * 1024 * 1024 })
  stream.on('error', () => {})
  return stream
}

const describeRequest = ({ method, url, ip }: { method?: string; url?: string; ip?: string }) => ({
  method,
  path: url?.split('?')[0],
  ip,
})

const describeReply = ({ statusCode }: { statusCode?: number }) => ({ status: statusCode })
