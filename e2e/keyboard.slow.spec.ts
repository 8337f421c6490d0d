import { type Browser, type Page, expect } from '@playwright/test'
import { type Company, createCompany } from './support/company.ts'
import { deskOn, logIn } from './support/desk.ts'
import { pictureNamed } from './support/media/picture.ts'
import type { Server } from './support/server.ts'
import { test } from './support/shared-server.ts'
import { openChat } from './support/visitor.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('A ticket can be found, accepted, answered and closed with the keyboard alone', async ({
  page,
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const webChat = await company.webChat([queue])
  const person = await company.attendant('Ana Prado', [queue])
  const rita = await openChat(browser, server, webChat, 'Rita Moura')
  await rita.write('Aqui é a Rita')
  const ivo = await openChat(browser, server, webChat, 'Ivo Reis')
  await ivo.write('Aqui é o Ivo')
  const desk = deskOn(page)
  const { keyboard } = page

  await test.step('logs in', async () => {
    await page.goto(`${server.url}/login`)
    await expect(page.getByLabel('E-mail')).toBeFocused()
    await keyboard.type(person.email)
    await keyboard.press('Tab')
    await keyboard.type(person.password)
    await keyboard.press('Enter')
    await expect(page).toHaveURL(/\/tickets/)
  })

  await test.step('moves through the list', async () => {
    await keyboard.press('Alt+2')
    await expect(desk.tab('Aguardando')).toHaveAttribute('aria-selected', 'true')
    await expect(desk.row('Rita Moura')).toBeVisible()
    await keyboard.press('j')
    await expect(desk.row('Ivo Reis').getByRole('link')).toBeFocused()
    await keyboard.press('j')
    await expect(desk.row('Rita Moura').getByRole('link')).toBeFocused()
    await keyboard.press('k')
    await expect(desk.row('Ivo Reis').getByRole('link')).toBeFocused()
    await keyboard.press('Enter')
    await expect(desk.message('Aqui é o Ivo')).toBeVisible()
  })

  await test.step('cancels a transfer and opens the list of shortcuts', async () => {
    await keyboard.press('t')
    await expect(page.getByRole('combobox', { name: 'Transferir para usuário' })).toBeFocused()
    await keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Atalhos do teclado' })).toBeVisible()
    await expect(page.getByText('Fechar o que está por cima')).toHaveCount(1)
    await keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('accepts and answers', async () => {
    await keyboard.press('a')
    await expect(desk.tab('Atendendo')).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeFocused()
    await keyboard.type('Oi, Ivo')
    await keyboard.press('Shift+Enter')
    await keyboard.type('como vai?')
    await keyboard.press('Enter')
    await expect(ivo.message('Oi, Ivo')).toContainText('como vai?')
  })

  await test.step('closes', async () => {
    await keyboard.press('Escape')
    await keyboard.press('e')
    await expect(page.getByRole('dialog')).toBeVisible()
    await keyboard.press('Control+Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(desk.row('Ivo Reis')).toHaveCount(0)
  })

  await test.step('returns from the ticket to the list', async () => {
    await keyboard.press('Alt+2')
    await desk.row('Rita Moura').getByRole('link').press('Enter')
    await expect(desk.message('Aqui é a Rita')).toBeVisible()
    await page.getByRole('navigation').getByRole('link', { name: 'Atendimentos' }).press('Enter')
    await expect(page).toHaveURL(/\/tickets(\?.*)?$/)
    await expect(desk.conversation).toHaveCount(0)
  })

  await test.step('opens the list of shortcuts and the command palette', async () => {
    await keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Atalhos do teclado' })).toBeVisible()
    await keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await keyboard.press('Control+k')
    await keyboard.type('Ivo R')
    await expect(page.getByRole('group', { name: 'Contatos' }).getByRole('option', { name: 'Ivo Reis' })).toBeVisible()
    await keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await keyboard.press('Control+k')
    await keyboard.type('Contatos')
    await expect(page.getByRole('combobox', { name: 'Buscar ou ir para…' })).toHaveValue('Contatos')
    await expect(page.getByRole('option', { name: 'Contatos' })).toBeVisible()
    await keyboard.press('Enter')
    await expect(page).toHaveURL(/\/contacts/)
  })
})

test('After a ticket is accepted, an older answer does not take the focus out of the text field', async ({
  page,
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const rita = await openChat(browser, server, await company.webChat([queue]), 'Rita Moura')
  await rita.write('Aqui é a Rita')
  await logIn(page, server, await company.attendant('Ana Prado', [queue]))
  const desk = deskOn(page)
  await desk.tab('Aguardando').click()
  const { promise: isAccepting, resolve: accepting } = Promise.withResolvers<void>()
  const { promise: isOld, resolve: showOld } = Promise.withResolvers<void>()
  await page.route(/\/tickets\/u\//, async (route) => {
    const answer = await route.fetch()
    await isAccepting
    await route.fulfill({ response: answer })
    showOld()
  })
  await page.route(/\/tickets\/\d+$/, async (route) => {
    accepting()
    await isOld
    await route.continue()
  })

  await desk.open('Rita Moura')
  await page.keyboard.press('a')

  const field = page.getByRole('textbox', { name: 'Mensagem' })
  await expect(desk.tab('Atendendo')).toHaveAttribute('aria-selected', 'true')
  await expect(field).toBeFocused()
  await page.keyboard.type('Oi, Rita')
  await expect(field).toHaveValue('Oi, Rita')
})

test('After a ticket is accepted by choosing a queue with the keyboard, the focus is in the text field', async ({
  page,
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queues = [await company.queue('Vendas'), await company.queue('Entregas')]
  const rita = await openChat(
    browser,
    server,
    await company.webChat(queues, { greetingMessage: 'Escolha' }),
    'Rita Moura',
  )
  await rita.write('Aqui é a Rita')
  await logIn(page, server, company.admin)
  const desk = deskOn(page)
  await desk.tab('Aguardando').click()
  await desk.open('Rita Moura')
  await expect(desk.message('Aqui é a Rita')).toBeVisible()

  const focused = page.evaluate<string>(focusedInDialog)
  await page.keyboard.press('a')
  // Enter may follow at once.
  expect(await focused).toBe('radio')
  await expect(page.getByRole('dialog').getByRole('radio', { checked: true })).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeFocused()
  await page.keyboard.type('Oi, Rita')
  await page.keyboard.press('Enter')
  await expect(rita.message('Oi, Rita')).toBeVisible()
})

/** A script of the page: the role of what has the focus in a dialog when it appears. */
const focusedInDialog = `new Promise((resolve) => {
  new MutationObserver((_changes, watcher) => {
    const dialog = document.querySelector('[role="dialog"]')
    if (!dialog) return
    watcher.disconnect()
    const focused = document.activeElement
    resolve(dialog.contains(focused) ? focused.getAttribute('role') : 'outside')
  }).observe(document.body, { childList: true, subtree: true })
})`

/** Contains every letter that is a shortcut in an open ticket. */
const words = 'era tarde, ele liga e nota já; enfim'

test('Typing after using a button of the composer goes into the text', async ({ page, browser, server }) => {
  await writingTo(page, browser, server, 'Rita Moura')
  const here = page.url()
  const message = page.getByRole('textbox', { name: 'Mensagem' })
  const { keyboard } = page

  async function expectWritten(text: string | RegExp) {
    await keyboard.type(words)
    await expect(page.getByRole('textbox', { name: /^(Mensagem|Nota privada)$/ })).toHaveValue(text)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(here)
    await page.getByRole('textbox', { name: /^(Mensagem|Nota privada)$/ }).fill('')
  }

  await test.step('an emoji', async () => {
    await page.getByRole('button', { name: 'Emoji' }).click()
    await page.getByRole('gridcell').first().click()
    await expectWritten(new RegExp(`^\\p{Extended_Pictographic}.*${words}$`, 'u'))
  })

  await test.step('an emoji, cancelled', async () => {
    await page.getByRole('button', { name: 'Emoji' }).click()
    await expect(page.getByRole('gridcell').first()).toBeVisible()
    await keyboard.press('Escape')
    await expectWritten(words)
  })

  await test.step('a private note, switched on and off', async () => {
    await page.getByRole('tab', { name: 'Nota privada' }).click()
    await expectWritten(words)
    await page.getByRole('tab', { name: 'Responder' }).click()
    await expectWritten(words)
  })

  await test.step('another mode with the arrow keys', async () => {
    await page.getByRole('tab', { name: 'Responder' }).focus()
    await keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'Nota privada' })).toBeFocused()
    await expectWritten(words)
    await page.getByRole('tab', { name: 'Responder' }).click()
  })

  await test.step('a file with a caption, removed again', async () => {
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Anexar' }).click()
    await page.getByRole('menuitem', { name: 'Fotos, vídeos e arquivos' }).click()
    await (await choosing).setFiles(await pictureNamed('sofa.png', page))
    await expect(page.getByRole('list', { name: 'Anexos' })).toContainText('sofa.png')
    await expectWritten(words)
    await page.getByRole('button', { name: 'Remover sofa.png' }).click()
    await expect(page.getByRole('list', { name: 'Anexos' })).toHaveCount(0)
    await expectWritten(words)
  })

  await test.step('a menu, opened and closed', async () => {
    await page.getByRole('button', { name: 'Anexar' }).click()
    await expect(page.getByRole('menuitem').first()).toBeVisible()
    await keyboard.type('e')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Anexar' })).toBeFocused()
    await expectWritten(words)
  })

  await test.step('a message sent with the button', async () => {
    await message.fill('Bom dia')
    await page.getByRole('button', { name: 'Enviar', exact: true }).click()
    await expect(deskOn(page).message('Bom dia')).toBeVisible()
    await expectWritten(words)
  })
})

test('The shortcut that closes a ticket does not confirm its question, nor do Space and Enter', async ({
  page,
  browser,
  server,
}) => {
  const { ticket } = await writingTo(page, browser, server, 'Rita Moura')
  const asking = page.getByRole('dialog', { name: 'Encerrar ticket' })
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await expect(asking).toBeVisible()

  for (const key of ['e', ' ', 'Enter', 'E', 'Enter', ' ']) await page.keyboard.press(key)

  await expect(asking).toBeVisible()
  expect(await ticket()).toMatchObject({ status: 'open' })
  await page.keyboard.press('Control+Enter')
  await expect(asking).toHaveCount(0)
  await expect.poll(ticket).toMatchObject({ status: 'closed' })
})

test('Typing after the ticket was closed or transferred does not accept it again', async ({
  page,
  browser,
  server,
}) => {
  const { company, ticket } = await writingTo(page, browser, server, 'Rita Moura')
  await page.keyboard.type('Um momento')

  await company.call('PUT', `/tickets/${(await ticket()).id}`, { status: 'pending', userId: null })
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Aceitar/ }).first()).toBeVisible()
  await page.keyboard.type('atenta')

  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await ticket()).toMatchObject({ status: 'pending' })
  await page.keyboard.press('Escape')
  await page.keyboard.press('a')
  await expect.poll(ticket).toMatchObject({ status: 'open' })
})

test('Single-letter shortcuts that a user has turned off stay off for this user only', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const ana = await company.attendant('Ana Prado', [])
  const bia = await company.attendant('Bia Costa', [])
  const creating = page.getByRole('dialog', { name: 'Novo ticket' })
  await logIn(page, server, ana)
  await expect(page.getByRole('tab', { name: 'Aguardando' })).toBeVisible()
  await page.keyboard.press('?')
  await page.getByRole('switch', { name: 'Atalhos de uma letra só' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.reload()
  await expect(page.getByRole('tab', { name: 'Aguardando' })).toBeVisible()
  await page.keyboard.press('n')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(creating).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Conta de Ana Prado' }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await expect(page).toHaveURL(/\/login/)
  await logIn(page, server, bia)
  await expect(page.getByRole('tab', { name: 'Aguardando' })).toBeVisible()
  await page.keyboard.press('n')
  await expect(creating).toBeVisible()
})

/** An attendant with an own ticket of this visitor and the focus in the text field. */
async function writingTo(page: Page, browser: Browser, server: Server, visitor: string) {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const attendant = await company.attendant('Ana Prado', [queue])
  const chat = await openChat(browser, server, await company.webChat([queue]), visitor)
  await chat.write('Olá')
  await logIn(page, server, attendant)
  await deskOn(page).accept(visitor)
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeFocused()
  const uuid = /[\da-f-]{36}/.exec(page.url())?.[0] ?? ''
  return { company, ticket: () => ticketNow(company, uuid) }
}

interface Ticket {
  id: number
  uuid: string
  status: string
}

async function ticketNow(company: Company, uuid: string): Promise<Ticket> {
  return JSON.parse(await (await company.call('GET', `/tickets/u/${uuid}`)).text())
}
