import { createWriteStream } from 'node:fs'
import type { Channel } from '@guiche/channel'
import { buildApp } from '../../apps/server/src/app.ts'
import { factsOf } from '../../apps/server/src/channels/facts.ts'
import { readConfig } from '../../apps/server/src/platform/process/config.ts'
import { serveHealth } from '../../apps/server/src/platform/process/health.ts'
import { createLogger } from '../../apps/server/src/platform/process/log.ts'
import { allKeys, readMasterSecret } from '../../apps/server/src/platform/security/secret.ts'
import { databaseUrl } from '../../apps/server/test/template.ts'

/**
 * The product with a channel in place of WhatsApp that takes every message at once and sends it to nobody. It writes the
 * address of each one into a file, so that somebody can tell who would have got how many.
 */
const config = readConfig(process.env)
const log = createLogger(config.logLevel)
const admin = config.databaseUrl ?? ''
const database = new URL(admin).pathname.slice(1)
const swallowed = createWriteStream(process.env['SWALLOWED'] ?? '', { flags: 'a' })

const pace = { atOnce: 500, perSecond: 100_000 }
const channel: Channel = {
  facts: factsOf('whatsapp'),
  pace: { ...pace, automatic: pace },
  send: async ({ kind, address }) => {
    if (kind === 'text') swallowed.write(`${address}\n`)
    return { status: 'sent' }
  },
}

const app = await buildApp({
  config,
  databases: {
    admin,
    app: databaseUrl(admin, database, 'guiche_app'),
    operator: databaseUrl(admin, database, 'guiche_operator'),
  },
  keys: allKeys(readMasterSecret({ secret: config.secret, dataFolder: config.dataFolder })),
  log,
  checkAnswers: false,
  channels: [channel],
})
const health = serveHealth(app.http, app.deps.units.operator)
await app.start()
await app.http.listen({ port: config.port, host: config.host })
health.started()
process.once('SIGTERM', () => void app.stop().then(() => swallowed.end(() => process.exit())))
