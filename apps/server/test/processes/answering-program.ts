// The product, whose integrations are all one service: that at the address in ANSWERING_SERVICE.
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/platform/process/config.ts'
import { serveHealth } from '../../src/platform/process/health.ts'
import { createLogger } from '../../src/platform/process/log.ts'
import { allKeys, readMasterSecret } from '../../src/platform/security/secret.ts'
import { answererOf } from '../services/answering-service.ts'
import { databaseUrl } from '../template.ts'

const config = readConfig(process.env)
const admin = config.databaseUrl ?? ''
const database = new URL(admin).pathname.slice(1)
const service = { url: process.env['ANSWERING_SERVICE'] ?? '' }

const app = await buildApp({
  config,
  databases: {
    admin,
    app: databaseUrl(admin, database, 'guiche_app'),
    operator: databaseUrl(admin, database, 'guiche_operator'),
  },
  keys: allKeys(readMasterSecret({ secret: config.secret, dataFolder: config.dataFolder })),
  log: createLogger(config.logLevel),
  checkAnswers: false,
  answerers: [answererOf(service)],
})
const health = serveHealth(app.http, app.deps.units.operator)
await app.start()
if (config.roles.has('web')) await app.http.listen({ port: config.port, host: config.host })
health.started()
process.stdout.write('it is ready\n')
process.once('SIGTERM', () => void app.stop().then(() => process.exit()))
