import { expect } from '@playwright/test'
import { createCompany } from './support/company.ts'
import { deskOn, logIn } from './support/desk.ts'
import { pressRightAfterScroll } from './support/lists/press.ts'
import { test } from './support/shared-server.ts'
import { openTalk } from './support/talk.ts'
import { openChat } from './support/visitor.ts'

test('Scrolling up at the moment when a message arrives keeps the reader where they scrolled to', async ({
  browser,
  page,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const visitor = await openChat(browser, server, await company.webChat([queue]), 'Rita Moura')
  await visitor.write(`Lista de compras:\n${'um item\n'.repeat(80)}`)

  // Scrolls the conversation in the same tick in which a message arrives, before the browser fires the scroll event.
  await page.addInitScript(`
    const { get, set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage')
    Object.defineProperty(WebSocket.prototype, 'onmessage', {
      get,
      set(handler) {
        set.call(this, (event) => {
          if (String(event.data).includes('Mais uma coisa')) document.querySelector('[role="log"]')?.scrollTo(0, 0)
          handler.call(this, event)
        })
      },
    })
  `)
  await logIn(page, server, await company.attendant('Ana Prado', [queue]))
  const ana = deskOn(page)
  await ana.accept('Rita Moura')
  const toLatest = page.getByRole('button', { name: /^Ir para a última mensagem/ })
  const scrollTop = () => ana.conversation.evaluate(({ scrollTop }) => scrollTop)

  for (const which of ['primeira', 'segunda', 'terceira']) {
    await ana.conversation.evaluate((log) => log.scrollTo(0, log.scrollHeight))
    await expect(toLatest).toHaveCount(0)
    await visitor.write(`Mais uma coisa, a ${which}`)
    await expect(ana.message(`a ${which}`)).toBeAttached()
    await expect(toLatest).toBeVisible()
    expect(await scrollTop()).toBe(0)
  }
})

test('A press right after a scroll opens the picture that is pressed', async ({ browser, server }) => {
  const { ana, visitor } = await openTalk(browser, server, `Lista de compras:\n${'um item\n'.repeat(80)}`)
  await visitor.sendPicture('parede.png', 'É para esta parede')
  const picture = ana.message('É para esta parede').getByRole('button', { name: /parede\.png/ })
  await ana.conversation.evaluate((log) => log.scrollTo(0, log.scrollHeight))
  await expect(picture).toBeInViewport({ ratio: 1 })
  await pressRightAfterScroll(ana.conversation, -30, picture)
  await expect(ana.page.getByRole('dialog', { name: 'Imagens e vídeos da conversa' })).toBeVisible()
})

test('The button to the latest message is shown when new messages do not fit on the screen', async ({
  browser,
  page,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const visitor = await openChat(browser, server, await company.webChat([queue]), 'Rita Moura')
  await visitor.write(`Lista de compras:\n${'um item\n'.repeat(80)}`)

  await logIn(page, server, await company.attendant('Ana Prado', [queue]))
  const ana = deskOn(page)
  await ana.tab('Aguardando').click()
  await ana.open('Rita Moura')
  await expect(ana.conversation.getByText('1 mensagem nova')).toBeInViewport()
  await page.getByRole('button', { name: /^Ir para a última mensagem/ }).click()
  await expect(page.getByRole('button', { name: /^Ir para a última mensagem/ })).toHaveCount(0)
})

test('A text that is too long stays in the text field, and the sender is told', async ({ browser, page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const visitor = await openChat(browser, server, await company.webChat([queue]), 'Rita Moura')
  await visitor.write('Mande a lista, por favor')
  await logIn(page, server, await company.attendant('Ana Prado', [queue]))
  const ana = deskOn(page)
  await ana.accept('Rita Moura')

  const field = page.getByRole('textbox', { name: 'Mensagem' })
  await field.fill('x'.repeat(65_000))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(`navigator.clipboard.writeText('a b '.repeat(2_621_440))`)
  await field.press('Control+v')
  await expect(page.getByText('O texto é longo demais')).toBeVisible()
  await expect(field).toHaveValue(/^x{65000}$/)
})

test('Messages that came while another screen was open are marked as new', async ({ browser, server }) => {
  const { ana, visitor } = await openTalk(browser, server, 'Bom dia')
  await ana.write('Bom dia, Rita')
  await ana.page.getByRole('navigation').getByRole('link', { name: 'Contatos' }).click()
  await expect(ana.conversation).toHaveCount(0)
  await visitor.write('Tem em azul?')
  await expect(ana.page.getByRole('button', { name: 'Mensagens não lidas: 1' })).toBeVisible()

  await ana.page.goBack()

  await expect(ana.message('Tem em azul?')).toBeVisible()
  await expect(ana.conversation.getByText('1 mensagem nova')).toBeVisible()
})
