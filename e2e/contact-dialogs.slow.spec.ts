import { expect } from '@playwright/test'
import { createCompany } from './support/company.ts'
import { chooseForContact, contactRow, makeContact, openContacts, visitorWrites } from './support/contacts.ts'
import { test } from './support/shared-server.ts'

test('A contact is deleted after a question, unless it has tickets', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await visitorWrites(server, await company.webChat([await company.queue('Vendas')]), 'Davi Melo', 'Boa tarde')
  await makeContact(company, 'Bia Nunes')
  await openContacts(page, server, company)
  const question = page.getByRole('dialog', { name: 'Exclusão de Registro' })

  await chooseForContact(page, 'Bia Nunes', 'Excluir')
  await expect(question).toContainText('Deseja realmente excluir esse registro?')
  await expect(question).toContainText('Bia Nunes')
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(contactRow(page, 'Bia Nunes')).toBeVisible()
  await chooseForContact(page, 'Bia Nunes', 'Excluir')
  await question.getByRole('button', { name: 'Excluir' }).click()
  await expect(page.getByText('Operação realizada com sucesso!')).toBeVisible()
  await expect(contactRow(page, 'Bia Nunes')).toHaveCount(0)

  await chooseForContact(page, 'Davi Melo', 'Excluir')
  await expect(question).toContainText('Contatos com tickets não podem ser excluídos.')
  await question.getByRole('button', { name: 'Excluir' }).click()
  await expect(page.getByText('Este contato tem tickets e não pode ser excluído.')).toBeVisible()
  await expect(question.getByRole('alert')).toHaveText('Não foi possível realizar a operação. Nada foi excluído.')
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(contactRow(page, 'Davi Melo')).toBeVisible()
})

test('A sheet without a column of numbers is not imported, and one that is left imports nothing', async ({
  page,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  await openContacts(page, server, company)
  await page.getByRole('button', { name: 'Mais ações dos contatos' }).click()
  await page.getByRole('menuitem', { name: 'Importar de uma planilha' }).click()
  const dialog = page.getByRole('dialog', { name: 'Importar contatos' })
  const choosing = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Escolher planilha' }).click()
  const sheet = Buffer.from('Nome;Telefone\nRita Moura;5511971000999')
  await (await choosing).setFiles({ name: 'clientes.csv', mimeType: 'text/csv', buffer: sheet })

  await expect(dialog).toContainText('clientes.csv: 1 linha')
  await expect(dialog.getByRole('button', { name: 'Importar 1 contato' })).toBeEnabled()
  await dialog.getByRole('combobox', { name: 'O que a coluna Telefone contém' }).click()
  await page.getByRole('option', { name: 'Não importar' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Escolha a coluna com o número do contato.')
  await expect(dialog.getByRole('button', { name: 'Importar', exact: true })).toBeDisabled()

  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Descartar alterações?' })
  await question.getByRole('button', { name: 'Descartar' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Nenhum contato ainda')).toBeVisible()
})

test('Without a linked phone the import from it says what to do', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await openContacts(page, server, company)
  await page.getByRole('button', { name: 'Mais ações dos contatos' }).click()
  await page.getByRole('menuitem', { name: 'Importar do celular' }).click()
  const dialog = page.getByRole('dialog', { name: 'Importar contatos do celular' })

  await expect(dialog.getByRole('alert')).toContainText('Nenhuma conexão de WhatsApp está conectada agora.')
  await dialog.getByRole('button', { name: 'Fechar' }).first().click()
  await expect(dialog).toHaveCount(0)
})
