import { buildApp } from './app.ts'
import { addDemo, removeHalfDemo } from './demo/add-demo.ts'
import { install, resetSuperPassword, showFirstPassword } from '#modules/installation'
import { ConfigError, readConfig } from '#platform/process/config'
import { StartError, openDataFolder } from '#platform/files/data-folder'
import { waitForDatabase } from '#platform/database/connect'
import { migrate } from '#platform/database/migrate'
import { describeStartFailure } from '#platform/database/start-trouble'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres'
import { serveHealth } from '#platform/process/health'
import { createLogger } from '#platform/process/log'
import { serveMetrics } from '#platform/process/metrics'
import { isErrno } from '#platform/process/running-process'
import { printFailure, printIfSlow } from '#platform/process/print'
import { printReady } from './print-ready.ts'
import { printReset } from './print-reset.ts'
import { allKeys, readMasterSecret } from '#platform/security/secret'
import { stopOnSignal } from '#platform/process/stop'

try {
  await main()
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartError)) throw error
  printFailure(error.message)
  process.exit(1)
}

async function main() {
  const stop = stopOnSignal()
  const config = readConfig(process.env)
  const isDemo = process.argv.includes('--demo')
  if (isDemo && config.roles.size < 3)
    throw new StartError('GUICHE_ROLES: a start with --demo needs all of them, web, worker and channels.')
  const log = createLogger(config.logLevel)
  // An unhandled rejection in a library must not end the process for all companies (S78).
  process.on('unhandledRejection', (err) =>
    log.error({ event: 'process.unhandled-rejection', err }, 'unhandled promise rejection'),
  )
  openDataFolder(config.dataFolder)
  const master = readMasterSecret({ secret: config.secret, dataFolder: config.dataFolder })
  const keys = allKeys(master)
  try {
    const databases = databasesOf(await databaseUrl(), keys)
    await printIfSlow('Preparing the tables …', migrate(databases.admin, databases.passwords))
    const app = await buildApp({
      config,
      databases,
      keys,
      log,
      checkAnswers: process.env['NODE_ENV'] === 'development',
    })
    for (const step of app.stops.toReversed()) stop.first(step)
    if (process.argv.includes('--reset-super-password')) {
      printReset(await resetSuperPassword(app.deps.units))
      return await stop.all()
    }
    const health = serveHealth(app.http, app.deps.units.operator)
    const installed = await install({
      units: app.deps.units,
      adminEmail: config.admin.email,
      adminPassword: config.admin.password,
    })
    if (isDemo) await removeHalfDemo(app.deps.units.operator)
    await printIfSlow('Resuming waiting work …', app.start())
    if (config.roles.has('web')) await listen(app.http, config)
    stop.first({ name: 'the metrics', run: await listenForMetrics(config.metricsPort) })
    stop.first({ name: 'the readiness', run: async () => health.stopping() })
    const demo = isDemo ? await printIfSlow('Preparing the demo company …', addDemo(app)) : undefined
    // A signal may have come meanwhile: then it stays "not ready".
    if (!stop.hasBegun()) health.started()
    await showFirstPassword(app.deps.units, installed, (told) =>
      printReady({
        config,
        addresses: app.deps.origins.addresses(),
        installed: told,
        demo,
      }),
    )
  } catch (error) {
    // An error after the stop has begun is a consequence of the stop.
    if (stop.hasBegun()) return
    await stop.all()
    throw describeStartFailure(error, config)
  }

  async function databaseUrl(): Promise<string> {
    if (config.databaseUrl !== undefined) {
      await printIfSlow('Waiting for the database …', waitForDatabase(config.databaseUrl))
      return config.databaseUrl
    }
    const postgres = await printIfSlow(
      'Starting the database …',
      startEmbeddedPostgres(config.dataFolder, {
        onRestart: (sentence) => log.error({ event: 'database.ended' }, sentence),
      }),
    )
    stop.last({ name: 'the database', run: postgres.stop, pids: () => [postgres.pid()] })
    return postgres.adminUrl
  }
}

/** The address of the database with each of its logins; the passwords are derived from the secret. */
function databasesOf(url: string, keys: ReturnType<typeof allKeys>) {
  const passwords = {
    app: keys.appDatabasePassword.toString('base64url'),
    operator: keys.operatorDatabasePassword.toString('base64url'),
  }
  const as = (user: string, password: string) => {
    const own = new URL(url)
    own.username = user
    own.password = password
    return own.href
  }
  return {
    admin: url,
    app: as('guiche_app', passwords.app),
    operator: as('guiche_operator', passwords.operator),
    passwords,
  }
}

async function listenForMetrics(port: number) {
  try {
    return await serveMetrics(port)
  } catch (error) {
    if (isErrno(error) && error.code === 'EADDRINUSE')
      throw new StartError(`GUICHE_METRICS_PORT ${port} is taken by another program: set it to a free one, or to 0.`)
    throw error
  }
}

async function listen(
  http: Awaited<ReturnType<typeof buildApp>>['http'],
  { host, port }: { host: string; port: number },
) {
  try {
    await http.listen({ host, port })
  } catch (error) {
    if (!isErrno(error)) throw error
    if (error.code === 'EADDRINUSE')
      throw new StartError(`Port ${port} is taken by another program: set PORT to a free one.`)
    if (error.code === 'EACCES' && port < 1024)
      throw new StartError(`Port ${port} may not be used by this user: set PORT to one above 1023.`)
    throw new StartError(`HOST ${host} is no address of this machine: ${error.code}.`)
  }
}
