import { expect } from '@playwright/test'
import { createCompany } from './support/company.ts'
import { openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openChat } from './support/visitor.ts'

test('A visitor who comes back soon gets the same ticket in the same queue', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Brisa')
  const queue = await company.queue('Atendimento')
  const webChat = await company.webChat([queue], { timeCreateNewTicket: 60 })
  const ana = await openDesk(browser, server, await company.attendant('Ana Prado', [queue]))
  const visitor = await openChat(browser, server, webChat, 'Rita Moura')

  await visitor.write('Bom dia')
  await ana.accept('Rita Moura')
  await expect(ana.message('Bom dia')).toBeVisible()
  const address = new URL(ana.page.url()).pathname
  await ana.page.getByRole('button', { name: 'Encerrar', exact: true }).last().click()
  await ana.page
    .getByRole('dialog')
    .getByRole('button', { name: /Encerrar|Finalizar/ })
    .click()
  await expect(ana.row('Rita Moura')).toHaveCount(0)
  await expect(ana.page.getByRole('button', { name: /^Desfazer/ })).toHaveCount(0)

  await visitor.write('Mais uma pergunta')
  await ana.accept('Rita Moura')
  await expect(ana.message('Mais uma pergunta')).toBeVisible()
  expect(new URL(ana.page.url()).pathname).toBe(address)
})
