import { sql } from 'kysely'
import { PgBoss, fromKysely } from 'pg-boss'
import type { Db } from '../database/connect.ts'
import { connectOnce, longPatience } from '../database/connect.ts'
import type { Log } from '../process/log.ts'

/**
 * Work that is slow, retried, delayed or timed: name and payload (ids only). Each module adds its own:
 * `declare module '#platform/work/jobs' { interface Jobs { 'media.fetch': { companyId: number; fileId: number } } }`
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- filled by the modules
export interface Jobs {}
export type JobName = keyof Jobs
type Payload<J extends JobName> = Omit<Jobs[J], 'companyId'> & { companyId: number }

/** Times in seconds. A try waits retryDelay, then twice that, … with jitter, at most retryDelayMax. */
export interface JobRules {
  retryLimit: number
  retryDelay: number
  retryDelayMax: number
  expireInSeconds: number
  /** How many of them a process works at; one unless said. For those that mostly wait for somebody else. */
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
  /** After the commit that enqueued one: this process, if it works, need not look for it. */
  wake(name: JobName): void
  /** Says what a job is and, in the worker role, runs it. A handler may run twice: it must not matter. */
  define<J extends JobName>(
    name: J,
    rules: JobRules,
    handler: (payload: Jobs[J], attempt: { number: number; isLast: boolean }) => Promise<void>,
  ): void
  /** A timer for the whole installation, as a cron line; one process runs it each time. */
  defineTimer(name: string, cron: string, handler: () => Promise<void>): void
  start(options: { work: boolean }): Promise<void>
  stop(): Promise<void>
  /** Runs a job that was given up once more; false if there is no such one. */
  retry(name: string, id: string): Promise<boolean>
}

const schema = 'pgboss'

/**
 * A unit of work may leave jobs of its own company and of no other. A company's name in the payload is text that code has
 * written: the database compares it with the company that the unit of work was opened for.
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

/** `adminUrl` installs and upgrades the queue's tables, `operatorUrl` works. */
export function createJobQueue({
  adminUrl,
  operatorUrl,
  keepsDead,
  log,
}: {
  adminUrl: string
  operatorUrl: string
  /** For how many days a job that was given up can be run again. */
  keepsDead: number
  log: Log
}): JobQueue {
  const boss = new PgBoss({
    connectionString: operatorUrl,
    ...longPatience,
    schema,
    migrate: false,
    createSchema: false,
    max: 4,
    superviseIntervalSeconds: 15,
    reindex: false,
  })
  const definitions = new Map<string, { rules: JobRules; run: (data: unknown, retries: number) => Promise<void> }>()
  const timers = new Map<string, { cron: string; run: () => Promise<void> }>()
  const workers = new Map<string, string[]>()
  const logError = (err: Error) => log.error({ event: 'jobs.error', err }, 'the job queue reported an error')
  boss.on('error', logError)

  return { enqueue, wake, define, defineTimer, start, stop, retry }

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

  /** Without a wake-up the worker looks every two seconds; NOTIFY in each commit would cost more than half of the write throughput. */
  function wake(name: JobName) {
    for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker)
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
        await handler(data, { number: retries + 1, isLast: retries >= rules.retryLimit })
      },
    })
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
      await boss.work(name, { pollingIntervalSeconds: 5 }, () => run())
    }
  }

  /** Works at one job at a time. */
  async function startWorker(name: string, run: (data: unknown, retries: number) => Promise<void>): Promise<string> {
    const options = { batchSize: 1, pollingIntervalSeconds: 2, includeMetadata: true, perJobResults: false } as const
    const worker = await boss.work(name, options, async (jobs) => {
      try {
        for (const job of jobs) await run(job.data, job.retryCount)
      } finally {
        // The next one may wait already: by itself the library looks for it only after its interval.
        boss.notifyWorker(worker)
      }
    })
    return worker
  }

  /** As the login that installs: tables of the queue, the queues themselves, and who may do what with them. */
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
      if (!known.has(name)) await installer.createQueue(name, { retryLimit: 0, deleteAfterSeconds: 3600 })
    await installer.stop({ graceful: false })

    const db = connectOnce(adminUrl)
    try {
      // In one transaction, under a lock: processes that start at once must not trip over each other.
      await sql
        .raw(
          `select pg_advisory_xact_lock(hashtext('guiche jobs'));
           grant usage on schema ${schema} to guiche_operator, guiche_tenant;
           grant all on all tables in schema ${schema} to guiche_operator;
           grant execute on all functions in schema ${schema} to guiche_operator, guiche_tenant;
           grant select on ${schema}.queue to guiche_tenant;
           grant insert, select (id) on ${schema}.job, ${schema}.job_common to guiche_tenant;
           ${wall}`,
        )
        .execute(db)
    } finally {
      await db.destroy()
    }
  }

  async function stop() {
    workers.clear()
    await boss.stop({ graceful: true, timeout: 5_000 })
  }

  async function retry(name: string, id: string) {
    if (!definitions.has(name) || !isJobId(id)) return false
    const result = await boss.retry(name, id)
    return 'affected' in result && result.affected !== 0
  }
}

/** A job carries its tenant; one without is refused and ends on the dead list with that reason (S8). */
function isPayload<P>(data: unknown): data is P {
  return typeof data === 'object' && data !== null && 'companyId' in data && Number.isSafeInteger(data.companyId)
}

const isJobId = (id: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)
