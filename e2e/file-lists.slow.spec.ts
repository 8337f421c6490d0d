import { type Page, expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { logIn } from './support/desk.ts'
import { files } from './support/media/files.ts'
import { test } from './support/shared-server.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function choose(page: Page, button: string, file: { name: string; mimeType: string; buffer: Buffer }) {
  const choosing = page.waitForEvent('filechooser')
  await page
    .getByRole('group', { name: button })
    .getByRole('button', { name: /arquivo$/ })
    .first()
    .click()
  await (await choosing).setFiles(file)
}

test('An admin keeps a list of files, gives it to a queue, and deletes it', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const list = await must<{ id: number }>(
    company.call('POST', '/files', { name: 'Tabelas', message: 'Nossos preços', options: [] }),
  )
  await must(company.call('PUT', `/queue/${queue.id}`, { fileListId: list.id }))
  const dialog = page.getByRole('dialog')
  await logIn(page, server, company.admin)

  await page.goto(`${server.url}/files`)
  await expect(row(page, 'Tabelas')).toBeVisible()

  await test.step('name, message, and each file are required', async () => {
    await page.getByRole('button', { name: 'Nova lista de arquivos' }).first().click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByText('Obrigatório')).toHaveCount(3)
    await expect(dialog.getByText('Escolha um arquivo')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Nome', exact: true }).fill('ab')
    await expect(dialog.getByText('nome muito curto')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('two files are uploaded with their names, in their order', async () => {
    await dialog.getByRole('textbox', { name: 'Nome', exact: true }).fill('Catálogo')
    await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('Veja o que temos:')
    await choose(page, 'Arquivo 1', { name: 'preços.txt', mimeType: 'text/plain', buffer: Buffer.from('Bolo: 25') })
    await expect(dialog.getByLabel('Nome do arquivo 1')).toHaveValue('preços')
    await dialog.getByRole('button', { name: 'Adicionar arquivo' }).click()
    await choose(page, 'Arquivo 2', { name: 'loja.png', mimeType: 'image/png', buffer: await files.picture() })
    await dialog.getByLabel('Nome do arquivo 2').fill('Nossa loja')
    await dialog.getByRole('button', { name: 'Mover arquivo 2 para cima' }).click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(row(page, 'Catálogo')).toContainText('2 arquivos')
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('they are in this order when the dialog is opened again', async () => {
    await row(page, 'Catálogo').getByRole('button', { name: 'Editar Catálogo' }).click()
    await expect(dialog.getByLabel('Nome do arquivo 1')).toHaveValue('Nossa loja')
    await expect(dialog.getByRole('group', { name: 'Arquivo 1' })).toContainText('loja.png')
    await expect(dialog.getByLabel('Nome do arquivo 2')).toHaveValue('preços')
    await expect(dialog.getByRole('group', { name: 'Arquivo 2' })).toContainText('preços.txt')
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
  })

  await test.step('a program is refused, and nothing that was typed is lost', async () => {
    await page.getByRole('button', { name: 'Nova lista de arquivos' }).click()
    await dialog.getByRole('textbox', { name: 'Nome', exact: true }).fill('Programas')
    await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('Instale')
    await choose(page, 'Arquivo 1', { name: 'a.exe', mimeType: 'image/png', buffer: Buffer.from('MZ'.padEnd(200)) })
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Este tipo de arquivo não é aceito.')
    await choose(page, 'Arquivo 1', { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('oi') })
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(row(page, 'Programas')).toHaveCount(1)
  })

  await test.step('search narrows the list', async () => {
    await page.getByRole('searchbox', { name: 'Buscar listas de arquivos' }).fill('catalogo')
    await expect(row(page, 'Programas')).toHaveCount(0)
    await expect(row(page, 'Catálogo')).toBeVisible()
  })

  await test.step('deleting names the queues that use it', async () => {
    await page.getByRole('button', { name: 'Limpar busca' }).click()
    await row(page, 'Tabelas').getByRole('button', { name: 'Mais ações de Tabelas' }).click()
    await page.getByRole('menuitem', { name: 'Excluir' }).click()
    await expect(dialog).toContainText('Deseja realmente excluir esse registro?')
    await expect(dialog).toContainText('Esta fila deixa de enviá-la: Vendas.')
    await dialog.getByRole('button', { name: 'Excluir' }).click()
    await expect(row(page, 'Tabelas')).toHaveCount(0)
    await expect(row(page, 'Programas')).toBeVisible()
  })
})

test("Two admins who change the same list of files are told so, and keep each other's changes", async ({
  page,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const list = await must<{ id: number }>(
    company.call('POST', '/files', { name: 'Tabelas', message: 'Nossos preços', options: [] }),
  )
  // A session of their own: the calls go on with that of the first admin.
  await logIn(page, server, await company.attendant('Bia Costa', [], { profile: 'admin' }))
  await page.goto(`${server.url}/files`)
  await page.getByRole('button', { name: 'Editar Tabelas' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Nome', exact: true }).fill('Tabelas de preços')

  await must(company.call('PUT', `/files/${list.id}`, { message: 'Preços de maio' }))
  await expect(dialog.getByText('Outra pessoa alterou este registro')).toBeVisible()
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(row(page, 'Tabelas de preços')).toContainText('Preços de maio')

  await page.getByRole('button', { name: 'Editar Tabelas de preços' }).click()
  await must(company.call('DELETE', `/files/${list.id}`))
  await expect(dialog.getByText('Outra pessoa excluiu este registro.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Salvar' })).toBeDisabled()
})
