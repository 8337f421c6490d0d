import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OutsideCalls, createOutsideCalls } from '#test/outside-calls'
import { type OwnServer, createOwnServer } from '#test/processes/server-process'
import { eventually } from '#test/world'

const environment = { GUICHE_ROLES: 'web,worker,channels' }
let server: OwnServer
let calls: OutsideCalls
beforeAll(async () => {
  server = await createOwnServer(environment)
  calls = createOutsideCalls(server)
})
afterAll(() => server.stop())

async function start(roles: string): Promise<void> {
  environment.GUICHE_ROLES = roles
  server.start()
  await server.ready()
}

const ana = { email: 'ana@empresa.test', password: 'Senha-Forte-1' }

/** A ticket that Ana has accepted. */
async function servedTicket(admin: object): Promise<{ userId: number; ticketId: number }> {
  const { ask, logIn } = calls
  const { token: boss } = await logIn(admin)
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
    const { ask, logIn, openCompany } = calls
    const admin = await openCompany()
    const { userId, ticketId } = await servedTicket(admin)
    await server.end()

    // A process that runs no jobs, like one that is killed right after the commit.
    await start('web')
    const { token: boss } = await logIn(admin)
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
