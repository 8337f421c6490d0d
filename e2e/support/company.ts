import { randomBytes } from 'node:crypto'
import { type ApiSession, type Call, type Credentials, logInByApi, must } from './call.ts'
import type { Server } from './server.ts'

export interface Person extends Credentials {
  id: number
  name: string
}

export interface Queue {
  id: number
  name: string
}

export interface WebChat {
  id: number
  token: string
}

interface Rights {
  profile?: 'admin' | 'supervisor' | 'user'
  allowGroup?: boolean
  allTicket?: 'enable'
  allowConnections?: 'enabled'
  showDashboard?: 'enabled'
  defaultTheme?: 'dark'
  language?: 'en'
  startWork?: string
  endWork?: string
}

/** A company with only an admin, whose session stays free for the browser. */
export interface Company {
  id: number
  name: string
  admin: Credentials
  /** Calls as the admin; ends when the admin logs in elsewhere. */
  call: Call
  queue: (name: string) => Promise<Queue>
  attendant: (name: string, queues: Queue[], rights?: Rights) => Promise<Person>
  webChat: (queues: Queue[], settings?: object) => Promise<WebChat>
  setting: (column: string, data: string) => Promise<void>
}

let companies = 0

const colors = ['#0b8f6a', '#2b6cb0', '#b7791f', '#9b2c2c', '#6b46c1', '#285e61']

interface Terms {
  /** Of the plan. */
  users?: number
  useSchedules?: boolean
  /** Features of the plan; it has those that are not named. */
  features?: Partial<
    Record<'useWhatsapp' | 'useFacebook' | 'useInstagram' | 'useExternalApi' | 'useCampaigns', boolean>
  >
  /** Of the plan, such as '99.90'; by default it costs nothing. */
  amount?: string
  /** YYYY-MM-DD */
  dueDate?: string
}

export async function createCompany(
  server: Server,
  called: string,
  { users = 20, useSchedules = true, features = {}, amount = '0.00', dueDate }: Terms = {},
): Promise<Company> {
  const mark = randomBytes(4).toString('hex')
  // Names are short. Every company of this process gets another number; its servers are used by no other process.
  const name = `${called} ${String((companies += 1)).padStart(3, '0')}`
  const operator = await logInByApi(server, server.operator)
  const plan = await must<{ id: number }>(
    operator.call('POST', '/plans', {
      name: `Plano ${mark}`,
      users,
      connections: 20,
      queues: 20,
      amount,
      useSchedules,
      ...features,
    }),
  )
  const admin = { email: `admin-${mark}@empresa.test`, password: `Senha-${mark}-A` }
  await must(operator.call('POST', '/companies', { name, planId: plan.id, ...admin, ...(dueDate && { dueDate }) }))
  const session = await logInByApi(server, admin)
  return { id: session.user.companyId, name, admin, ...makers(session) }
}

function makers({ call }: ApiSession): Omit<Company, 'id' | 'name' | 'admin'> {
  let queueCount = 0
  return {
    call,
    queue: (name) => must(call('POST', '/queue', { name, color: colors[queueCount++ % colors.length] })),
    attendant: async (name, queues, rights = {}) => {
      const mark = randomBytes(4).toString('hex')
      const credentials = { email: `${mark}@empresa.test`, password: `Senha-${mark}-A` }
      const { id } = await must<{ id: number }>(
        call('POST', '/users', {
          name,
          ...credentials,
          profile: 'user',
          queueIds: queues.map((queue) => queue.id),
          ...rights,
        }),
      )
      return { id, name, ...credentials }
    },
    setting: async (column, data) => void (await must(call('PUT', '/companySettings', { column, data }))),
    webChat: (queues, settings = {}) =>
      must(
        call('POST', '/whatsapp', {
          name: `Chat ${randomBytes(4).toString('hex')}`,
          channel: 'webchat',
          queueIds: queues.map((queue) => queue.id),
          ...settings,
        }),
      ),
  }
}
