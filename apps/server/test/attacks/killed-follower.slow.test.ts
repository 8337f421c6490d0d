import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnServer, createOwnServer } from '#test/server-process'
import { eventually } from '#test/world'

const environment = { GUICHE_ROLES: 'web,worker,channels' }
let server: OwnServer
beforeAll(async () => {
  server = await createOwnServer(environment)
})
afterAll(() => server.stop())

async function start(roles: string): Promise<void> {
  environment.GUICHE_ROLES = roles
  server.start()
  await server.ready()
}

// Untyped, like the answers that an outside client sees.
// oxlint-disable-next-line typescript/no-explicit-any
type Said = any

async function ask(method: string, path: string, body?: object, token?: string): Promise<Said> {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

const logIn = async (credentials: object): Promise<Said> => ask('POST', '/auth/login', credentials)

const admin = { email: 'admin@empresa.test', password: 'Senha-Forte-1' }
const ana = { email: 'ana@empresa.test', password: 'Senha-Forte-1' }

/** A ticket that Ana has accepted. */
async function servedTicket(): Promise<{ userId: number; ticketId: number }> {
  const operator: string = (await logIn(server.operator)).token
  const plan = await ask('POST', '/plans', { name: 'Plano', users: 5, connections: 5, queues: 5 }, operator)
  await ask('POST', '/companies', { name: 'Casa Aurora', planId: plan.id, ...admin }, operator)
  const boss: string = (await logIn(admin)).token
  const queue = await ask('POST', '/queue', { name: 'Vendas', color: '#0b8f6a' }, boss)
  const queueIds = [queue.id]
  await ask('POST', '/users', { name: 'Ana', ...ana, profile: 'user', queueIds }, boss)
  const chat = await ask('POST', '/whatsapp', { name: 'Chat', channel: 'webchat', queueIds }, boss)
  const { secret } = await ask('POST', `/web-chat/${chat.token}/visitors`, { name: 'Rita' })
  await ask('POST', `/web-chat/${chat.token}/messages`, { id: randomUUID(), body: 'Bom dia' }, secret)

  const attendant = await logIn(ana)
  const ticketId = await eventually(async () => {
    const { tickets } = await ask('GET', '/tickets?status=pending&showAll=true', undefined, attendant.token)
    if (tickets.length === 0) throw new Error('there is no ticket yet')
    return tickets[0].id
  })
  const userId = attendant.user.id
  await ask('PUT', `/tickets/${ticketId}`, { status: 'open', userId, queueId: queue.id }, attendant.token)
  return { userId, ticketId }
}

test(
  'the tickets of a deleted user are released although the process was killed before it released them',
  { timeout: 180_000 },
  async () => {
    await start('web,worker,channels')
    const { userId, ticketId } = await servedTicket()
    await server.end()

    // A process that runs no jobs, like one that is killed right after the commit.
    await start('web')
    const boss: string = (await logIn(admin)).token
    await ask('DELETE', `/users/${userId}`, undefined, boss)
    expect(await ask('GET', `/tickets/${ticketId}`, undefined, boss)).toMatchObject({ status: 'open', userId })
    await server.kill()

    await start('web,worker,channels')
    await eventually(async () =>
      expect(await ask('GET', `/tickets/${ticketId}`, undefined, boss)).toMatchObject({
        status: 'pending',
        userId: null,
      }),
    )
  },
)
