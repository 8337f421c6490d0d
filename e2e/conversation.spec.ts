import { type Page, expect, test } from '@playwright/test'
import { must } from './support/call.ts'
import { type Company, createCompany } from './support/company.ts'
import { deskOn, logIn } from './support/desk.ts'
import { serverOfFile } from './support/server.ts'
import { openChat } from './support/visitor.ts'
import { chooseInMenuOf } from './support/messages/menu.ts'

const server = serverOfFile()

test('Lists keep their numbers, and the raw signature is never shown', async ({ page, browser }) => {
  const company = await createCompany(server(), 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const attendant = await company.attendant('Ana Prado', [queue])
  const rita = await openChat(browser, server(), await company.webChat([queue]), 'Rita Moura')
  await rita.write('Olá')
  await logIn(page, server(), attendant)
  const desk = deskOn(page)
  await desk.accept('Rita Moura')
  const field = page.getByRole('textbox', { name: 'Mensagem' })
  const menuOf = (text: string, entry: string) => chooseInMenuOf(desk.message(text), entry)

  await test.step('a numbered list', async () => {
    await field.fill('1. Sofá\n2. Mesa')
    await field.press('Enter')
    const list = desk.message('Sofá').getByRole('list')
    await expect(list).toHaveCSS('list-style-type', 'decimal')
    await expect(list.getByRole('listitem')).toHaveText(['Sofá', 'Mesa'])
  })

  await test.step('copied as it was written', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await menuOf('Sofá', 'Copiar texto')
    await expect(page.getByText('Texto copiado')).toBeVisible()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('1. Sofá\n2. Mesa')
  })

  await desk.write('Seu pedido saiu')
  await expect(rita.message('Seu pedido saiu')).toBeVisible()

  await test.step('forwarded', async () => {
    await menuOf('Seu pedido saiu', 'Encaminhar')
    await page.getByRole('button', { name: 'Encaminhar' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Seu pedido saiu')
    await expect(dialog).not.toContainText('Ana Prado:')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Cancelar seleção' }).click()
  })

  await test.step('deleted', async () => {
    await menuOf('Seu pedido saiu', 'Apagar')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Seu pedido saiu')
    await expect(dialog).not.toContainText('Ana Prado:')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

  await test.step('edited: the customer still sees the signature for the customer', async () => {
    await menuOf('Seu pedido saiu', 'Editar')
    await expect(field).toHaveValue('Seu pedido saiu')
    await field.fill('Seu pedido chegou')
    await field.press('Enter')
    await expect(desk.message('Seu pedido chegou')).toBeVisible()
    await expect(rita.message('Seu pedido chegou')).toBeVisible()
    expect(await bodiesIn(page, company)).toContain('*Ana Prado:*\nSeu pedido chegou')
  })

  await test.step('after the author is renamed', async () => {
    await must(company.call('PUT', `/users/${attendant.id}`, { name: 'Ana Lima' }))
    await page.reload()
    await expect(desk.message('Seu pedido chegou')).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText('Ana Prado:')
  })
})

test('Messages are signed where the company allows it and the attendant wants it', async ({ page, browser }) => {
  const company = await createCompany(server(), 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const attendant = await company.attendant('Ana Prado', [queue])
  const rita = await openChat(browser, server(), await company.webChat([queue]), 'Rita Moura')
  await rita.write('Olá')
  await logIn(page, server(), attendant)
  const desk = deskOn(page)
  await desk.accept('Rita Moura')
  const signs = page.getByRole('switch', { name: 'Assinar' })

  await desk.write('Com assinatura')
  await expect(rita.message('Com assinatura')).toBeVisible()
  await signs.click()
  await desk.write('Sem assinatura')
  await expect(rita.message('Sem assinatura')).toBeVisible()
  await page.reload()
  await expect(signs).not.toBeChecked()
  await signs.click()
  await company.setting('sendSignMessage', 'disabled')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeVisible()
  await expect(signs).toHaveCount(0)
  await desk.write('Proibida')
  await expect(rita.message('Proibida')).toBeVisible()
  expect((await bodiesIn(page, company)).slice(-3)).toEqual([
    '*Ana Prado:*\nCom assinatura',
    'Sem assinatura',
    'Proibida',
  ])
})

/** The texts of the open ticket as they go to the customer. */
async function bodiesIn(page: Page, company: Company): Promise<string[]> {
  const uuid = /[\da-f-]{36}/.exec(page.url())?.[0]
  const { id } = await must<{ id: number }>(company.call('GET', `/tickets/u/${uuid}`))
  const { messages } = await must<{ messages: { body: string }[] }>(company.call('GET', `/messages/${id}`))
  return messages.map(({ body }) => body)
}
