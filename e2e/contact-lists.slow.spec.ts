import { type Page, expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { must } from './support/call.ts'
import { chooseSheet, csv } from './support/campaigns.ts'
import { createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('An admin keeps lists of contacts and their people, and a colleague sees them live', async ({
  page,
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const supervisor = await company.attendant('Bia Costa', [], { profile: 'supervisor' })
  const colleague = await openDesk(browser, server, supervisor)
  await colleague.page.goto(`${server.url}/contact-lists`)
  const dialog = page.getByRole('dialog')
  await logIn(page, server, company.admin)
  await page.goto(`${server.url}/contact-lists`)

  await test.step('an empty page explains what a list is, and an example of a sheet can be downloaded', async () => {
    await expect(page.getByText('Nenhuma lista ainda')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Baixar planilha de exemplo' }).click()
    expect((await downloading).suggestedFilename()).toBe('Exemplo de planilha.xlsx')
  })

  await test.step('a list needs a name of 2 to 50 characters', async () => {
    await page.getByRole('button', { name: 'Nova lista' }).first().click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByText('Obrigatório')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Clientes de maio')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(row(page, 'Clientes de maio')).toContainText('0')
    await expect(row(colleague.page, 'Clientes de maio')).toBeVisible()
  })

  await test.step('people are added with numbers in any form, and each number once', async () => {
    const list = page.getByRole('link', { name: 'Clientes de maio' })
    // A link in the colour of the browser would be blue in all themes.
    await expect(list).not.toHaveCSS('color', 'rgb(0, 0, 238)')
    await list.click()
    await expect(page).toHaveURL(/\/contact-lists\/\d+\/contacts$/)
    await page.getByRole('button', { name: 'Novo contato' }).click()
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Rita Moura')
    await dialog.getByRole('textbox', { name: 'Número' }).fill('(31) 98765-4321')
    await dialog.getByRole('textbox', { name: 'E-mail' }).fill('rita')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByText('E-mail inválido')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'E-mail' }).fill('rita@cliente.example')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(row(page, 'Rita Moura')).toContainText('+55 31 98765-4321')
    await expect(row(page, 'Rita Moura')).toContainText('A verificar')
    await expect(row(colleague.page, 'Clientes de maio')).toContainText('1')
    await expectAccessibleInBothSchemes(page)

    await page.getByRole('button', { name: 'Novo contato' }).click()
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Rita de novo')
    await dialog.getByRole('textbox', { name: 'Número' }).fill('55 31 8765-4321')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByText('Já existe um contato com este número.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Número' }).fill('55 31 3222-1234')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('they are found, changed, and removed after a question', async () => {
    await page.getByRole('searchbox', { name: 'Buscar nome, número ou e-mail' }).fill('3222')
    await expect(row(page, 'Rita Moura')).toHaveCount(0)
    await row(page, 'Rita de novo').getByRole('button', { name: 'Editar Rita de novo' }).click()
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Loja da Rita')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(row(page, 'Loja da Rita')).toBeVisible()
    await page.getByRole('button', { name: 'Mais ações de Loja da Rita' }).click()
    await page.getByRole('menuitem', { name: 'Excluir' }).click()
    await expect(dialog).toContainText('Deseja realmente excluir esse registro?')
    await dialog.getByRole('button', { name: 'Excluir' }).click()
    await expect(row(page, 'Loja da Rita')).toHaveCount(0)
    await page.getByRole('button', { name: 'Limpar busca' }).click()
    await expect(row(page, 'Rita Moura')).toBeVisible()
  })

  await test.step('the way back leads to the lists, where the list is renamed and deleted with its people', async () => {
    await page.getByRole('link', { name: 'Voltar às listas' }).click()
    await page.getByRole('button', { name: 'Editar Clientes de maio' }).click()
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Clientes de junho')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(row(colleague.page, 'Clientes de junho')).toBeVisible()
    await page.getByRole('button', { name: 'Mais ações de Clientes de junho' }).click()
    await page.getByRole('menuitem', { name: 'Excluir' }).click()
    await expect(dialog).toContainText('O contato da lista também será excluído.')
    await dialog.getByRole('button', { name: 'Excluir' }).click()
    await expect(page.getByText('Nenhuma lista ainda')).toBeVisible()
    await expect(colleague.page.getByText('Nenhuma lista ainda')).toBeVisible()
  })
})

test('A sheet with mistakes is looked at, imported, and its refused rows are downloaded', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const list = await must<{ id: number }>(company.call('POST', '/contact-lists', { name: 'Clientes' }))
  const dialog = page.getByRole('dialog')
  await logIn(page, server, company.admin)
  await page.goto(`${server.url}/contact-lists/${list.id}/contacts`)
  const sheet = [
    'Cliente;Fone principal;Cidade',
    'Rita Moura;(31) 98765-4321;Recife',
    'Bia Costa;1,19E+12;Olinda',
    'Leo Dias;98765-4321;Natal',
    'Rita de novo;31 8765-4321;Recife',
  ].join('\n')

  await test.step('what is no sheet is refused with its reason', async () => {
    await page.getByRole('button', { name: 'Importar planilha' }).first().click()
    for (const [file, text] of [
      [csv(''), 'O arquivo está vazio.'],
      [csv('Nome;Número\n'), 'A planilha está vazia: não há nenhuma linha com contatos.'],
      [csv('<html><table></table></html>', 'a.xls'), 'Este tipo de arquivo não é aceito.'],
    ] as const) {
      await chooseSheet(page, file)
      await expect(dialog.getByRole('alert')).toContainText(text)
    }
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('its first rows are shown, and the columns are chosen', async () => {
    await chooseSheet(page, csv(sheet))
    await expect(dialog.getByText('clientes.csv: estas são as primeiras 4 linhas.')).toBeVisible()
    await expect(dialog.getByRole('alert')).toContainText('Escolha a coluna com o nome e a coluna com o número.')
    await expect(dialog.getByRole('button', { name: 'Importar' })).toBeDisabled()
    await dialog.getByRole('combobox', { name: 'O que a coluna Fone principal contém' }).click()
    await page.getByRole('option', { name: 'Número' }).click()
    await expect(dialog.getByText('Linha 3')).toBeVisible()
    await expect(dialog.getByText(/encurtado pelo Excel/)).toBeVisible()
    await expect(dialog.getByText(/sem DDD/)).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('it is imported, and says who was added, known and refused', async () => {
    await dialog.getByRole('button', { name: 'Importar' }).click()
    await expect(dialog.getByRole('heading', { name: 'Importação concluída' })).toBeVisible()
    for (const [what, count] of [
      ['Adicionados', '1'],
      ['Já estavam', '1'],
      ['Recusados', '2'],
    ])
      await expect(dialog.locator('dl > div').filter({ hasText: what ?? '' })).toContainText(count ?? '')
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Baixar as linhas recusadas' }).click()
    expect((await downloading).suggestedFilename()).toBe('Linhas recusadas.xlsx')
    await page.keyboard.press('Escape')
    await expect(row(page, 'Rita Moura')).toBeVisible()
    await expect(page.getByText('clientes.csv – adicionados: 1, recusados: 2')).toBeVisible()
  })

  await test.step('what else the sheet says of a person is kept with them', async () => {
    await page.getByRole('button', { name: 'Editar Rita Moura' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Cidade' })).toHaveValue('Recife')
    await dialog.getByRole('textbox', { name: 'Cidade' }).fill('Olinda')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
  })
})

test('Attendants, and companies whose plan has no campaigns, do not see lists of contacts', async ({
  page,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const attendant = await company.attendant('Ana Lima', [])
  await logIn(page, server, attendant)

  await page.goto(`${server.url}/contact-lists`)
  await expect(page.getByRole('heading', { name: 'Sem permissão' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Listas de contatos' })).toHaveCount(0)
})
