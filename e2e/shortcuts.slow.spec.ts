import { type Browser, type Page, expect } from '@playwright/test'
import { createCompany } from './support/company.ts'
import { deskOn, logIn } from './support/desk.ts'
import type { Server } from './support/server.ts'
import { test } from './support/shared-server.ts'
import { openChat } from './support/visitor.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const help = (page: Page) => page.getByRole('dialog', { name: 'Atalhos do teclado' })
const creating = (page: Page) => page.getByRole('dialog', { name: 'Novo ticket' })

test('A user gives shortcuts other keys, which stay until they are reset', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await logIn(page, server, await company.attendant('Ana Prado', [await company.queue('Vendas')]))
  const { keyboard } = page
  const field = help(page).getByRole('button', { name: 'Novo: ticket, contato, tarefa…: pressione a nova tecla' })

  await test.step('refuses keys that are taken, or no shortcut, with a sentence', async () => {
    await expect(deskOn(page).tab('Aguardando')).toBeVisible()
    await keyboard.press('?')
    // The style sheet of a part that is loaded later wins over the library's.
    await expect(help(page).getByRole('heading', { name: 'Atalhos do teclado' })).toHaveCSS('font-weight', '600')
    await help(page).getByRole('button', { name: 'Novo: ticket, contato, tarefa…: N. Mudar' }).press('Enter')
    await expect(field).toBeFocused()
    await keyboard.press('j')
    await expect(help(page).getByRole('alert')).toHaveText('J já é de “Próximo ticket”. Escolha outra tecla.')
    await keyboard.press('F8')
    await expect(help(page).getByRole('alert')).toContainText('Use uma letra, um símbolo')
    await keyboard.press('Escape')
    await expect(field).toHaveCount(0)
    await expect(help(page)).toBeVisible()
  })

  await test.step('takes a free key', async () => {
    await help(page).getByRole('button', { name: 'Novo: ticket, contato, tarefa…: N. Mudar' }).click()
    await keyboard.press('y')
    await expect(help(page).getByRole('button', { name: 'Novo: ticket, contato, tarefa…: Y. Mudar' })).toBeVisible()
    await keyboard.press('Escape')
    await expect(help(page)).toHaveCount(0)
  })

  await test.step('which works after a reload, and the former one does not', async () => {
    await page.reload()
    await expect(deskOn(page).tab('Aguardando')).toBeVisible()
    await page.getByLabel('Novo ticket').hover()
    await expect(page.getByRole('tooltip', { name: 'Novo ticket (Y)' })).toBeVisible()
    await keyboard.press('n')
    await keyboard.press('y')
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await expect(creating(page)).toBeVisible()
    await keyboard.press('Escape')
    await expect(creating(page)).toHaveCount(0)
  })

  await test.step('until it is reset', async () => {
    await keyboard.press('?')
    await help(page).getByRole('button', { name: 'Voltar ao padrão' }).click()
    await expect(help(page).getByRole('button', { name: 'Novo: ticket, contato, tarefa…: N. Mudar' })).toBeVisible()
    await keyboard.press('Escape')
    await keyboard.press('n')
    await expect(creating(page)).toBeVisible()
  })
})

test('The palette has every action of the open ticket and of the list', async ({ page, browser, server }) => {
  const { company } = await waitingTicket(browser, server)
  await logIn(page, server, company.admin)
  const desk = deskOn(page)
  await desk.accept('Rita Moura')
  const head = page.getByRole('main').locator('header').first()
  await head.getByRole('button', { name: 'Mais ações' }).click()
  const named = await page.getByRole('menuitem').allTextContents()
  await page.keyboard.press('Escape')
  expect(named.length).toBeGreaterThan(4)

  await page.keyboard.press('Control+k')
  const inPalette = page.getByRole('dialog', { name: 'Buscar ou ir para…' })
  const ofTicket = inPalette.getByRole('group', { name: 'Ações no ticket aberto' })
  for (const name of [...named, 'Encerrar', 'Responder à mensagem', 'Tags'])
    await expect(ofTicket.getByRole('option', { name })).toHaveCount(1)
  const ofList = inPalette.getByRole('group', { name: 'Lista de tickets' })
  for (const name of ['Atendendo', 'Aguardando', 'Grupos', 'Próximo ticket', 'Encerrar todos'])
    await expect(ofList.getByRole('option', { name, exact: false }).first()).toBeAttached()
  await expect(inPalette.getByRole('option', { name: 'Novo ticket' })).toHaveCount(1)

  await page.keyboard.type('Histórico do ticket')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Histórico do ticket' })).toBeVisible()
})

test('The palette has what can be done on each screen', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await logIn(page, server, company.admin)
  const screens = {
    '/contacts': ['Adicionar contato', 'Exportar'],
    '/quick-messages': ['Adicionar resposta rápida'],
    '/tags': ['Adicionar tag'],
    '/todolist': ['Nova tarefa'],
    '/users': ['Adicionar usuário'],
    '/queues': ['Adicionar fila'],
    '/connections': ['Novo chat do site'],
  }
  for (const [path, names] of Object.entries(screens)) {
    await page.goto(server.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Control+k')
    for (const name of names) await expect(page.getByRole('option', { name }).first()).toBeAttached()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('R answers the last message, L leads to the tags, I opens and closes the contact', async ({
  page,
  browser,
  server,
}) => {
  const { person } = await waitingTicket(browser, server)
  await logIn(page, server, person)
  const desk = deskOn(page)
  const { keyboard } = page
  await desk.accept('Rita Moura')
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeFocused()
  await keyboard.press('Escape')
  const contact = page.getByRole('complementary', { name: 'Dados do contato' })

  await keyboard.press('i')
  await expect(contact).toBeVisible()
  await keyboard.press('i')
  await expect(contact).toHaveCount(0)

  await keyboard.press('l')
  await expect(contact.getByRole('combobox', { name: 'Tags' })).toBeFocused()
  await keyboard.press('Escape')
  await keyboard.press('Escape')

  await deskOn(page).conversation.focus()
  await keyboard.press('r')
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeFocused()
  await keyboard.type('Pois não')
  await keyboard.press('Enter')
  await expect(desk.message('Pois não')).toContainText('Bom dia')
})

test('A contact is created with the keyboard in the dialog of a new ticket', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  await logIn(page, server, await company.attendant('Ana Prado', [queue]))
  const { keyboard } = page
  await expect(deskOn(page).tab('Aguardando')).toBeVisible()
  await keyboard.press('n')
  await expect(page.getByLabel('Contato', { exact: false }).first()).toBeFocused()

  await keyboard.type('Ivo Reis')
  await expect(page.getByRole('option', { name: 'Adicionar “Ivo Reis”' })).toBeVisible()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')

  const dialog = page.getByRole('dialog', { name: 'Adicionar contato' })
  await expect(dialog.getByLabel('Nome')).toHaveValue('Ivo Reis')
  await dialog.getByLabel('Número').fill('5511987654321')
  await keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByLabel('Contato', { exact: false }).first()).toHaveValue('Ivo Reis')
})

async function waitingTicket(browser: Browser, server: Server) {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const person = await company.attendant('Ana Prado', [queue])
  const chat = await openChat(browser, server, await company.webChat([queue]), 'Rita Moura')
  await chat.write('Bom dia')
  return { company, person }
}
