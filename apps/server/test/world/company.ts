import { randomBytes } from 'node:crypto'
import type { PlanBody } from '@guiche/contract'
import type { z } from 'zod'
import type { App } from '../../src/app.ts'
import {
  type ConnectionOptions,
  type TestConnection,
  type WebChat,
  type WebChatOptions,
  createConnection,
  createWebChat,
} from './connections.ts'
import { eventually } from './eventually.ts'
import { type LogIn, type Person, type PersonOptions, createPerson } from './people.ts'
import type { Sql } from './sql.ts'
import type { CreateVisitor, Visitor } from './visitors.ts'

export interface Company {
  id: number
  admin(): Promise<Person>
  supervisor(options?: PersonOptions): Promise<Person>
  attendant(options?: PersonOptions): Promise<Person>
  queue(name?: string): Promise<{ id: number; name: string }>
  /** Creates a web chat connection with these queues. */
  webChat(options?: WebChatOptions): Promise<WebChat>
  visitor: CreateVisitor
  /** Creates a ticket with a visitor's first message; waits until it exists. */
  ticket(options?: {
    queues?: { id: number }[]
    body?: string
  }): Promise<{ id: number; uuid: string; visitor: Visitor; connection: { id: number; token: string } }>
  /** Creates a connection of the test network. */
  connection(options?: ConnectionOptions): Promise<TestConnection>
  /** The token of a connection of the test network, for the messages API; by default of a new one. */
  apiToken(connection?: { id: number }): Promise<string>
  setting(column: string, data: string): Promise<void>
  sql: Sql
}

export interface CompanyOptions {
  plan?: Partial<z.input<typeof PlanBody>>
  dueDate?: string | null
}

interface Wiring {
  app: App
  sql: Sql
  logIn: LogIn
  visitor: CreateVisitor
  operator: () => Promise<Person>
}

export function createCompanies({
  app,
  sql,
  logIn,
  visitor,
  operator,
}: Wiring): (options?: CompanyOptions) => Promise<Company> {
  // Each queue has a colour of its own.
  let queues = 0

  return async ({ plan = {}, dueDate = null } = {}) => {
    const { id: companyId, email, password } = await createWithPlan(await operator(), { plan, dueDate })
    let adminPerson: Promise<Person> | undefined
    const admin = () => (adminPerson ??= logIn(email, password))
    const webChat: Company['webChat'] = async (options) => createWebChat(await admin(), options)

    return {
      id: companyId,
      admin,
      supervisor: async (options) => createPerson(await admin(), logIn, 'supervisor', options),
      attendant: async (options) => createPerson(await admin(), logIn, 'user', options),
      queue: async (name = `Fila ${randomBytes(4).toString('hex')}`) => {
        const color = `#${(queues += 1).toString(16).padStart(6, '0')}`
        const answer = await (await admin()).post('/queue', { name, color })
        if (answer.status !== 200) throw new Error(`queue was not made: ${JSON.stringify(answer.body)}`)
        return answer.body
      },
      webChat,
      visitor,
      ticket: async ({ queues: ofChat, body = 'Bom dia' } = {}) => {
        const connection = await webChat({ ...(ofChat && { queues: ofChat }) })
        const who = await visitor(connection.token)
        await who.write(body)
        return eventually(async () => {
          const [ticket] = await sql(
            `select t.id, t.uuid from tickets t where t.company_id = $1 and t.connection_id = $2`,
            [companyId, connection.id],
          )
          if (!ticket) throw new Error('no ticket yet')
          return { id: Number(ticket.id), uuid: ticket.uuid, visitor: who, connection }
        })
      },
      connection: (options) => createConnection({ app, sql, companyId }, options),
      apiToken: async (connection) => {
        const { id } = connection ?? (await createConnection({ app, sql, companyId }))
        const token = randomBytes(15).toString('hex').toUpperCase()
        const answer = await (await admin()).put(`/whatsapp/${id}`, { token })
        if (answer.status !== 200) throw new Error(`the token was not kept: ${JSON.stringify(answer.body)}`)
        return token
      },
      setting: async (column, data) => {
        const answer = await (await admin()).put('/companySettings', { column, data })
        if (answer.status !== 200) throw new Error(`setting was not saved: ${JSON.stringify(answer.body)}`)
      },
      sql,
    }
  }
}

/** The operator creates a company with a plan of its own. Returns the login of its admin. */
async function createWithPlan(
  operator: Person,
  { plan, dueDate }: Required<CompanyOptions>,
): Promise<{ id: number; email: string; password: string }> {
  const mark = randomBytes(5).toString('hex')
  const planAnswer = await operator.post('/plans', {
    name: `Plano ${mark}`,
    users: 100,
    connections: 100,
    queues: 100,
    amount: 49,
    isPublic: false,
    ...plan,
  })
  const email = `admin-${mark}@empresa.test`
  const password = `Senha-${mark}A`
  const made = await operator.post('/companies', {
    name: `Empresa ${mark}`,
    email,
    phone: '',
    planId: planAnswer.body.id,
    status: true,
    dueDate,
    recurrence: '',
    password,
    document: '',
    paymentMethod: '',
  })
  if (made.status !== 200) throw new Error(`company was not made: ${JSON.stringify(made.body)}`)
  return { id: made.body.id, email, password }
}
