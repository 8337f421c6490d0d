import { type Page, expect } from '@playwright/test'
import { createCompany } from './support/company.ts'
import { logIn } from './support/desk.ts'
import { test } from './support/shared-server.ts'

test('Pressing Salvar lists everything that is missing, and pressing it twice creates one user', async ({
  page,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  await logIn(page, server, company.admin)
  await page.goto(`${server.url}/users`)
  await page.getByRole('button', { name: 'Adicionar usuário' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Nome')).toBeFocused()

  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog.getByText('Obrigatório')).toHaveCount(3)

  await dialog.getByLabel('Nome').fill('Zoë 🎉')
  await dialog.getByLabel('E-mail').fill('zoe@empresa.test')
  await dialog.getByLabel(/^Senha/).fill('Kd92-pQz71-x')
  await dialog.getByRole('button', { name: 'Salvar' }).dblclick()
  await expect(page.getByText('Usuário salvo com sucesso.')).toBeVisible()
  await expect(page.getByText('zoe@empresa.test')).toHaveCount(1)
})

test("Two tabs that change the same user keep each other's changes", async ({ page, context, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await company.attendant('Ana Prado', [])
  await logIn(page, server, company.admin)
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(`${server.url}/users`)
    await tab.getByRole('button', { name: 'Editar Ana Prado' }).click()
  }

  await other.getByRole('dialog').getByLabel('Nome').fill('Ana Prado Lima')
  await other.getByRole('button', { name: 'Salvar' }).click()
  await expect(other.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('dialog').getByLabel('Mensagem de despedida').fill('Até logo!')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.reload()
  await page.getByRole('button', { name: 'Editar Ana Prado Lima' }).click()
  await expect(page.getByRole('dialog').getByLabel('Mensagem de despedida')).toHaveValue('Até logo!')
})

test("Changing the e-mail of one's own login asks for the password", async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await logIn(page, server, company.admin)
  await page.goto(`${server.url}/users`)
  await page.getByRole('button', { name: /^Editar/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Senha atual')).toHaveCount(0)

  await dialog.getByLabel('E-mail').fill('nova-dona@empresa.test')
  await dialog.getByRole('textbox', { name: 'Senha atual' }).fill('errada-demais')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog.getByText('A senha atual não confere.')).toBeVisible()

  await dialog.getByRole('textbox', { name: 'Senha atual' }).fill(company.admin.password)
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Usuário salvo com sucesso.')).toBeVisible()
  await expect(page.getByText('nova-dona@empresa.test')).toBeVisible()
})

test('A queue is deleted after a question that contains its name', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await company.queue('Vendas')
  await logIn(page, server, company.admin)
  await page.goto(`${server.url}/queues`)

  await page.getByRole('button', { name: 'Mais ações de Vendas' }).click()
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  const question = page.getByRole('dialog', { name: 'Exclusão de Registro' })
  await expect(question).toContainText('Deseja realmente excluir esse registro?')
  await expect(question).toContainText('Vendas')
  await question.getByRole('button', { name: 'Excluir' }).click()

  await expect(page.getByText('Operação realizada com sucesso!')).toBeVisible()
  await expect(page.getByText('Nenhuma fila ainda')).toBeVisible()
})

test('An attendant can choose their own queues, an admin all queues', async ({ page, browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const sales = await company.queue('Vendas')
  await company.queue('Entregas')
  const offered = async (desk: Page) => {
    await desk.getByRole('button', { name: /^Filas/ }).click()
    return desk.getByRole('group', { name: 'Escolher filas' }).getByRole('checkbox')
  }
  await logIn(page, server, await company.attendant('Ana Prado', [sales]))
  await expect(await offered(page)).toHaveCount(1)
  await expect(page.getByRole('checkbox', { name: 'Vendas' })).toBeVisible()

  const other = await (await browser.newContext()).newPage()
  await logIn(other, server, company.admin)
  await expect(await offered(other)).toHaveCount(2)
})
