import { type Browser, type BrowserContext, type Page, expect } from '@playwright/test'
import { type Credentials, logInByApi, must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { visitorWrites } from './support/contacts.ts'
import { type Desk, deskOn, logIn, openDesk } from './support/desk.ts'
import type { Server } from './support/server.ts'
import { test } from './support/shared-server.ts'
import { openChat } from './support/visitor.ts'

interface Notice {
  title: string
  body: string
}

/** A desk that may show notices; it counts the tones that it plays, and its window can be said not to be in use. */
async function openWatchedDesk(browser: Browser, server: Server, person: Credentials): Promise<Desk> {
  const context = await browser.newContext({ permissions: ['notifications'] })
  const page = await openWatchedTab(context)
  await logIn(page, server, person)
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  return deskOn(page)
}
async function openWatchedTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(`
    globalThis.tones = 0
    globalThis.isInUse = true
    document.hasFocus = () => globalThis.isInUse
    const { start } = OscillatorNode.prototype
    OscillatorNode.prototype.start = function (...args) { tones += 1; return start.apply(this, args) }
  `)
  return page
}
const leaveWindow = (page: Page) => page.evaluate(`isInUse = false; dispatchEvent(new Event('blur'))`)
const tonesOf = (page: Page) => page.evaluate<number>('tones')
const noticesOf = (page: Page) =>
  page.evaluate<Notice[]>(
    `navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((all) => all.map(({ title, body }) => ({ title, body })))`,
  )
/** As the browser does it when the user presses the notice. */
async function pressNotice(page: Page): Promise<void> {
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('the page has no service worker')
  await worker.evaluate(`registration.getNotifications().then(([notification]) => {
    dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  })`)
}
const iconOf = (page: Page) => page.evaluate<string>(`document.querySelector('link[rel="icon"]').href`)
const bellOf = ({ page }: Desk, count: number) => page.getByRole('button', { name: `Mensagens não lidas: ${count}` })

test('What is transferred to a user rings, shows its note outside of the window, and is in the bell', async ({
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const rita = await openChat(browser, server, await company.webChat([queue]), 'Rita Moura')
  await rita.write('Quero um sofá')
  const bia = await company.attendant('Bia Lima', [queue])
  const ana = await openWatchedDesk(browser, server, await company.attendant('Ana Prado', [queue]))
  await ana.accept('Rita Moura')
  await expect(ana.message('Quero um sofá')).toBeVisible()
  const atBia = await openWatchedDesk(browser, server, bia)
  for (const { page } of [ana, atBia]) await leaveWindow(page)
  const before = await tonesOf(ana.page)
  await transfer(ana, { userId: bia.id, queueId: queue.id, transferNote: 'Quer entrega no sábado' })

  await expect.poll(() => noticesOf(atBia.page)).toHaveLength(1)
  const [notice] = await noticesOf(atBia.page)
  expect(notice).toMatchObject({ title: 'Rita Moura', body: expect.stringContaining('Quer entrega no sábado') })
  expect(await tonesOf(atBia.page)).toBeGreaterThan(0)
  await expect(atBia.page).toHaveTitle(/^\(1\)/)

  await test.step('the bell', async () => {
    await bellOf(atBia, 1).click()
    await expect(atBia.page.getByRole('dialog').getByText('Quer entrega no sábado')).toBeVisible()
    await atBia.page.keyboard.press('Escape')
  })

  await test.step('pressing the notification opens the ticket', async () => {
    await pressNotice(atBia.page)
    await expect(atBia.conversation.getByText('Quero um sofá')).toBeVisible()
    await expect(atBia.page).not.toHaveTitle(/^\(/)
  })

  await test.step('the colleague who gave it away hears nothing', async () => {
    expect(await noticesOf(ana.page)).toEqual([])
    expect(await tonesOf(ana.page)).toBe(before)
  })
})

test('Unread messages are counted in the title and in the icon, and announced outside of the window', async ({
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const ana = await openWatchedDesk(browser, server, await company.attendant('Ana Prado', [queue]))
  await leaveWindow(ana.page)
  const ownIcon = await iconOf(ana.page)
  expect(ownIcon).toMatch(/\/favicon\.svg$/)

  const rita = await openChat(browser, server, await company.webChat([queue]), 'Rita Moura')
  await rita.write('Quero um sofá')

  await expect(ana.page).toHaveTitle(/^\(1\) /)
  await expect.poll(() => iconOf(ana.page)).toMatch(/^data:image\/png/)
  await expect.poll(() => noticesOf(ana.page)).toEqual([{ title: 'Rita Moura', body: 'Quero um sofá' }])
  await pressNotice(ana.page)
  await expect(ana.page).toHaveURL(/\/tickets\/[\da-f-]{36}/)

  await bellOf(ana, 1).click()
  await ana.page.getByRole('switch', { name: 'Avisar fora desta janela neste aparelho' }).uncheck()
  await ana.page.keyboard.press('Escape')
  const others = await noticesOf(ana.page)
  await rita.write('Ainda está aí?')
  await expect(ana.page.getByText('Ainda está aí?').first()).toBeVisible()
  expect(await noticesOf(ana.page)).toEqual(others)
  await ana.page.getByRole('button', { name: 'Aceitar' }).last().click()
  await expect(ana.page).not.toHaveTitle(/^\(/)
  await expect.poll(() => iconOf(ana.page)).toBe(ownIcon)
})

test('A conversation that is looked at in one tab is not announced by another tab', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const webChat = await company.webChat([queue])
  const rita = await openChat(browser, server, webChat, 'Rita Moura')
  await rita.write('Quero um sofá')
  const ana = await openWatchedDesk(browser, server, await company.attendant('Ana Prado', [queue]))
  await ana.accept('Rita Moura')
  const other = await openWatchedTab(ana.page.context())
  await other.goto(`${server.url}/tickets`)
  await expect(other.getByRole('button', { name: /^Mensagens não lidas/ })).toBeVisible()
  await leaveWindow(other)
  const before = await tonesOf(ana.page)

  await rita.write('Cinza, de três lugares')
  await expect(ana.message('Cinza, de três lugares')).toBeVisible()
  await expect(other.getByText('Cinza, de três lugares').first()).toBeVisible()
  await visitorWrites(server, webChat, 'Paulo Reis', 'Bom dia')

  await expect.poll(() => noticesOf(other)).toEqual([{ title: 'Paulo Reis', body: 'Bom dia' }])
  // Both tabs ring for the conversation that nobody looks at.
  await expect.poll(() => tonesOf(ana.page)).toBeGreaterThan(before)
  expect(await tonesOf(other)).toBe((await tonesOf(ana.page)) - before)
})

test('The list of the bell is at most 300 px high, and scrolls', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const webChat = await company.webChat([queue])
  const ana = await openDesk(browser, server, await company.attendant('Ana Prado', [queue]))
  const write = (nth: number) => visitorWrites(server, webChat, `Visitante ${nth}`, 'Bom dia')
  const dialog = ana.page.getByRole('dialog', { name: 'Mensagens não lidas' })
  const height = async () =>
    (await dialog.getByRole('list').locator('xpath=ancestor::*[@data-scrollbars]').boundingBox())?.height

  await write(1)
  await bellOf(ana, 1).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expect.poll(height).toBeLessThan(100)

  for (let nth = 2; nth <= 9; nth++) await write(nth)
  await expect(dialog.getByRole('listitem')).toHaveCount(9)
  await expect.poll(height).toBe(300)
  const last = dialog.getByRole('listitem').last()
  await expect(last).not.toBeInViewport({ ratio: 0.5 })
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 0.9 })
})

/** Transfers the open ticket. */
async function transfer({ page }: Desk, change: object): Promise<void> {
  const uuid = /[\da-f-]{36}/.exec(page.url())?.[0]
  const body = JSON.stringify({ status: 'open', ...change })
  await page.evaluate(`(async () => {
    const headers = { authorization: 'Bearer ' + JSON.parse(localStorage.token), 'content-type': 'application/json' }
    const { id } = await (await fetch('/tickets/u/${uuid}', { headers })).json()
    const answer = await fetch('/tickets/' + id, { method: 'PUT', headers, body: ${JSON.stringify(body)} })
    if (!answer.ok) throw new Error(await answer.text())
  })()`)
}

test('A message of a colleague rings on every screen, and pressing its notice opens the chat', async ({
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const bia = await company.attendant('Bia Lima', [queue])
  const { page } = await openWatchedDesk(browser, server, bia)
  const { call } = await logInByApi(server, await company.attendant('Ana Prado', [queue]))
  const talk = await must<{ id: number; uuid: string }>(call('POST', '/chats/direct', { userId: bia.id }))
  await leaveWindow(page)
  const before = await tonesOf(page)

  await must(call('POST', `/chats/${talk.id}/messages`, { message: 'Tem vaga no sábado?' }))
  await expect.poll(() => noticesOf(page)).toEqual([{ title: 'Ana Prado', body: 'Ana: Tem vaga no sábado?' }])
  expect(await tonesOf(page)).toBeGreaterThan(before)

  await pressNotice(page)
  await expect(page).toHaveURL(`${server.url}/chats/${talk.uuid}`)
  await expect(page.getByRole('log', { name: 'Mensagens' })).toContainText('Tem vaga no sábado?')
})
