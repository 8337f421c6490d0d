import { expect } from '@playwright/test'
import { addOption, openNewQueue } from './support/bot.ts'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { logIn } from './support/desk.ts'
import { test } from './support/shared-server.ts'

test('What the server does not accept of a queue or a user is said where it was typed, and nothing is lost', async ({
  page,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora', { users: 2 })
  const sales = await must<{ id: number }>(company.call('POST', '/queue', { name: 'Vendas', color: '#2f6fd0' }))
  const chatbots = Array.from({ length: 50 }, (_, nth) => ({ name: `Produto ${nth + 1}` }))
  await must(company.call('PUT', `/queue/${sales.id}`, { chatbots }))
  await logIn(page, server, await company.attendant('Bia Costa', [], { profile: 'admin' }))

  await test.step('a colour and a name that another queue has', async () => {
    const dialog = await openNewQueue(page, server, 'Vendas', 'Bem-vindo!')
    const save = dialog.getByRole('button', { name: 'Salvar' })
    await save.click()
    await expect(dialog.getByText('Já existe uma fila com este nome.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Cor' }).fill('#2F6FD0')
    await dialog.getByRole('textbox', { name: 'Nome', exact: true }).fill('Suporte')
    await save.click()
    await expect(dialog.getByText('Esta cor já está em uso, escolha outra.')).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Mensagem de saudação' })).toHaveValue('Bem-vindo!')
    await dialog.getByRole('textbox', { name: 'Cor' }).fill('#c2375e')
    await save.click()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('a level of a menu that is full', async () => {
    await page.getByRole('button', { name: 'Editar Vendas' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('tab', { name: 'Menu' }).click()
    await expect(dialog.getByRole('button', { name: /^50 Produto 50/ })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Adicionar opção', exact: true })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
  })

  await test.step('a queue that is deleted while an option leads to it', async () => {
    const leads = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Editar Suporte' }).click()
    await leads.getByRole('tab', { name: 'Menu' }).click()
    await addOption(leads, 'Ir para Vendas', { leadsTo: ['Fila', 'Vendas'] })
    await must(company.call('DELETE', `/queue/${sales.id}`))
    await leads.getByRole('button', { name: 'Salvar' }).click()
    // The simulator beside the menu says it too.
    const notice = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Fechar aviso' }) })
    await expect(notice).toContainText('Nenhuma fila encontrada com este ID.')
    await expect(leads.getByText('Não existe mais. Escolha outro destino.')).toBeVisible()
    await leads.getByRole('button', { name: 'Excluir opção' }).click()
    await leads.getByRole('button', { name: 'Salvar' }).click()
    await expect(leads).toHaveCount(0)
  })

  await test.step('a user beyond the plan', async () => {
    await page.goto(`${server.url}/users`)
    await page.getByRole('button', { name: 'Adicionar usuário' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Nome').fill('Caio Reis')
    await dialog.getByLabel('E-mail').fill('caio@empresa.test')
    await dialog.getByLabel(/^Senha/).fill('Kd92-pQz71-x')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('O limite do plano foi alcançado.')).toBeVisible()
    await expect(dialog.getByLabel('Nome')).toHaveValue('Caio Reis')
  })
})
