import { expect, test } from '@playwright/test'
import { createCompany } from './support/company.ts'
import { deskOn, logIn } from './support/desk.ts'
import { serverOfFile } from './support/server.ts'
import { openChat } from './support/visitor.ts'

const server = serverOfFile()
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('A ticket is found, accepted, answered and closed by keys alone', async ({ page, browser }) => {
  const company = await createCompany(server(), 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const webChat = await company.webChat([queue])
  const person = await company.attendant('Ana Prado', [queue])
  const rita = await openChat(browser, server(), webChat, 'Rita Moura')
  await rita.write('Aqui é a Rita')
  const ivo = await openChat(browser, server(), webChat, 'Ivo Reis')
  await ivo.write('Aqui é o Ivo')
  const desk = deskOn(page)
  const { keyboard } = page

  await test.step('logs in', async () => {
    await page.goto(`${server().url}/login`)
    await expect(page.getByLabel('E-mail')).toBeFocused()
    await keyboard.type(person.email)
    await keyboard.press('Tab')
    await keyboard.type(person.password)
    await keyboard.press('Enter')
    await expect(page).toHaveURL(/\/tickets/)
  })

  await test.step('walks through the list', async () => {
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

  await test.step('thinks better of a transfer, and asks for the keys at once', async () => {
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
    await keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(desk.row('Ivo Reis')).toHaveCount(0)
  })

  await test.step('leaves the ticket for the list', async () => {
    await keyboard.press('Alt+2')
    await desk.row('Rita Moura').getByRole('link').press('Enter')
    await expect(desk.message('Aqui é a Rita')).toBeVisible()
    await page.getByRole('navigation').getByRole('link', { name: 'Atendimentos' }).press('Enter')
    await expect(page).toHaveURL(/\/tickets(\?.*)?$/)
    await expect(desk.conversation).toHaveCount(0)
  })

  await test.step('asks for the keys, and goes elsewhere by name', async () => {
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

test('Whoever chooses a queue by key to accept a ticket can write at once', async ({ page, browser }) => {
  const company = await createCompany(server(), 'Casa Aurora')
  const queues = [await company.queue('Vendas'), await company.queue('Entregas')]
  const rita = await openChat(
    browser,
    server(),
    await company.webChat(queues, { greetingMessage: 'Escolha' }),
    'Rita Moura',
  )
  await rita.write('Aqui é a Rita')
  await logIn(page, server(), company.admin)
  const desk = deskOn(page)
  await desk.tab('Aguardando').click()
  await desk.open('Rita Moura')
  await expect(desk.message('Aqui é a Rita')).toBeVisible()

  await page.keyboard.press('a')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeFocused()
  await page.keyboard.type('Oi, Rita')
  await page.keyboard.press('Enter')
  await expect(rita.message('Oi, Rita')).toBeVisible()
})
