import { expect } from '@playwright/test'
import { addOption } from './support/bot.ts'
import { must } from './support/call.ts'
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
  await expect(dialog.getByRole('button', { name: /Falar com Entregas Fila: Entregas/ })).toBeVisible()
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
  // Also on a phone nothing of it is cut off.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(dialog.getByRole('button', { name: 'Descer Mesas' })).toBeInViewport({ ratio: 1 })
})

test('An admin is told that somebody else has changed the menu, before theirs replaces it', async ({
  page,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const { id } = await company.queue('Vendas')
  const saveElsewhere = (names: string[]) =>
    must(company.call('PUT', `/queue/${id}`, { chatbots: names.map((name) => ({ name })) }))
  // A session of their own: the calls go on with that of the first admin.
  await logIn(page, server, await company.attendant('Bia Costa', [], { profile: 'admin' }))
  await page.goto(`${server.url}/queues`)
  await page.getByRole('button', { name: 'Editar Vendas' }).click()
  const dialog = page.getByRole('dialog', { name: 'Editar fila' })
  const told = dialog.getByText('Outra pessoa alterou o menu enquanto você o editava.')
  await dialog.getByRole('tab', { name: 'Menu' }).click()

  await test.step('a menu that is not edited is shown as it is saved elsewhere', async () => {
    await expect(dialog.getByText('Sem opções, o ticket aguarda nesta fila.')).toBeVisible()
    await saveElsewhere(['Mesas'])
    await expect(dialog.getByRole('button', { name: /^1 Mesas/ })).toBeVisible()
    await expect(told).toBeHidden()
  })

  await test.step('one that is edited stays, and the new one can be shown', async () => {
    await addOption(dialog, 'Sofás')
    await saveElsewhere(['Camas', 'Cadeiras'])
    await expect(told).toBeVisible()
    await expect(dialog.getByRole('button', { name: /^2 Sofás/ })).toBeVisible()
    await dialog.getByRole('button', { name: 'Ver o novo' }).click()
    await expect(dialog.getByRole('button', { name: /^2 Cadeiras/ })).toBeVisible()
    await expect(told).toBeHidden()
  })

  await test.step('an edit with options that were removed meanwhile can be saved', async () => {
    await addOption(dialog, 'Sofás')
    await saveElsewhere(['Outra'])
    await expect(told).toBeVisible()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Fila salva com sucesso.')).toBeVisible()
    const saved = await must<{ name: string }[]>(company.call('GET', `/chatbot?queueId=${id}`))
    expect(saved.map(({ name }) => name)).toEqual(['Camas', 'Cadeiras', 'Sofás'])
  })
})

test('An option leads to a person or sends files, and closes the ticket if it is set so', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const sales = await company.queue('Vendas')
  await company.attendant('Ana Prado', [sales])
  await must(company.call('POST', '/files', { name: 'Catálogo', message: 'Veja' }))
  await logIn(page, server, company.admin)
  await page.goto(`${server.url}/queues`)
  const dialog = page.getByRole('dialog', { name: 'Editar fila' })
  const edit = async () => {
    await page.getByRole('button', { name: 'Editar Vendas' }).click()
    await dialog.getByRole('tab', { name: 'Menu' }).click()
  }
  const closes = dialog.getByRole('tabpanel', { name: 'Menu' }).getByRole('switch', { name: 'Encerrar o ticket' })
  const target = (field: string) =>
    dialog.getByRole('tabpanel', { name: 'Menu' }).getByRole('combobox', { name: field })

  await edit()
  await addOption(dialog, 'Preços', { leadsTo: ['Lista de arquivos', 'Catálogo'], closes: true })
  await addOption(dialog, 'Falar com a Ana', { leadsTo: ['Atendente', 'Ana Prado'] })
  await addOption(dialog, 'Endereço', { message: 'Rua das Flores, 12' })
  await target('Tipo').click()
  await expect(page.getByRole('option')).toHaveText(['Texto', 'Atendente', 'Fila', 'Integração', 'Arquivo'])
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Fila salva com sucesso.')).toBeVisible()

  await page.reload()
  await edit()
  await dialog.getByRole('button', { name: /^1 Preços Arquivo/ }).click()
  await expect(target('Tipo')).toHaveValue('Arquivo')
  await expect(target('Lista de arquivos')).toHaveValue('Catálogo')
  await expect(closes).toBeChecked()
  await dialog.getByRole('button', { name: /^2 Falar com a Ana Atendente/ }).click()
  await expect(target('Tipo')).toHaveValue('Atendente')
  await expect(target('Atendente')).toHaveValue('Ana Prado')
  await expect(closes).not.toBeChecked()
  await dialog.getByRole('button', { name: /^3 Endereço/ }).click()
  await expect(target('Tipo')).toHaveValue('Texto')
  await expect(dialog.getByRole('textbox', { name: 'Mensagem', exact: true })).toHaveValue('Rua das Flores, 12')
})
