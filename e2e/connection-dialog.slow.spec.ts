import { expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { logIn } from './support/desk.ts'
import { test } from './support/shared-server.ts'

test('The connection dialog keeps what each of its tabs holds', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const [sales, repairs] = [await company.queue('Vendas'), await company.queue('Oficina')]
  await company.webChat([sales])
  await must(company.call('PUT', '/companySettings', { column: 'scheduleType', data: 'connection' }))
  await logIn(page, server, company.admin)
  await page.goto(`${server.url}/connections`)
  const dialog = page.getByRole('dialog')
  const tab = (name: string) => dialog.getByRole('tab', { name, exact: true })
  const field = (name: string) => dialog.getByRole('textbox', { name })
  const open = () => page.getByRole('button', { name: /^Editar / }).click()

  await test.step('with two queues the greeting is required, and its tab is shown', async () => {
    await open()
    await dialog.getByRole('combobox', { name: 'Filas' }).click()
    await page.getByRole('option', { name: repairs.name }).click()
    await tab('Mensagens').click()
    await expect(dialog.getByText('Vai ao cliente antes do menu das filas')).toBeVisible()
    await field('Mensagem de saudação').fill('')
    await tab('Geral').click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByText('A saudação é obrigatória quando há mais de uma fila.')).toBeVisible()
    await expect(tab('Mensagens')).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('messages, and a file of the greeting', async () => {
    await field('Mensagem de saudação').fill('Olá! Com quem quer falar?')
    await field('Mensagem de despedida').fill('Até logo!')
    const choosing = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Anexar arquivo' }).click()
    await (await choosing).setFiles({ name: 'preços.txt', mimeType: 'text/plain', buffer: Buffer.from('Bolo: 25') })
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('chatbot', async () => {
    await tab('Chatbot').click()
    await field('Repetições do menu').fill('5')
    await field('Avisar sem atividade depois de').fill('30')
    await field('Encerrar sem atividade depois de').fill('10')
    await field('Aviso de inatividade').fill('Ainda está aí?')
    await dialog.getByRole('combobox', { name: 'Encerrar' }).click()
    await page.getByRole('option', { name: 'Só se o atendente falou por último' }).click()
    await field('Mensagem ao encerrar por inatividade').fill('Encerramos por aqui.')
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('hours, which say that they are not saved yet', async () => {
    await tab('Horários de atendimento').click()
    await dialog
      .getByRole('button', { name: /Fechar o dia/ })
      .first()
      .click()
    await expect(dialog.getByText('Clique em salvar para registar as alterações')).toBeVisible()
  })

  await test.step('all of it is there when the dialog is opened again', async () => {
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
    await open()
    await tab('Mensagens').click()
    await expect(field('Mensagem de despedida')).toHaveValue('Até logo!')
    await expect(dialog.getByText('preços.txt')).toBeVisible()
    await tab('Chatbot').click()
    await expect(field('Repetições do menu')).toHaveValue('5')
    await expect(field('Avisar sem atividade depois de')).toHaveValue('30 min')
    await expect(field('Aviso de inatividade')).toHaveValue('Ainda está aí?')
    await expect(dialog.getByRole('combobox', { name: 'Encerrar' })).toHaveValue('Só se o atendente falou por último')
    await tab('Mensagens').click()
    await dialog.getByRole('button', { name: 'Remover arquivo preços.txt' }).click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
    await open()
    await tab('Mensagens').click()
    await expect(dialog.getByRole('button', { name: 'Anexar arquivo' })).toBeVisible()
  })
})
