import { type Locator, type Page, expect } from '@playwright/test'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { logIn } from './support/desk.ts'
import { test } from './support/shared-server.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** The colour of the square at the name of a queue. */
const markOf = (name: Locator) =>
  name.evaluate((text) => text.ownerDocument.defaultView?.getComputedStyle(text, '::before').backgroundColor)

test('The list shows id, name with colour, order and greeting of each queue, and follows what is edited', async ({
  page,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const sales = await must<{ id: number }>(
    company.call('POST', '/queue', {
      name: 'Vendas',
      color: '#2f6fd0',
      orderQueue: 4711,
      greetingMessage: 'Bem-vindo!',
      chatbots: [{ name: 'Sofás' }, { name: 'Mesas' }],
    }),
  )
  await must(company.call('POST', '/queue', { name: 'Oficina', color: '#c2375e' }))
  await logIn(page, server, await company.attendant('Bia Sales', [], { profile: 'admin' }))
  await page.goto(`${server.url}/queues`)
  const nameIn = (name: string) => row(page, name).getByText(name, { exact: true }).locator('..')
  const dialog = page.getByRole('dialog')
  const name = dialog.getByRole('textbox', { name: 'Nome', exact: true })
  const color = dialog.getByRole('textbox', { name: 'Cor' })

  await test.step('columns', async () => {
    await expect(page.getByRole('columnheader')).toContainText([
      'ID',
      'Nome',
      'Ordem',
      'Mensagem de saudação',
      'Opções do bot',
      'Atendendo',
    ])
    const cells = (of: string) => row(page, of).getByRole('cell')
    for (const text of [String(sales.id), '4711', 'Bem-vindo!', '0'])
      await expect(row(page, 'Vendas').getByRole('cell', { name: text, exact: true })).toBeVisible()
    // Created without an order, so it is the last one.
    await expect(cells('Oficina').filter({ hasText: /^4712$/ })).toHaveCount(1)
    await expect(cells('Oficina').filter({ hasText: /^Não definida$/ })).toHaveCount(1)
    await expect(cells('Vendas').filter({ hasText: /^2 opções$/ })).toHaveCount(1)
    await expect(cells('Oficina').filter({ hasText: /^nenhuma$/ })).toHaveCount(1)
  })

  await test.step('the colour is a mark at the name, and nowhere its code', async () => {
    expect(await markOf(nameIn('Vendas'))).toBe('rgb(47, 111, 208)')
    expect(await markOf(nameIn('Oficina'))).toBe('rgb(194, 55, 94)')
    await expect(page.getByRole('table')).not.toContainText('#')
  })

  await test.step('what is edited is in the list at once', async () => {
    await page.getByRole('button', { name: 'Editar Vendas' }).click()
    await expect(name).toHaveValue('Vendas')
    await expect(color).toHaveValue('#2f6fd0')
    await name.fill('Comercial')
    await color.fill('#8e44ad')
    await dialog.getByRole('textbox', { name: 'Mensagem de saudação' }).fill('Boas compras!')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Fila salva com sucesso.')).toBeVisible()
    await expect(row(page, 'Vendas')).toHaveCount(0)
    for (const text of [String(sales.id), '4711', 'Boas compras!'])
      await expect(row(page, 'Comercial').getByRole('cell', { name: text, exact: true })).toBeVisible()
    await expect.poll(() => markOf(nameIn('Comercial'))).toBe('rgb(142, 68, 173)')
  })

  await test.step('a press on a row edits its queue too', async () => {
    await row(page, 'Oficina').getByText('Não definida').first().click()
    await expect(page.getByRole('dialog', { name: 'Editar fila' })).toBeVisible()
    await expect(name).toHaveValue('Oficina')
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
  })

  await test.step('a new queue is proposed a colour that no other one has', async () => {
    await must(company.call('POST', '/queue', { name: 'Entregas', color: '#2F6FD0' }))
    await expect(row(page, 'Entregas')).toBeVisible()
    await page.getByRole('button', { name: 'Adicionar fila' }).click()
    await expect(color).toHaveValue('#0e9aa7')
    await name.fill('Suporte')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(row(page, 'Suporte')).toBeVisible()
    await page.getByRole('button', { name: 'Adicionar fila' }).click()
    await expect(color).toHaveValue('#4f7d2c')
  })
})

test('A deletion that fails says so in its question, and can be tried again', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await company.queue('Vendas')
  await logIn(page, server, company.admin)
  await page.goto(`${server.url}/queues`)
  await page.route('**/queue/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 500, json: { error: 'ERR_INTERNAL' } })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Mais ações de Vendas' }).click()
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  const question = page.getByRole('dialog', { name: 'Exclusão de Registro' })
  const confirm = question.getByRole('button', { name: 'Excluir' })

  await confirm.click()

  await expect(page.getByText('Erro interno do servidor.')).toBeVisible()
  await expect(question.getByRole('alert')).toHaveText('Não foi possível realizar a operação. Nada foi excluído.')
  await expect(page.getByText('Operação realizada com sucesso!')).toHaveCount(0)
  await expect(row(page, 'Vendas')).toHaveCount(1)

  await page.unroute('**/queue/*')
  await confirm.click()

  await expect(page.getByText('Operação realizada com sucesso!')).toBeVisible()
  await expect(question).toHaveCount(0)
  await expect(row(page, 'Vendas')).toHaveCount(0)
})
