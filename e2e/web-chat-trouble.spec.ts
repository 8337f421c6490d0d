import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect } from '@playwright/test'
import { logInByApi, must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { test } from './support/shared-server.ts'
import { enterChat, openChat } from './support/visitor.ts'

test('A visitor whose chat is deleted sees a notice, and the messages stay on screen', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const webChat = await company.webChat([])
  const visitor = await openChat(browser, server, webChat, 'Rita Moura')
  await visitor.write('Bom dia')
  await visitor.expectTick('Bom dia', 'Entregue')

  const admin = await logInByApi(server, company.admin)
  await must(admin.call('DELETE', `/whatsapp/${webChat.id}`))

  await expect(visitor.page.getByText('Este chat foi encerrado. O que foi dito continua aqui.')).toBeVisible()
  await expect(visitor.message('Bom dia')).toBeVisible()
  await expect(visitor.page.getByRole('textbox', { name: 'Mensagem' })).toHaveCount(0)
  await expect(visitor.page.getByText('Sem conexão. Tentando de novo…')).toHaveCount(0)
})

test('A browser with a secret that the server does not know starts again with the greeting', async ({
  page,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const { token } = await company.webChat([], { greetingMessage: 'Como podemos ajudar?' })
  const remembered = JSON.stringify({ secret: 'nobody'.repeat(10), name: 'Rita' })
  await page.addInitScript(`localStorage.setItem('guiche-chat:${token}', '${remembered}')`)

  await page.goto(`${server.url}/chat/${token}`)

  await expect(page.getByText('Como podemos ajudar?')).toBeVisible()
})

test('The chat works on a page that may not store anything', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const { token } = await company.webChat([], { webChat: { asksName: false } })
  await page.addInitScript(`Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied') } })`)
  await page.goto(`${server.url}/chat/${token}`)

  await page.getByRole('textbox', { name: 'Mensagem' }).fill('Bom dia')
  await page.getByRole('button', { name: 'Enviar' }).click()

  await expect(page.getByRole('img', { name: 'Entregue' })).toBeVisible()
})

test('A message that cannot be sent says why: an empty file, a text that is too long', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const { token } = await company.webChat([], { webChat: { asksName: false } })
  await page.goto(`${server.url}/chat/${token}`)
  const field = page.getByRole('textbox', { name: 'Mensagem' })

  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Anexar' }).click()
  await (await choosing).setFiles({ name: 'vazio.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) })
  await expect(page.getByRole('alert')).toHaveText('vazio.txt está vazio.')

  await field.focus()
  await page.keyboard.insertText('palavra '.repeat(10_000))
  await expect(page.getByRole('alert')).toContainText('Uma mensagem pode ter até 4.096 caracteres')
  await page.keyboard.press('Backspace')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('The bubble stays in its corner on a site that filters, transforms and replaces its body', async ({
  page,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const { token } = await company.webChat([])
  const style = '<style>* { all: unset; font-size: 40px !important } body { filter: grayscale(1); width: 50px }</style>'
  const script = `<script src="${server.url}/widget.js" data-token="${token}"></script>`
  const shop = createServer((_, response) => response.end(`<!doctype html>${style}<body>Sofás${script}`))
  await once(shop.listen(0, 'localhost'), 'listening')
  const address = shop.address()
  await page.goto(`http://localhost:${typeof address === 'object' ? address?.port : ''}/`)
  const bubble = page.getByRole('button', { name: 'Abrir conversa' })
  await expect(bubble).toBeVisible()

  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  expect(await bubble.boundingBox()).toEqual({ x: width - 24 - 56, y: height - 24 - 56, width: 56, height: 56 })
  await page.evaluate('document.body.replaceWith(document.createElement("body"))')
  await expect(bubble).toBeVisible()
  shop.close()
})

test('A picture that loads late does not push the end of the conversation out of sight', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const { token } = await company.webChat([], { webChat: { asksName: false } })
  await page.goto(`${server.url}/chat/${token}`)
  const log = page.getByRole('log', { name: 'Conversa' })
  const fromEnd = () => log.evaluate((view) => view.scrollHeight - view.scrollTop - view.clientHeight)
  await expect(log).toBeVisible()

  await log.evaluate((view) => {
    const picture = view.ownerDocument.createElement('div')
    picture.style.cssText = 'flex: none; height: 3000px'
    view.append(picture)
    view.dispatchEvent(new Event('scroll'))
  })
  await expect.poll(fromEnd).toBeLessThan(2)

  await log.evaluate((view) => view.scrollTo(0, 500))
  await expect(page.getByRole('button', { name: 'Ir para as mensagens mais recentes' })).toBeVisible()
  expect(await fromEnd()).toBeGreaterThan(1000)
})

test('The greeting has the values of its variables, before and after the visitor says a name', async ({
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const webChat = await company.webChat([queue], { greetingMessage: 'Oi, {{firstName}}! Aqui é a {{name_company}}.' })
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${server.url}/chat/${webChat.token}`)
  const log = page.getByRole('log', { name: 'Conversa' })
  await expect(log).toContainText(`Oi! Aqui é a ${company.name}.`)

  const rita = await enterChat(page, server, webChat, 'Rita Moura')
  await expect(log).toContainText(`Oi, Rita! Aqui é a ${company.name}.`)
  await rita.write('Bom dia')
  await expect(rita.message('Oi, Rita!')).toHaveCount(1)
  await expect(log.getByText('Oi, Rita!')).toHaveCount(1)
  await expect(log).not.toContainText('{{')
})

test('On the page, the emoji are beside their button, and a notice leaves the last message in sight', async ({
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const { token } = await company.webChat([], { webChat: { asksName: false } })
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 500 } })).newPage()
  await page.goto(`${server.url}/chat/${token}`)
  const field = page.getByRole('textbox', { name: 'Mensagem' })
  for (let nth = 1; nth <= 12; nth++) {
    await field.fill(`Mensagem ${nth}.`)
    await field.press('Enter')
  }
  const last = page.locator('[data-id]').filter({ hasText: 'Mensagem 12.' })
  await expect(last).toBeInViewport({ ratio: 1 })

  await test.step('the emoji', async () => {
    const button = page.getByRole('button', { name: 'Emoji' })
    await button.click()
    const board = await page.getByRole('group', { name: 'Emoji' }).boundingBox()
    const at = await button.boundingBox()
    if (!board || !at) throw new Error('not shown')
    expect(board.x).toBeLessThan(at.x)
    expect(board.x + board.width).toBeLessThan(at.x + 2 * at.width + 24)
    await page.keyboard.press('Escape')
  })

  await test.step('the notice', async () => {
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Anexar' }).click()
    await (await choosing).setFiles({ name: 'vazio.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) })
    await expect(page.getByRole('alert')).toHaveText('vazio.txt está vazio.')
    await expect(last).toBeInViewport({ ratio: 1 })
    const notice = await page.getByRole('alert').boundingBox()
    const message = await last.boundingBox()
    expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(notice?.y ?? 0)
  })
})
