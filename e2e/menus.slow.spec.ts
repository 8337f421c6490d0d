import { expect } from '@playwright/test'
import { createCompany } from './support/company.ts'
import { logIn } from './support/desk.ts'
import { test } from './support/shared-server.ts'

test('An admin builds a menu of two levels, and finds it again', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await company.queue('Vendas')
  await company.queue('Entregas')
  await logIn(page, server, company.admin)
  await page.goto(`${server.url}/queues`)
  await page.getByRole('button', { name: 'Editar Vendas' }).click()
  const dialog = page.getByRole('dialog', { name: 'Editar fila' })
  const name = dialog.getByRole('textbox', { name: 'Nome da opção' })
  await dialog.getByRole('tab', { name: 'Menu' }).click()

  await dialog.getByRole('button', { name: 'Adicionar opção' }).click()
  await name.fill('Sof')
  await dialog.getByRole('button', { name: 'Adicionar opção em Sof' }).click()
  await name.fill('Falar com Entregas')
  await dialog.getByRole('combobox', { name: 'Tipo' }).click()
  await page.getByRole('option', { name: 'Fila' }).click()
  await dialog.getByRole('button', { name: 'Salvar' }).click()

  await expect(dialog.getByText('Curto demais')).toBeVisible()
  await expect(dialog.getByText('Obrigatório')).toBeVisible()
  await name.fill('Sofás')
  await dialog.getByRole('textbox', { name: 'Mensagem', exact: true }).fill('O que você procura?')
  await dialog.getByRole('button', { name: /Falar com Entregas Fila/ }).click()
  await dialog.getByRole('combobox', { name: 'Fila' }).click()
  await page.getByRole('option', { name: 'Entregas' }).click()
  await dialog.getByRole('button', { name: 'Adicionar opção', exact: true }).click()
  await name.fill('Mesas')
  await dialog.getByRole('button', { name: 'Subir Mesas' }).click()
  await dialog.getByRole('button', { name: 'Cancelar' }).press('Escape')
  await page.getByRole('button', { name: 'Continuar editando' }).click()
  await dialog.getByRole('button', { name: 'Salvar' }).click()

  await expect(page.getByText('Fila salva com sucesso.')).toBeVisible()
  await page.getByRole('button', { name: 'Editar Vendas' }).click()
  await dialog.getByRole('tab', { name: 'Menu' }).click()
  await expect(dialog.getByRole('button', { name: /^1 Mesas/ })).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^2 Sofás/ })).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^1 Falar com Entregas Fila/ })).toBeVisible()
})
