import { createServer } from 'node:http'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { bareHeaders } from '../http/guards/bare-headers.ts'

/** One registry per process. */
const registry = new Registry()
collectDefaultMetrics({ register: registry })

export const metrics = {
  duplicates: new Counter({
    name: 'guiche_inbound_duplicates_total',
    help: 'Deliveries of a message that was here already',
    registers: [registry],
  }),
  received: new Counter({
    name: 'guiche_inbound_messages_total',
    help: 'Messages received and committed',
    registers: [registry],
  }),
  ignored: new Counter({
    name: 'guiche_webhook_ignored_total',
    help: 'Items of webhooks without an effect: of an unknown kind, or of a page that nobody here has',
    labelNames: ['reason'],
    registers: [registry],
  }),
  repaired: new Counter({
    name: 'guiche_repaired_total',
    help: 'What comparisons with phones have found and put right',
    labelNames: ['kind'],
    registers: [registry],
  }),
  sent: new Counter({
    name: 'guiche_outbound_results_total',
    help: 'Sends by result',
    labelNames: ['status'],
    registers: [registry],
  }),
  exchanges: new Counter({
    name: 'guiche_exchanges_total',
    help: 'Questions to services that answer customers, by result; late: another process has ended it, or nobody waits',
    labelNames: ['result'],
    registers: [registry],
  }),
  dead: new Counter({
    name: 'guiche_dead_letters_total',
    help: 'Work given up after all tries',
    labelNames: ['kind'],
    registers: [registry],
  }),
  answers: new Histogram({
    name: 'guiche_http_seconds',
    help: 'Time to the answer of a call',
    labelNames: ['route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2],
    registers: [registry],
  }),
  sockets: new Gauge({ name: 'guiche_sockets', help: 'Open sockets of attendants', registers: [registry] }),
} as const

/**
 * A number per label that is read whenever the metrics are. What cannot be read is left out, so that the other metrics
 * are still there. A second call with the same name replaces the first.
 */
export function watch(
  { name, help, label }: { name: string; help: string; label: string },
  read: () => Promise<Record<string, number>>,
): void {
  registry.removeSingleMetric(name)
  const gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect: async () => {
      gauge.reset()
      const values = await read().catch(() => ({}))
      for (const [key, value] of Object.entries(values)) gauge.set({ [label]: key }, value)
    },
  })
}

/** S75: on its own port, on loopback, never on the public listener. */
export async function serveMetrics(port: number): Promise<() => Promise<void>> {
  if (port === 0) return async () => undefined
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404, bareHeaders).end()
    registry.metrics().then(
      (text) => response.writeHead(200, { ...bareHeaders, 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500, bareHeaders).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return () => new Promise((resolve) => server.close(() => resolve()))
}
