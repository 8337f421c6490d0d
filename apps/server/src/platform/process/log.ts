import type { FastifyBaseLogger } from 'fastify'
import { destination as openDestination, type DestinationStream, pino, stdSerializers, stdTimeFunctions } from 'pino'
import { redact } from './redact.ts'

export type Log = FastifyBaseLogger

/**
 * One JSON line per event. Every line, whoever writes it and however, passes through `redact` on its way out.
 * `Fastify({ loggerInstance })` gives each request a child of it with the request's id.
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

/** Never waits for a slow or full disk, and never keeps more than this in memory: lines are dropped instead (R24). */
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
