import { expect } from '@playwright/test'
import { must } from './support/call.ts'
import { letMinutesPass } from './support/clock.ts'
import { createCompany } from './support/company.ts'
import { visitorWrites } from './support/contacts.ts'
import { openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openChat } from './support/visitor.ts'

test('A customer who chooses nothing goes to the queue of the connection after its time', async ({
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const [sales, support] = [await company.queue('Vendas'), await company.queue('Suporte')]
  const webChat = await company.webChat([sales, support], { greetingMessage: 'Com quem quer falar?' })
  const ana = await openDesk(browser, server, await company.attendant('Ana Prado', [sales]))
  const admin = await openDesk(browser, server, company.admin)
  const { page } = admin

  await test.step('the admin sets queue and time in the dialog of the connection', async () => {
    await page.goto(`${server.url}/connections`)
    await page.getByRole('button', { name: /^Editar / }).click()
    const dialog = page.getByRole('dialog')
    const time = dialog.getByRole('combobox', { name: 'Depois de esperar' })
    await expect(time).toBeDisabled()
    await dialog.getByRole('combobox', { name: 'Redirecionar para a fila' }).click()
    await page.getByRole('option', { name: 'Vendas' }).click()
    await time.click()
    await page.getByRole('option', { name: '10 minutos', exact: true }).click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('until then the attendant of that queue does not see the customer', async () => {
    await visitorWrites(server, webChat, 'Rita Moura', 'Alguém me ajuda?')
    await page.goto(`${server.url}/tickets`)
    await admin.tab('Aguardando').click()
    await expect(admin.row('Rita Moura').getByRole('img', { name: 'Com o chatbot' })).toBeVisible()
    await ana.tab('Aguardando').click()
    await letMinutesPass(server, company, 9)
    await expect(ana.row('Rita Moura')).toHaveCount(0)
  })

  await test.step('after ten minutes the customer waits for them, and the log says why', async () => {
    await letMinutesPass(server, company, 1)
    await expect(ana.row('Rita Moura')).toContainText('Alguém me ajuda?')
    await expect(admin.row('Rita Moura').getByRole('img', { name: 'Com o chatbot' })).toHaveCount(0)
    await admin.open('Rita Moura')
    await admin.openLog()
    await expect(page.getByRole('dialog')).toContainText(
      'Encaminhado para a fila Vendas · ninguém escolheu uma fila a tempo',
    )
  })
})

test('An option whose attendant has left leads to the queue, and the dialog of the queue says so', async ({
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const [sales, support] = [await company.queue('Vendas'), await company.queue('Suporte')]
  const [ana, bia] = [await company.attendant('Ana Prado', [sales]), await company.attendant('Bia Costa', [sales])]
  const chatbots = [ana, bia].map(({ id, name }) => ({
    name: `Falar com ${name}`,
    greetingMessage: 'Um momento.',
    queueType: 'attendent',
    optUserId: id,
  }))
  await must(company.call('PUT', `/queue/${sales.id}`, { greetingMessage: 'Com quem?', chatbots }))
  const webChat = await company.webChat([sales, support], { greetingMessage: 'Com qual setor?' })
  const rita = await openChat(browser, server, webChat, 'Rita Moura')
  const choose = (label: string) =>
    rita.page.getByRole('group', { name: 'Opções' }).getByRole('button', { name: label }).click()
  await rita.write('Bom dia')
  await choose('Vendas')
  await expect(rita.message('Com quem?')).toBeVisible()
  await must(company.call('DELETE', `/users/${bia.id}`))

  await choose('Falar com Bia Costa')

  await expect(rita.message('Um momento.')).toBeVisible()
  const desk = await openDesk(browser, server, ana)
  await desk.tab('Aguardando').click()
  await expect(desk.row('Rita Moura')).toContainText('Vendas')
  const { page } = await openDesk(browser, server, company.admin)
  await page.goto(`${server.url}/queues`)
  await page.getByRole('button', { name: 'Editar Vendas' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Menu' }).click()
  await dialog.getByRole('button', { name: /^2 Falar com Bia Costa/ }).click()
  await expect(dialog.getByText('Não existe mais. Escolha outro destino.')).toBeVisible()
  await dialog.getByRole('button', { name: /^1 Falar com Ana Prado/ }).click()
  await expect(dialog.getByRole('combobox', { name: 'Atendente' })).toHaveValue('Ana Prado')
})

test('A transfer by a person is announced to the customer only with the setting', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const [sales, support] = [await company.queue('Vendas'), await company.queue('Suporte')]
  const webChat = await company.webChat([sales])
  const rita = await openChat(browser, server, webChat, 'Rita Moura')
  await rita.write('Bom dia')
  const ana = await openDesk(browser, server, await company.attendant('Ana Prado', [sales, support]))
  await ana.accept('Rita Moura')
  const transferTo = async (queue: string) => {
    await ana.row('Rita Moura').hover()
    await ana.row('Rita Moura').getByRole('button', { name: 'Transferir' }).click()
    const dialog = ana.page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: /fila/i }).click()
    await ana.page.getByRole('option', { name: queue }).click()
    await dialog.getByRole('button', { name: 'Transferir' }).click()
    await expect(dialog).toHaveCount(0)
  }

  await transferTo('Suporte')
  await ana.accept('Rita Moura')
  await ana.write('Sou do suporte')
  await expect(rita.message('Sou do suporte')).toBeVisible()
  await expect(rita.message('transferido')).toHaveCount(0)

  await company.setting('sendMsgTransfTicket', 'enabled')
  await transferTo('Vendas')
  await expect(rita.message('transferido para o departamento Vendas')).toBeVisible()
})
