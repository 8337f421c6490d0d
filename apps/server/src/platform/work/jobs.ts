import { sql } from 'kysely'
import { PgBoss, fromKysely } from 'pg-boss'
import type { Ctx } from '../context.ts'
import type { Db } from '../database/connect.ts'
import { connectOnce, longTimeout } from '../database/connect.ts'
import type { Log } from '../process/log.ts'
import { metrics } from '../process/metrics.ts'
import { createLookout } from './lookout.ts'

/**
 * Jobs: work that is slow, retried, delayed or timed. Name and payload (ids only). Each module adds its own: `declare
 * module '#platform/work/jobs' { interface Jobs { 'media.fetch': { companyId: number; fileId: number } } }`
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- filled by the modules
export interface Jobs {}
export type JobName = keyof Jobs
type Payload<J extends JobName> = Omit<Jobs[J], 'companyId'> & { companyId: number }

/** Times in seconds. The pause before a retry starts at retryDelay and doubles, with jitter, up to retryDelayMax. */
export interface JobRules {
  retryLimit: number
  retryDelay: number
  retryDelayMax: number
  expireInSeconds: number
  /** How many of them one process runs at a time (default 1). For jobs that mostly wait for a network. */
  atOnce?: number
}

export type Enqueue = <J extends JobName>(
  db: Db,
  name: J,
  payload: Payload<J>,
  options?: { startAfter?: number; key?: string },
) => Promise<void>

export interface JobQueue {
  enqueue: Enqueue
  /** Many jobs of one kind, one for each payload, in one statement. */
  enqueueAll<J extends JobName>(db: Db, name: J, payloads: readonly Payload<J>[]): Promise<void>
  /** The `enqueue` of a unit of work, for a transaction of the operator that works for one company. */
  enqueueFor(db: Db, companyId: number): Ctx['enqueue']
  /** Call it after the commit that enqueued a job, so that a worker in this process starts at once. */
  wake(name: JobName): void
  /** Registers the handler of a job; it runs in the worker role. It may run twice, so it must be idempotent. */
  define<J extends JobName>(
    name: J,
    rules: JobRules,
    handler: (payload: Jobs[J], attempt: { number: number; isLast: boolean }) => Promise<void>,
  ): void
  /** A timer for the whole installation (cron syntax); one process runs it each time. */
  defineTimer(name: string, cron: string, handler: () => Promise<void>): void
  start(options: { work: boolean }): Promise<void>
  stop(): Promise<void>
  /** Runs a job again that was given up; false if there is no such job. */
  retry(name: string, id: string): Promise<boolean>
}

const schema = 'pgboss'
/** In seconds. How long timers that were done stay, and failures of a timer that has failed again. */
const keepsTimers = 3600

/**
 * In seconds. Workers look for jobs of their own so rarely, because one statement looks for all of them each second. If each of them
 * looked, a process without work would send some forty statements a second and need a tenth of a core.
 */
const ownLooks = 60

/** The names among $1 of which a job is due. */
const dueNames = `
  select n.name from unnest($1::text[]) as n (name)
  where exists (select from ${schema}.job_common j
                where j.name = n.name and j.state < 'active' and not j.blocked and j.start_after <= ${schema}.job_now())`

/**
 * Row-level security on jobs: a unit of work can only enqueue jobs of its own company. The company in the payload is
 * set by code, so the database compares it with the company of the unit of work.
 */
const wall = `
  do $$
  declare tbl text;
  begin
    foreach tbl in array array['job', 'job_common'] loop
      continue when exists (select from pg_policies where schemaname = '${schema}' and tablename = tbl and policyname = 'tenant');
      execute format('alter table ${schema}.%I enable row level security', tbl);
      execute format('create policy operator on ${schema}.%I to guiche_operator using (true) with check (true)', tbl);
      execute format($p$create policy tenant on ${schema}.%I to guiche_tenant
        using (data ->> 'companyId' = (select public.current_company_id())::text)
        with check (data ->> 'companyId' = (select public.current_company_id())::text)$p$, tbl);
    end loop;
  end $$;`

/** For counting and listing dead letters: jobs that were done stay for a week, so there are many more of those. */
const indexOfDead = `
  do $$
  begin
    if to_regclass('${schema}.job_dead') is null then
      create index job_dead on ${schema}.job (created_on) where state = 'failed';
    end if;
  end $$;`

/** `adminUrl` installs and upgrades the queue's tables, `operatorUrl` runs jobs. */
export function createJobQueue({
  adminUrl,
  operatorUrl,
  keepsDead,
  log,
}: {
  adminUrl: string
  operatorUrl: string
  /** In days. How long a job that was given up can be run again. */
  keepsDead: number
  log: Log
}): JobQueue {
  const boss = new PgBoss({
    connectionString: operatorUrl,
    ...longTimeout,
    schema,
    migrate: false,
    createSchema: false,
    max: 4,
    superviseIntervalSeconds: 15,
    reindex: false,
  })
  const definitions = new Map<string, { rules: JobRules; run: (data: unknown, retries: number) => Promise<void> }>()
  const timers = new Map<string, { cron: string; run: () => Promise<void> }>()
  /** By the names of jobs and timers. */
  const workers = new Map<string, string[]>()
  const lookout = createLookout(wakeForDue, logError)
  boss.on('error', logError)

  return { enqueue, enqueueAll, enqueueFor, wake, define, defineTimer, start, stop, retry }

  function logError(err: unknown) {
    log.error({ event: 'jobs.error', err }, 'the job queue reported an error')
  }

  async function enqueue<J extends JobName>(
    db: Db,
    name: J,
    payload: Payload<J>,
    { startAfter, key }: { startAfter?: number; key?: string } = {},
  ) {
    await boss.send(name, payload, {
      db: fromKysely(db),
      ...(startAfter !== undefined && { startAfter }),
      ...(key !== undefined && { singletonKey: key }),
    })
  }

  async function enqueueAll<J extends JobName>(db: Db, name: J, payloads: readonly Payload<J>[]) {
    if (payloads.length === 0) return
    await boss.insert(
      name,
      payloads.map((data) => ({ data })),
      { db: fromKysely(db) },
    )
  }

  function enqueueFor(db: Db, companyId: number): Ctx['enqueue'] {
    return (name, payload, options) => enqueue(db, name, { ...payload, companyId }, options)
  }

  /** Without it the worker starts within a second. A NOTIFY in each commit would halve the write throughput. */
  function wake(name: string) {
    for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker)
  }

  async function wakeForDue() {
    const { rows } = await boss.getDb().executeSql(dueNames, [[...workers.keys()]])
    for (const { name } of rows) wake(name)
  }

  function define<J extends JobName>(
    name: J,
    rules: JobRules,
    handler: (payload: Jobs[J], attempt: { number: number; isLast: boolean }) => Promise<void>,
  ) {
    definitions.set(name, {
      rules,
      run: async (data, retries) => {
        if (!isPayload<Jobs[J]>(data)) throw new Error(`job ${name} without a company is refused`)
        const attempt = { number: retries + 1, isLast: retries >= rules.retryLimit }
        try {
          await handler(data, attempt)
        } catch (err) {
          logFailure(name, data, attempt, err)
          throw err
        }
      },
    })
  }

  /** After its last failure a job is a dead letter. Payloads contain only ids and names, so they can be logged. */
  function logFailure(
    job: string,
    payload: { companyId: number },
    attempt: { number: number; isLast: boolean },
    err: unknown,
  ) {
    const follower = 'follower' in payload ? payload.follower : undefined
    const details = { err, job, follower, companyId: payload.companyId, attempt: attempt.number }
    if (attempt.isLast)
      log.error({ event: 'jobs.given-up', ...details }, 'a job failed at its last attempt and was given up')
    else log.warn({ event: 'jobs.attempt-failed', ...details }, 'an attempt of a job failed; the job will be retried')
  }

  function defineTimer(name: string, cron: string, run: () => Promise<void>) {
    timers.set(name, { cron, run })
  }

  async function start({ work }: { work: boolean }) {
    await install()
    await boss.start()
    if (!work) return
    for (const [name, { rules, run }] of definitions) {
      const ids: string[] = []
      for (let count = 0; count < (rules.atOnce ?? 1); count += 1) ids.push(await startWorker(name, run))
      workers.set(name, ids)
    }
    for (const [name, { cron, run }] of timers) {
      await boss.schedule(name, cron)
      const worker = await boss.work(name, { pollingIntervalSeconds: ownLooks }, async (jobs) => {
        for (const { id } of jobs) await runTimer(name, id, run)
      })
      workers.set(name, [worker])
    }
    lookout.start()
  }

  /** A timer is not retried: it runs again at its next time, so nobody would notice that it fails. */
  async function runTimer(timer: string, id: string, run: () => Promise<void>) {
    try {
      await run()
    } catch (err) {
      metrics.dead.inc({ kind: 'timer' })
      log.error({ event: 'jobs.timer-failed', err, timer }, 'a timer failed; it runs again at its next time')
      await keepFailure(timer, id).catch(logError)
      throw err
    }
  }

  /** As long as other dead letters, but only the last one of each timer: some run every minute. */
  async function keepFailure(timer: string, id: string) {
    await boss.getDb().executeSql(
      `update ${schema}.job set deletion_seconds = case when id = $2 then $3::int else ${keepsTimers} end
       where name = $1 and state in ('active', 'failed')`,
      [timer, id, keepsDead * 86_400],
    )
  }

  /** Runs one job at a time. */
  async function startWorker(name: string, run: (data: unknown, retries: number) => Promise<void>): Promise<string> {
    const options = {
      batchSize: 1,
      pollingIntervalSeconds: ownLooks,
      includeMetadata: true,
      perJobResults: false,
    } as const
    const worker = await boss.work(name, options, async (jobs) => {
      try {
        for (const job of jobs) await run(job.data, job.retryCount)
      } finally {
        // The next job may be waiting, and the library looks for it only after its interval.
        boss.notifyWorker(worker)
      }
    })
    return worker
  }

  /** Creates the queue's tables, the queues and their rights, with the login that installs. */
  async function install() {
    const installer = new PgBoss({ connectionString: adminUrl, schema, max: 1, supervise: false, schedule: false })
    installer.on('error', logError)
    await installer.start()
    const known = new Set((await installer.getQueues()).map((queue) => queue.name))
    for (const [name, { rules }] of definitions) {
      const { atOnce: _atOnce, ...kept } = rules
      const options = { ...kept, retryBackoff: true, heartbeatSeconds: 20, deleteAfterSeconds: keepsDead * 86_400 }
      if (known.has(name)) await installer.updateQueue(name, options)
      else await installer.createQueue(name, options)
    }
    for (const name of timers.keys())
      if (!known.has(name)) await installer.createQueue(name, { retryLimit: 0, deleteAfterSeconds: keepsTimers })
    await installer.stop({ graceful: false })

    const db = connectOnce(adminUrl)
    try {
      // Under a lock, because processes may start at the same time.
      await sql
        .raw(
          `select pg_advisory_xact_lock(hashtext('guiche jobs'));
           grant usage on schema ${schema} to guiche_operator, guiche_tenant;
           grant all on all tables in schema ${schema} to guiche_operator;
           grant execute on all functions in schema ${schema} to guiche_operator, guiche_tenant;
           grant select on ${schema}.queue to guiche_tenant;
           grant insert, select (id) on ${schema}.job, ${schema}.job_common to guiche_tenant;
           ${wall}
           ${indexOfDead}`,
        )
        .execute(db)
    } finally {
      await db.destroy()
    }
  }

  async function stop() {
    await lookout.stop()
    workers.clear()
    await boss.stop({ graceful: true, timeout: 5_000 })
  }

  async function retry(name: string, id: string) {
    if ((!definitions.has(name) && !timers.has(name)) || !isJobId(id)) return false
    const result = await boss.retry(name, id)
    return 'affected' in result && result.affected !== 0
  }
}

/** Every job names its company; one without is refused and ends on the dead list (S8). */
function isPayload<P>(data: unknown): data is P & { companyId: number } {
  return typeof data === 'object' && data !== null && 'companyId' in data && Number.isSafeInteger(data.companyId)
}

const isJobId = (id: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)
