import { expect } from '@playwright/test'
import { letMinutesPass } from './support/clock.ts'
import { createCompany } from './support/company.ts'
import { openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openChat } from './support/visitor.ts'

test('A ticket in which nobody writes is warned once and then closed, and leaves the list', async ({
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const webChat = await company.webChat([queue], { complationMessage: 'Até logo!' })
  const person = await company.attendant('Ana Prado', [queue])
  const rita = await openChat(browser, server, webChat, 'Rita Moura')
  const admin = await openDesk(browser, server, company.admin)

  await test.step('the admin sets the times in the dialog of the connection', async () => {
    const { page } = admin
    await page.goto(`${server.url}/connections`)
    await page.getByRole('button', { name: /^Editar / }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('tab', { name: 'Chatbot' }).click()
    await dialog.getByRole('textbox', { name: 'Avisar sem atividade depois de' }).fill('30')
    await dialog.getByRole('textbox', { name: 'Encerrar sem atividade depois de' }).fill('10')
    await dialog.getByRole('textbox', { name: 'Aviso de inatividade' }).fill('Ainda está aí, {{firstName}}?')
    await dialog.getByRole('textbox', { name: 'Mensagem ao encerrar por inatividade' }).fill('Encerramos por aqui.')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
  })

  await rita.write('Bom dia')
  const ana = await openDesk(browser, server, person)
  await ana.accept('Rita Moura')
  await ana.write('Em que posso ajudar?')
  await expect(rita.message('Em que posso ajudar?')).toBeVisible()

  await test.step('after half an hour the customer is warned', async () => {
    await letMinutesPass(server, company, 30)
    await expect(rita.message('Ainda está aí, Rita?')).toBeVisible()
  })

  await test.step('an answer begins the time anew', async () => {
    await rita.write('Estou sim')
    await expect(ana.message('Estou sim')).toBeVisible()
    await letMinutesPass(server, company, 30)
    await expect(rita.message('Ainda está aí, Rita?')).toHaveCount(2)
  })

  await test.step('ten minutes later the ticket is closed, with its own text', async () => {
    await letMinutesPass(server, company, 10)
    await expect(rita.message('Encerramos por aqui.')).toBeVisible()
    await expect(ana.row('Rita Moura')).toHaveCount(0)
    await expect(rita.message('Até logo!')).toHaveCount(0)
  })

  await test.step('the log says why', async () => {
    const { page } = admin
    await page.goto(`${server.url}/tickets`)
    await page.getByRole('button', { name: 'Encerrados' }).click()
    await admin.open('Rita Moura')
    await admin.openLog()
    await expect(page.getByRole('dialog')).toContainText('Encerrado por inatividade')
  })
})
