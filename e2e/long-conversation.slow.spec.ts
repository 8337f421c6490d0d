import { type Browser, type Locator, type Page, expect } from '@playwright/test'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { type Desk, deskOn, logIn } from './support/desk.ts'
import { giveHistory } from './support/messages/history.ts'
import type { Server } from './support/server.ts'
import { test } from './support/shared-server.ts'
import { type Chat, openChat } from './support/visitor.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** More rows than this are not rendered, however many messages are loaded. */
const most = 80

interface House {
  ana: Desk
  rita: Chat
  rows: Locator
}

/** Ana serves Rita, whose last message follows `count` older ones. */
async function house(browser: Browser, server: Server, page: Page, count: number): Promise<House> {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const rita = await openChat(browser, server, await company.webChat([queue]), 'Rita Moura')
  await rita.write('Bom dia a todos')
  await logIn(page, server, await company.attendant('Ana Prado', [queue]))
  const ana = deskOn(page)
  await ana.accept('Rita Moura')
  await expect(ana.message('Bom dia a todos')).toBeVisible()
  const { tickets } = await must<{ tickets: { id: number }[] }>(
    company.call('GET', '/tickets?status=open&showAll=true'),
  )
  await giveHistory(server, tickets[0]?.id ?? 0, count)
  await page.reload()
  await expect(ana.message('Bom dia a todos')).toBeInViewport()
  return { ana, rita, rows: ana.conversation.getByRole('listitem') }
}

const toLatest = (page: Page) => page.getByRole('button', { name: /^Ir para a última mensagem/ })
/** The text of a history message that is well inside of the view. */
const readIn = (conversation: Locator) =>
  conversation.evaluate((log) => {
    const edge = log.getBoundingClientRect().top + 100
    const row = [...log.querySelectorAll('li')].find((item) => item.getBoundingClientRect().top > edge)
    return /Linha \d+ de \d+/.exec(row?.textContent ?? '')?.[0] ?? 'no message'
  })
async function expectAt(row: Locator, top: number): Promise<void> {
  // The browser rounds scroll positions to whole pixels.
  await expect.poll(async () => Math.abs((await topOf(row)) - top)).toBeLessThan(2)
}
const topOf = (row: Locator) => row.evaluate((element) => element.getBoundingClientRect().top)

/** Scrolls to the top again and again until this text is there; returns the most rows that were rendered meanwhile. */
const climbTo = (text: string) => `(async () => {
  const log = document.querySelector('[role="log"]')
  let most = 0
  while (!log.textContent.includes(${JSON.stringify(text)})) {
    log.scrollTo(0, 0)
    await new Promise((resolve) => requestAnimationFrame(resolve))
    most = Math.max(most, log.querySelectorAll('li').length)
  }
  return most
})()`

test('A conversation with thousands of messages renders what is on screen, up to its first message', async ({
  browser,
  server,
  page,
}) => {
  const { ana, rita, rows } = await house(browser, server, page, 2000)
  expect(await rows.count()).toBeLessThan(most)

  await test.step('scrolling up loads the history to its first message', async () => {
    expect(await page.evaluate<number>(climbTo('Linha 1 de 2000'))).toBeLessThan(most)
    await ana.conversation.evaluate((log) => log.scrollTo(0, 0))
    await expect(ana.message('Linha 1 de 2000')).toBeInViewport()
    await expect(ana.message('Bom dia a todos')).toHaveCount(0)
  })

  await test.step('the day at the top edge stays while its messages are scrolled', async () => {
    const day = ana.conversation.getByRole('heading')
    await expect(day).toHaveCount(1)
    await ana.conversation.evaluate((log) => log.scrollTo(0, 3000))
    await expect(ana.message('Linha 1 de 2000')).toHaveCount(0)
    await expect(day.first()).toBeInViewport()
  })

  await test.step('messages that arrive do not move it, and the button counts them', async () => {
    const read = ana.message(await readIn(ana.conversation))
    await expect(read).toBeInViewport()
    const before = await topOf(read)
    for (const which of ['primeira', 'segunda', 'terceira']) await rita.write(`Mais uma coisa, a ${which}`)
    await expect(toLatest(page)).toHaveAccessibleName('Ir para a última mensagem: 3 novas')
    await expectAt(read, before)
  })

  await test.step('the button goes to the end, where messages that arrive are seen', async () => {
    await toLatest(page).click()
    await expect(ana.message('a terceira')).toBeInViewport()
    await expect(toLatest(page)).toHaveCount(0)
    await rita.write('E outra')
    await expect(ana.message('E outra')).toBeInViewport()
    expect(await rows.count()).toBeLessThan(most)
  })

  await test.step('another ticket and back, and it is where it was left', async () => {
    await ana.conversation.evaluate((log) => log.scrollTo(0, log.scrollHeight / 2))
    await expect(toLatest(page)).toBeVisible()
    const read = ana.message(await readIn(ana.conversation))
    const before = await topOf(read)
    await page.getByRole('link', { name: 'Contatos' }).first().click()
    await expect(ana.conversation).toHaveCount(0)
    await page.goBack()
    await expect(read).toBeInViewport()
    await expectAt(read, before)
  })
})

test('Older messages are loaded within 50 px of the top, and what is read stays in place', async ({
  browser,
  server,
  page,
}) => {
  const { ana } = await house(browser, server, page, 200)
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/messages\/\d+\?.*before=/.test(request.url())) asked.push(request.url())
  })
  const scrollTo = (top: number) => ana.conversation.evaluate((log, to) => log.scrollTo(0, to), top)
  const first = ana.message('Linha 183 de 200')
  await scrollTo(60)
  await expect(first).toBeInViewport()
  expect(asked).toEqual([])

  const before = await topOf(first)
  await scrollTo(40)
  await expect.poll(() => asked.length).toBe(1)
  // The next rows above are rendered, but out of sight.
  await expect(ana.message('Linha 182 de 200')).toBeAttached()
  await expectAt(first, before + 20)
})

test('A message far away opens, by a search and by its quote', async ({ browser, server, page }) => {
  const { ana, rita, rows } = await house(browser, server, page, 2000)
  const sought = 'Linha 14 de 2000'

  await page.getByRole('textbox', { name: 'Mensagem' }).press('Control+f')
  const bar = page.getByRole('search')
  await bar.getByRole('searchbox').fill('agulha')
  await expect(ana.message(sought)).toBeInViewport()
  await expect(ana.message(sought).locator('mark').first()).toBeVisible()
  expect(await rows.count()).toBeLessThan(most)
  await page.keyboard.press('Escape')
  await toLatest(page).click()
  await expect(ana.message('Bom dia a todos')).toBeInViewport()

  await rita.replyTo('Bom dia a todos', 'Foi o que eu disse')
  await page.evaluate<number>(climbTo('Linha 1900 de 2000'))
  await toLatest(page).click()
  await ana
    .message('Foi o que eu disse')
    .getByRole('button', { name: /^Ir para a mensagem/ })
    .click()
  await expect(rows.filter({ hasText: 'Bom dia a todos' }).filter({ hasNotText: 'Foi o que' }).first()).toBeInViewport()
})

test('The messages are one stop of the Tab key; arrow keys go from one to the other', async ({
  browser,
  server,
  page,
}) => {
  const { ana, rows } = await house(browser, server, page, 60)
  const { keyboard } = page
  const focused = () => ana.conversation.locator('li:focus')
  await ana.message('Bom dia a todos').focus()
  await expect(focused()).toHaveAccessibleName(/^Rita Moura, Bom dia a todos, \d\d:\d\d$/)

  await keyboard.press('ArrowUp')
  await expect(focused()).toContainText('Linha 60 de 60')
  await keyboard.press('Home')
  await expect(focused()).toContainText(/Linha \d+ de 60/)
  await expect(focused()).toBeInViewport()
  await keyboard.press('End')
  await expect(focused()).toContainText('meu nome')
  await keyboard.press('ArrowUp')
  await expect(focused()).toContainText('Bom dia a todos')
  await expect(rows.and(page.locator('[tabindex="0"]'))).toHaveCount(1)

  await test.step('Tab goes through the message and out of the list', async () => {
    await keyboard.press('Tab')
    await expect(ana.message('Bom dia a todos').getByRole('button', { name: 'Ações da mensagem' })).toBeFocused()
    await keyboard.press('Tab')
    await expect(ana.conversation.locator(':focus')).toHaveCount(0)
    await keyboard.press('Shift+Tab')
    await expect(ana.conversation.locator(':focus')).toHaveCount(1)
    await expect(ana.message('Bom dia a todos').locator(':focus').or(focused())).toHaveCount(1)
  })
})
