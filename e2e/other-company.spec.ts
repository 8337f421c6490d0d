import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { io } from 'socket.io-client'
import { type ApiSession, logInByApi, must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openChat } from './support/visitor.ts'

interface Ticket {
  id: number
  uuid: string
  contactId: number
  whatsappId: number
}

test('A user of another company sees nothing, whatever they request', async ({ browser, server }) => {
  const aurora = await createCompany(server, 'Casa Aurora')
  const queue = await aurora.queue('Vendas')
  const rita = await openChat(browser, server, await aurora.webChat([queue]), 'Rita Moura')
  await rita.write('Meu segredo é azul')
  const ours = await logInByApi(server, aurora.admin)
  const listed = (session: ApiSession) =>
    must<{ tickets: Ticket[] }>(session.call('GET', '/tickets?status=pending&showAll=true'))
  await expect.poll(async () => (await listed(ours)).tickets.length).toBe(1)
  const [ticket] = (await listed(ours)).tickets
  if (!ticket) throw new Error('the list has no ticket')

  const brisa = await createCompany(server, 'Casa Brisa')
  const theirQueue = await brisa.queue('Atendimento')
  const theirChat = await brisa.webChat([theirQueue])
  const olga = await openDesk(browser, server, await brisa.attendant('Olga Dias', [theirQueue]))
  const boss = await logInByApi(server, brisa.admin)

  await test.step('in the browser', async () => {
    await olga.page.goto(`${server.url}/tickets/${ticket.uuid}`)
    await expect(olga.page).toHaveURL(/\/tickets\/?(\?.*)?$/)
    await expect(olga.page.getByText('Rita Moura')).toHaveCount(0)
    await expect(olga.page.getByText('Meu segredo é azul')).toHaveCount(0)
  })

  await test.step('by calls', async () => {
    const change = { status: 'open', userId: boss.user.id, queueId: theirQueue.id }
    const tries = [
      boss.call('GET', `/tickets/${ticket.id}`),
      boss.call('GET', `/tickets/u/${ticket.uuid}`),
      boss.call('GET', `/messages/${ticket.id}`),
      boss.call('GET', `/tickets-log/${ticket.id}`),
      boss.call('GET', `/contacts/${ticket.contactId}`),
      boss.call('GET', `/whatsapp/${ticket.whatsappId}`),
      boss.call('GET', `/queue/${queue.id}`),
      boss.call('PUT', `/tickets/${ticket.id}`, change),
      boss.call('POST', `/messages/${ticket.id}`, { body: 'Oi, Rita' }),
      boss.call('DELETE', `/tickets/${ticket.id}`),
    ]
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(tries.map(() => 404))
    expect((await listed(boss)).tickets).toEqual([])
    expect(await (await boss.call('GET', '/events?after=0')).text()).not.toMatch(/Rita|azul/)
  })

  await test.step('over the socket', async () => {
    const heard: unknown[] = []
    const liar = io(server.url, {
      auth: { token: boss.publicToken },
      query: { companyId: ours.user.companyId, userId: ours.user.id },
      transports: ['websocket'],
      reconnection: false,
    })
    await new Promise((resolve) => liar.once('connect_error', resolve))
    const socket = io(server.url, {
      auth: { token: boss.publicToken },
      query: { companyId: boss.user.companyId, userId: boss.user.id },
      transports: ['websocket'],
    })
    socket.onAny((...event: unknown[]) => heard.push(event))
    try {
      await expect.poll(() => heard.length).toBeGreaterThan(0)
      for (const list of ['open', 'pending']) socket.emit('joinTickets', list)
      socket.emit('joinNotification')
      socket.emit('joinChatBox', String(ticket.id))

      await rita.write('Só nós duas sabemos')
      await expect
        .poll(async () => (await ours.call('GET', `/messages/${ticket.id}`)).text())
        .toContain('Só nós duas sabemos')
      const own = `Recado de casa ${randomUUID()}`
      const visitor = await openChat(browser, server, theirChat, 'Ivo Reis')
      await visitor.write(own)
      await expect.poll(() => JSON.stringify(heard)).toContain(own.slice(0, 20))
      expect(JSON.stringify(heard)).not.toMatch(/Rita|Só nós duas|azul/)
    } finally {
      socket.close()
    }
  })

  await expect(olga.page.getByText('Rita Moura')).toHaveCount(0)
  await expect(rita.message('Oi, Rita')).toHaveCount(0)
})
