import { expect } from '@playwright/test'
import { createCompany } from './support/company.ts'
import { openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openChat } from './support/visitor.ts'

const invalid = 'Opção inválida, por favor escolha uma opção válida abaixo:'

test('A visitor chooses a queue in the menu of the bot, and the attendant sees their question', async ({
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const [sales, support] = [await company.queue('Vendas'), await company.queue('Suporte')]
  const webChat = await company.webChat([sales, support], { greetingMessage: 'Olá, {{firstName}}! Como ajudamos?' })
  const person = await company.attendant('Ana Prado', [support])
  const admin = await openDesk(browser, server, company.admin)
  const rita = await openChat(browser, server, webChat, 'Rita Moura')
  const choice = (label: string) => rita.page.getByRole('button', { name: label }).last()

  await test.step('the first message gets the menu', async () => {
    await rita.write('Minha torneira pinga')
    await expect(rita.message('Olá, Rita! Como ajudamos?')).toBeVisible()
    for (const label of ['Vendas', 'Suporte', 'Encerrar atendimento']) await expect(choice(label)).toBeVisible()
  })

  await test.step('the list shows the question, and that the bot has the ticket', async () => {
    await admin.tab('Aguardando').click()
    await expect(admin.row('Rita Moura')).toContainText('Minha torneira pinga')
    await expect(admin.row('Rita Moura').getByRole('img', { name: 'Com o chatbot' })).toBeVisible()
  })

  await test.step('after an answer that is no option the menu comes again', async () => {
    // What is written within a second after the menu was written before it was read.
    let tries = 0
    await expect(async () => {
      tries += 1
      await rita.write(`Não entendi ${tries}`)
      await expect(rita.message(invalid).last()).toBeVisible({ timeout: 5_000 })
    }).toPass()
  })

  await test.step('a press on a line chooses the queue', async () => {
    await choice('Suporte').click()
    const ana = await openDesk(browser, server, person)
    await ana.tab('Aguardando').click()
    await expect(ana.row('Rita Moura')).toBeVisible()
    await expect(ana.row('Rita Moura').getByRole('img', { name: 'Com o chatbot' })).toHaveCount(0)
  })

  await test.step('an admin reads in the log what was decided', async () => {
    const { page } = admin
    await admin.open('Rita Moura')
    await admin.openLog()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Na fila Suporte')
    await expect(dialog).toContainText('o cliente escreveu “Não entendi')
    await page.keyboard.press('Escape')
  })

  await test.step('the bot is switched off for the contact', async () => {
    const { page } = admin
    await page.getByRole('button', { name: 'Dados do contato Rita Moura' }).click()
    const drawer = page.getByRole('complementary', { name: 'Dados do contato' })
    await expect(drawer.getByRole('switch', { name: 'Chatbot para este contato' })).toBeChecked()
    await drawer.getByRole('switch', { name: 'Chatbot para este contato' }).press('Space')
    await drawer.getByRole('switch', { name: 'Aceita áudio' }).press('Space')
    await page.reload()
    await page.getByRole('button', { name: 'Dados do contato Rita Moura' }).click()
    await expect(drawer.getByRole('switch', { name: 'Chatbot para este contato' })).not.toBeChecked()
    await expect(drawer.getByRole('switch', { name: 'Aceita áudio' })).not.toBeChecked()
  })
})
