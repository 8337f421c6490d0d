import { expect } from '@playwright/test'
import { answer, answerWrongly } from './support/bot.ts'
import { createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openChat } from './support/visitor.ts'

const question = 'Estou ciente sobre o tratamento dos meus dados pessoais.'
const request = 'De 1 a 5, que nota você nos dá?'

test('A customer consents before the menu, is served, and rates; another one refuses', async ({
  browser,
  page,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const [sales, support] = [await company.queue('Vendas'), await company.queue('Suporte')]
  const webChat = await company.webChat([sales, support], {
    greetingMessage: 'Com quem quer falar?',
    complationMessage: 'Até logo!',
    ratingMessage: request,
  })
  const ana = await openDesk(browser, server, await company.attendant('Ana Prado', [sales]))
  const admin = await openDesk(browser, server, await company.attendant('Bia Costa', [], { profile: 'admin' }))

  await test.step('the admin wants consent and ratings', async () => {
    await logIn(page, server, company.admin)
    await page.goto(`${server.url}/settings`)
    for (const name of ['Avaliações', 'Pedir consentimento (LGPD)']) {
      await page.getByRole('switch', { name, exact: true }).press('Space')
      await expect(page.getByRole('switch', { name, exact: true })).toBeChecked()
    }
    const text = page.getByRole('textbox', { name: 'Texto do consentimento' })
    const link = page.getByRole('textbox', { name: 'Link da política de privacidade' })
    await text.fill('Guardamos os seus dados, {{firstName}}.')
    await link.fill('https://empresa.test/privacidade')
    await text.click()
    for (const field of [text, link])
      await expect(page.getByRole('listitem').filter({ has: field }).getByRole('status')).toHaveText('Salvo')
  })

  const rita = await openChat(browser, server, webChat, 'Rita Moura')
  const choice = (label: string) =>
    rita.page.getByRole('group', { name: 'Opções' }).getByRole('button', { name: label })

  await test.step('three messages ask for consent, before any menu', async () => {
    await rita.write('Quero comprar um sofá')
    await expect(rita.message('Guardamos os seus dados, Rita.')).toBeVisible()
    await expect(rita.message('https://empresa.test/privacidade')).toBeVisible()
    await expect(rita.message(question)).toBeVisible()
    await expect(rita.message('Com quem quer falar?')).toHaveCount(0)
  })

  await test.step('the list marks the ticket, which waits for the consent', async () => {
    await admin.tab('Aguardando').click()
    await expect(admin.row('Rita Moura')).toContainText('Quero comprar um sofá')
    await expect(admin.row('Rita Moura').getByTitle('Aguardando consentimento')).toBeVisible()
  })

  await test.step('after another answer it is asked again', async () => {
    await answerWrongly(rita, 'Como assim?')
  })

  await test.step('after the consent the menu comes, and the attendant serves', async () => {
    await choice('Sim').click()
    await expect(rita.message('Com quem quer falar?')).toBeVisible()
    await choice('Vendas').click()
    await ana.accept('Rita Moura')
    await ana.write('Temos dez')
    await expect(rita.message('Temos dez')).toBeVisible()
  })

  await test.step('the customer is asked for a rating, and again after another answer', async () => {
    await ana.page.getByRole('button', { name: 'Encerrar', exact: true }).last().click()
    const dialog = ana.page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Encerrar com avaliação' }).check()
    await dialog.getByRole('button', { name: 'Encerrar' }).click()
    await expect(rita.message(request)).toBeVisible()
    await rita.write('Foi ótimo')
    await expect(rita.message('Opção inválida, tente novamente.')).toBeVisible()
    await answer(rita, '4')
    await expect(rita.message('Até logo!')).toBeVisible()
  })

  await test.step('who has consented is not asked again', async () => {
    await rita.write('Mais uma coisa')
    await expect(rita.message('Com quem quer falar?')).toHaveCount(2)
    await expect(rita.message('Guardamos os seus dados, Rita.')).toHaveCount(1)
  })

  await test.step('who refuses is told goodbye', async () => {
    const caio = await openChat(browser, server, webChat, 'Caio Prado')
    await caio.write('Bom dia')
    await expect(admin.row('Caio Prado')).toBeVisible()
    await caio.page.getByRole('button', { name: 'Não', exact: true }).click()
    await expect(caio.message('Até logo!')).toBeVisible()
    await expect(admin.row('Caio Prado')).toHaveCount(0)
  })
})
