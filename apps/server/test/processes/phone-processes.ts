import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Phone, type WaServer, createWaServer } from '@guiche/wa-testserver'
import pg from 'pg'
import { type PatientCalls, type Said, createPatientCalls } from './patient-calls.ts'
import { reservePort } from '../reserve-port.ts'
import { type Started, ended, ready, startProgram } from './server-process.ts'
import { unboundedSending } from '../campaigns/unbounded-sending.ts'
import { eventually } from '#test/world'

/** One process of the whole product, which tests can kill and freeze. */
export interface PhoneProcess {
  url: string
  calls: PatientCalls
  pid(): number
  /** Starts it; `ready()` waits until it answers. */
  start(): void
  ready(): Promise<void>
  /** `kill -9`. */
  kill(): Promise<void>
  /** Suspends the process; its connections stay open. */
  freeze(): void
  thaw(): void
  said(): string
}

/** A user, at the process that is passed to their calls. */
export interface Worker {
  id: number
  name: string
  email: string
  password: string
  companyId: number
  token: string
  publicToken: string
}

/** A company with a linked phone. */
export interface PhoneCompany {
  admin: Worker
  queueId: number
  phone: Phone
  connectionId: number
  attendant(name: string, at: PhoneProcess): Promise<Worker>
}

/** Processes of the product on one database, with a WhatsApp server and a company. */
export interface PhoneProcesses extends PhoneCompany {
  whatsApp: WaServer
  processes: PhoneProcess[]
  /** Creates another company. */
  company(who: CompanyOptions): Promise<PhoneCompany>
  logIn(credentials: { email: string; password: string }, at: PhoneProcess): Promise<Worker>
  /** The process that runs the phone's session; undefined while none does. */
  owner(): Promise<PhoneProcess | undefined>
  sql(text: string, values?: unknown[]): Promise<Said[]>
  stop(): Promise<void>
}

interface CompanyOptions {
  name: string
  /** Domain of its users' e-mail addresses. */
  domain: string
  number: string
}

interface Options {
  databaseUrl: string
  count: number
  redisUrl?: string | undefined
  /** Of all processes, beside what they need. */
  env?: Record<string, string>
}

const password = 'Senha-Forte-1'

/** Cleans up if a step of the start fails. */
export async function startPhoneProcesses(options: Options): Promise<PhoneProcesses> {
  const undo: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const step of undo.splice(0)) await step()
  }
  try {
    return { ...(await start(options, undo)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function start(
  { databaseUrl, count, redisUrl, env = {} }: Options,
  undo: (() => Promise<unknown>)[],
): Promise<Omit<PhoneProcesses, 'stop'>> {
  const whatsApp = await createWaServer({ initialKeys: 'few' })
  undo.unshift(() => whatsApp.stop())
  const folder = mkdtempSync(join(tmpdir(), 'guiche-phones-'))
  chmodSync(folder, 0o711)
  undo.unshift(async () => rmSync(folder, { recursive: true, force: true }))
  const operator = { email: 'super@guiche.test', password: 'Super-Senha-1!' }
  const shared = {
    ...unboundedSending,
    ...whatsApp.environment,
    DATABASE_URL: databaseUrl,
    ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
    GUICHE_SECRET: 'phones-of-many-processes-with-one-secret-of-enough-letters',
    GUICHE_DATA: folder,
    GUICHE_METRICS_PORT: '0',
    GUICHE_ADMIN_EMAIL: operator.email,
    GUICHE_ADMIN_PASSWORD: operator.password,
    LOG_LEVEL: 'warn',
    ...env,
  }
  const processes: PhoneProcess[] = []
  for (let nth = 0; nth < count; nth += 1) {
    const one = await createProcess(shared)
    processes.push(one)
    undo.unshift(one.kill)
    one.start()
    await one.ready()
  }
  const first = firstOf(processes)
  const { calls } = first

  const boss = await logIn(operator, first)
  const make = (who: Worker, path: string, body: object) => calls.ask('POST', path, { token: who.token, body })
  const plan = await make(boss, '/plans', { name: 'Plano', users: 50, connections: 5, queues: 5 })
  const own = await company({ name: 'Casa Aurora', domain: 'empresa.test', number: '5511900000001' })
  return { whatsApp, processes, ...own, company, logIn, owner, sql }

  async function company({ name, domain, number }: CompanyOptions): Promise<PhoneCompany> {
    const credentials = { email: `admin@${domain}`, password }
    await make(boss, '/companies', { name, planId: plan.id, ...credentials })
    const admin = await logIn(credentials, first)
    const { id: queueId } = await make(admin, '/queue', { name: 'Vendas', color: '#0b8f6a' })
    const phone = whatsApp.phone(number, name, { businessName: name })
    const { id: connectionId } = await make(admin, '/whatsapp', {
      name: 'Loja',
      channel: 'whatsapp',
      queueIds: [queueId],
    })
    await scan(phone, connectionId, admin)
    return {
      admin,
      queueId,
      phone,
      connectionId,
      attendant: async (worker, at) => {
        const account = { email: `${worker.toLowerCase()}@${domain}`, password }
        await make(admin, '/users', { name: worker, ...account, profile: 'user', queueIds: [queueId] })
        return logIn(account, at)
      },
    }
  }

  async function scan(phone: Phone, connectionId: number, admin: Worker) {
    const shown = (): Promise<Said> => calls.ask('GET', `/whatsapp/${connectionId}`, { token: admin.token })
    const { qrcode } = await eventually(async () => {
      const connection = await shown()
      if (connection.qrcode === '') throw new Error(`there is no code yet: ${connection.status}`)
      return connection
    })
    await phone.scan(qrcode)
    await eventually(async () => {
      const { status } = await shown()
      if (status !== 'CONNECTED') throw new Error(`it is not connected: ${status}`)
    })
  }

  async function owner(): Promise<PhoneProcess | undefined> {
    const rows = await sql(
      'select owner from connection_leases where connection_id = $1 and expires_at > clock_timestamp()',
      [own.connectionId],
    )
    const pid = Number(rows[0]?.owner.split('/')[1])
    return processes.find((one) => one.pid() === pid)
  }

  async function sql(text: string, values: unknown[] = []): Promise<Said[]> {
    const client = new pg.Client({ connectionString: databaseUrl })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query(text, values)).rows
    } finally {
      await client.end()
    }
  }
}

function firstOf([first]: PhoneProcess[]): PhoneProcess {
  if (!first) throw new Error('there is to be a process')
  return first
}

async function logIn(who: { email: string; password: string }, at: PhoneProcess): Promise<Worker> {
  const { user, token, publicToken } = await at.calls.ask('POST', '/auth/login', { body: who })
  return { ...who, id: user.id, name: user.name, companyId: user.companyId, token, publicToken }
}

async function createProcess(env: Record<string, string>): Promise<PhoneProcess> {
  const port = await reservePort()
  const url = `http://127.0.0.1:${port}`
  let program: Started | undefined
  const current = () => {
    if (!program) throw new Error('it was not started')
    return program
  }
  return {
    url,
    calls: createPatientCalls(url),
    pid: () => current().child.pid ?? 0,
    start: () => void (program = startProgram({ ...env, PORT: String(port), GUICHE_PUBLIC_URL: url })),
    ready: () => ready(current()),
    kill: async () => {
      program?.child.kill('SIGKILL')
      if (program) await ended(program.child)
    },
    freeze: () => void current().child.kill('SIGSTOP'),
    thaw: () => void current().child.kill('SIGCONT'),
    said: () => current().said(),
  }
}
