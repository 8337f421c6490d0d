import { expect } from '@playwright/test'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { deskOn, logIn } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openChat } from './support/visitor.ts'

test('A change while a ticket is being opened is shown, although its room was joined later', async ({
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const visitor = await openChat(browser, server, await company.webChat([queue]), 'Rita Moura')
  await visitor.write('Bom dia')
  const page = await (await browser.newContext()).newPage()
  /** What asks for the room of a ticket, while it is held back. */
  let held: (() => void)[] | undefined
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const behind = socket.connectToServer()
    socket.onMessage((message) => {
      if (held && String(message).includes('joinChatBox')) held.push(() => behind.send(message))
      else behind.send(message)
    })
  })
  await logIn(page, server, await company.attendant('Ana Prado', [queue]))
  const ana = deskOn(page)
  await ana.accept('Rita Moura')
  await ana.write('Chega na terça')
  // Lists are told of changes of the last message, and the room of the ticket alone of those of others.
  await ana.write('Até lá')
  await expect(visitor.message('Até lá')).toBeVisible()
  const [, id] = /tickets\/([\w-]+)/.exec(page.url()) ?? []
  const ticket = await must<{ id: number }>(company.call('GET', `/tickets/u/${id}`))
  const { messages } = await must<{ messages: { id: number; body: string }[] }>(
    company.call('GET', `/messages/${ticket.id}?pageNumber=1&markRead=false`),
  )
  const said = messages.find(({ body }) => body.includes('Chega na terça'))
  await page.getByRole('link', { name: 'Contatos' }).click()
  await expect(page.getByRole('heading', { name: 'Contatos', level: 1 })).toBeVisible()

  held = []
  await page.goBack()
  await expect(ana.message('Chega na terça')).toBeVisible()
  await expect.poll(() => held?.length).toBe(1)
  await must(company.call('POST', `/messages/edit/${said?.id}`, { body: 'Chega na quarta' }))
  await expect(visitor.message('Chega na quarta')).toBeVisible()
  for (const release of held) release()
  await expect(ana.message('Chega na quarta')).toBeVisible()
})

test('A ticket that is opened in a tab that nobody looks at is not marked as read', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Boreal')
  const queue = await company.queue('Vendas')
  const visitor = await openChat(browser, server, await company.webChat([queue]), 'Rita Moura')
  await visitor.write('Bom dia')
  const page = await (await browser.newContext()).newPage()
  await logIn(page, server, await company.attendant('Ana Prado', [queue]))
  const ana = deskOn(page)
  await ana.accept('Rita Moura')
  const ticket = page.url()
  await page.getByRole('link', { name: 'Contatos' }).click()
  await visitor.write('Tem em azul?')

  await page.addInitScript("Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })")
  const answers: string[] = []
  page.on('response', (response) => answers.push(response.url()))
  await page.goto(ticket)
  await expect(ana.message('Tem em azul?')).toBeVisible()
  // The first fetch, and the one once the room is joined.
  await expect.poll(() => answers.filter((one) => /\/messages\/\d+\?/.test(one)).length).toBeGreaterThan(1)
  const [, id] = /tickets\/([\w-]+)/.exec(ticket) ?? []
  const { unreadMessages } = await must<{ unreadMessages: number }>(company.call('GET', `/tickets/u/${id}`))
  expect(unreadMessages).toBe(1)
})
