import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { refuse } from './no-request.ts'

/** In ms and bytes. */
export interface BodyTimeouts {
  /** How long the whole body may take. */
  whole: number
  /** A form with files may take longer, as long as `bytesPerPeriod` arrive in each of these periods. */
  period: number
  bytesPerPeriod: number
}

/** A slow phone connection sends ten kilobytes per second. */
export const bodyTimeouts: BodyTimeouts = { whole: 60_000, period: 30_000, bytesPerPeriod: 300_000 }

/** Closes the connection of a client whose body is too slow, with 408. Node itself limits the time for the headers. */
export function refuseSlowBodies(app: FastifyInstance, timeouts: BodyTimeouts): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.complete || !hasBody(raw)) return
    const stop = isForm(raw) ? watchRate(raw, timeouts) : watchWhole(raw, timeouts)
    raw.once('end', stop).once('close', stop)
  })
}

function watchWhole(raw: IncomingMessage, { whole }: BodyTimeouts): () => void {
  const timer = setTimeout(() => refuse(raw.socket, 408), whole)
  return () => clearTimeout(timer)
}

function watchRate(raw: IncomingMessage, { period, bytesPerPeriod }: BodyTimeouts): () => void {
  let before = raw.socket.bytesRead
  const timer = setInterval(() => {
    const now = raw.socket.bytesRead
    if (now - before < bytesPerPeriod) refuse(raw.socket, 408)
    before = now
  }, period)
  return () => clearInterval(timer)
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const isForm = ({ headers }: IncomingMessage) => /^multipart\//i.test(headers['content-type'] ?? '')
