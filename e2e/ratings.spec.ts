import { expect } from '@playwright/test'
import { createCompany } from './support/company.ts'
import { openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openChat } from './support/visitor.ts'

const request = 'De 1 a 5, que nota você dá ao nosso atendimento?'
const why = 'O que motivou sua nota?'

test('A customer is asked for a rating when the ticket is closed, and its face is on the row', async ({
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const webChat = await company.webChat([queue], { complationMessage: 'Até logo!' })
  const person = await company.attendant('Ana Prado', [queue])
  const admin = await openDesk(browser, server, company.admin)

  await test.step('the admin turns ratings on', async () => {
    const { page } = admin
    await page.goto(`${server.url}/settings`)
    await page.getByRole('switch', { name: 'Avaliações' }).press('Space')
    await expect(page.getByText('Salvo', { exact: true })).toBeVisible()
    await page.goto(`${server.url}/connections`)
    await page.getByRole('button', { name: 'Editar' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('tab', { name: 'Avaliação' }).click()
    await dialog.getByRole('textbox', { name: 'Mensagem de avaliação' }).fill(request)
    await dialog.getByRole('textbox', { name: 'Pergunta depois da nota' }).fill(why)
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
  })

  const rita = await openChat(browser, server, webChat, 'Rita Moura')
  await rita.write('Bom dia')
  const ana = await openDesk(browser, server, person)
  await ana.accept('Rita Moura')
  await ana.write('Seu pedido já saiu')

  await test.step('the attendant has to choose', async () => {
    const { page } = ana
    await page.getByRole('button', { name: 'Encerrar', exact: true }).last().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Encerrar' }).click()
    await expect(dialog.getByText('Avaliação obrigatória')).toBeVisible()
    await dialog.getByRole('radio', { name: 'Encerrar com avaliação' }).check()
    await expect(dialog.getByText(request)).toBeVisible()
    await dialog.getByRole('button', { name: 'Encerrar' }).click()
    await expect(ana.row('Rita Moura')).toHaveCount(0)
  })

  await expect(rita.message(request)).toBeVisible({ timeout: 15_000 })

  await test.step('the attendant finds it by its status', async () => {
    const { page } = ana
    await page.getByRole('button', { name: 'Filtros' }).click()
    const filters = page.getByRole('group', { name: 'Filtros' })
    await filters.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Em avaliação' }).click()
    await expect(ana.row('Rita Moura')).toBeVisible()
  })

  await test.step('the customer answers', async () => {
    const field = rita.page.getByRole('textbox', { name: 'Mensagem' })
    await field.fill('5')
    await field.press('Enter')
    await expect(rita.message(why)).toBeVisible()
    await field.fill('Entregaram no dia')
    await field.press('Enter')
    await expect(rita.message('Até logo!')).toBeVisible()
  })

  await test.step('it awaits its rating no more', async () => {
    const { page } = ana
    await expect(ana.row('Rita Moura')).toHaveCount(0)
    await page.getByRole('group', { name: 'Filtros' }).getByRole('button', { name: 'Limpar' }).click()
  })

  await test.step('the row of the closed ticket shows it', async () => {
    const { page } = ana
    await page.getByRole('button', { name: 'Encerrados' }).click()
    await expect(ana.row('Rita Moura').getByRole('img', { name: 'Avaliação: Ótimo, 5 de 5' })).toHaveText('😍5/5')
    await ana.open('Rita Moura')
    await expect(
      page.getByText('Este ticket está encerrado.').getByRole('img', { name: 'Avaliação: Ótimo' }),
    ).toBeVisible()
  })

  await test.step('the report has it with the reason', async () => {
    const { page } = admin
    await page.goto(`${server.url}/reports?tab=ratings`)
    const row = page.getByRole('row', { name: /Rita Moura/ })
    await expect(row).toContainText('5/5')
    await expect(row).toContainText('Entregaram no dia')
  })
})
