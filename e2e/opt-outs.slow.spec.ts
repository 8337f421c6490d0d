import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { logInByApi, must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'

test('An attendant opts a contact out of campaigns and in again, with a reason, and a colleague sees it live', async ({
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const { id: whatsappId } = await must<{ id: number }>(
    company.call('POST', '/whatsapp', { name: 'Loja', channel: 'whatsapp', queueIds: [queue.id] }),
  )
  const { id: contactId } = await must<{ id: number }>(
    company.call('POST', '/contacts', { name: 'Rita Moura', number: '5511987654321' }),
  )
  const person = await company.attendant('Bernardina Prado', [queue])
  const other = await company.attendant('Caio Lima', [queue], { allTicket: 'enable' })
  await must(
    company.call('POST', '/tickets', { contactId, whatsappId, queueId: queue.id, userId: person.id, status: 'open' }),
  )
  const { page, open } = await openDesk(browser, server, person)
  const drawer = page.getByRole('complementary', { name: 'Dados do contato' })
  const dialog = page.getByRole('dialog')
  const change = drawer.getByRole('button', { name: 'Alterar: Campanhas' })
  await open('Rita Moura')
  await page.getByRole('button', { name: 'Dados do contato Rita Moura' }).click()

  await test.step('the drawer says that the contact gets campaigns', async () => {
    await expect(drawer).toContainText('Recebe campanhas')
  })

  await test.step('nobody is opted out without a reason', async () => {
    await change.click()
    await expect(dialog).toContainText('Parar de enviar campanhas?')
    await dialog.getByRole('button', { name: 'Parar de enviar' }).click()
    await expect(dialog.getByText('Obrigatório')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Pediu por telefone')
    await dialog.getByRole('button', { name: 'Parar de enviar' }).click()
    await expect(page.getByText('Este contato não recebe mais campanhas.')).toBeVisible()
    await expect(drawer).toContainText('Não recebe campanhas')
    await expect(drawer).toContainText('Bernardina Prado: Pediu por telefone')
  })

  await test.step('the drawer stays readable on narrow windows and in both schemes', async () => {
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(drawer.getByText('Não recebe campanhas')).toBeVisible()
      await expectAccessibleInBothSchemes(page)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('a colleague opts the contact in again, and this window shows it', async () => {
    const colleague = await logInByApi(server, other)
    await must(
      colleague.call('PUT', `/contacts/${contactId}/opt-out`, { isOptedOut: false, reason: 'Quer as ofertas de novo' }),
    )
    await expect(drawer).toContainText('Voltou a receber em')
    await expect(drawer).toContainText('Caio Lima: Quer as ofertas de novo')
    await expect(drawer).not.toContainText('Não recebe campanhas')
  })

  await test.step('a failure is said, and can be tried again', async () => {
    await page.route(/\/contacts\/\d+\/opt-out$/, (route) => route.fulfill({ status: 500, json: {} }))
    await page.reload()
    await page.getByRole('button', { name: 'Dados do contato Rita Moura' }).click()
    await expect(drawer.getByText('Não foi possível carregar.')).toBeVisible()
    await page.unroute(/\/contacts\/\d+\/opt-out$/)
    await drawer.getByRole('button', { name: 'Tentar de novo' }).click()
    await expect(drawer).toContainText('Voltou a receber em')
  })
})

test('A supervisor imports a sheet of people who want no campaigns', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const supervisor = await company.attendant('Bia Costa', [], { profile: 'supervisor' })
  const list = await must<{ id: number }>(company.call('POST', '/contact-lists', { name: 'Saíram' }))
  const contact = await must<{ id: number }>(
    company.call('POST', '/contacts', { name: 'Rita Moura', number: '5531987654321' }),
  )
  await logIn(page, server, supervisor)
  await page.goto(`${server.url}/contact-lists/${list.id}/contacts`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Importar planilha' }).first().click()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Escolher planilha' }).click()
  const buffer = Buffer.from('Nome;Número\nRita Moura;5531987654321')
  await (await choosing).setFiles({ name: 'sairam.csv', mimeType: 'text/csv', buffer })
  await dialog.getByRole('checkbox', { name: 'Estas pessoas não querem receber campanhas' }).check()
  await expectAccessibleInBothSchemes(page)
  await dialog.getByRole('button', { name: 'Importar' }).click()
  await expect(dialog.getByRole('heading', { name: 'Importação concluída' })).toBeVisible()
  const choice = await must<{ isOptedOut: boolean; last: { source: string } }>(
    company.call('GET', `/contacts/${contact.id}/opt-out`),
  )
  expect(choice).toMatchObject({ isOptedOut: true, last: { source: 'import' } })
})

test('An admin adds a word of the company, which is kept', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await logIn(page, server, company.admin)
  await page.goto(`${server.url}/campaigns-config`)
  const words = page.getByLabel('Palavras para sair das campanhas').first()
  await words.fill('Não quero mais')
  await words.press('Enter')
  await page.getByRole('button', { name: 'Salvar palavras' }).click()
  await expect(page.getByText('Palavras salvas.')).toBeVisible()

  await page.reload()
  await expect(page.getByText('Não quero mais')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
})

test('A supervisor sees who gets no campaigns, and lets somebody get them again', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const supervisor = await company.attendant('Bia Costa', [], { profile: 'supervisor' })
  const leave = async (name: string, number: string) => {
    const { id } = await must<{ id: number }>(company.call('POST', '/contacts', { name, number }))
    await must(company.call('PUT', `/contacts/${id}/opt-out`, { isOptedOut: true, reason: `Pedido de ${name}` }))
  }
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  const dialog = page.getByRole('dialog')
  await logIn(page, server, supervisor)

  await test.step('it says so as long as everybody gets campaigns', async () => {
    await page.goto(`${server.url}/opt-outs`)
    await expect(page.getByRole('heading', { name: 'Ninguém pediu para sair' })).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('who opts out appears live, with the cause', async () => {
    await leave('Rita Moura', '5531987654321')
    await leave('Leo Dias', '5531987654322')
    await expect(row('Rita Moura')).toContainText('+55 31 98765-4321')
    await expect(row('Rita Moura')).toContainText('Pedido de Rita Moura')
    await expect(row('Leo Dias')).toBeVisible()
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(page.getByText('Rita Moura').first()).toBeVisible()
      await expectAccessibleInBothSchemes(page)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('people are found by name and number, and downloaded', async () => {
    await page.getByRole('searchbox').fill('98765-4322')
    await expect(row('Rita Moura')).toHaveCount(0)
    await expect(row('Leo Dias')).toBeVisible()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exportar (CSV)' }).click()
    const text = await readFile(await (await downloading).path(), 'utf8')
    expect(text).toContain('"Leo Dias"')
    expect(text).not.toContain('"Rita Moura"')
    await page.getByRole('searchbox').fill('')
  })

  await test.step('nobody gets campaigns again without a reason', async () => {
    await page.getByRole('button', { name: 'Mais ações de Rita Moura' }).click()
    await page.getByRole('menuitem', { name: 'Voltar a enviar campanhas' }).click()
    await dialog.getByRole('button', { name: 'Voltar a enviar' }).click()
    await expect(dialog.getByText('Obrigatório')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Quer as ofertas de novo')
    await dialog.getByRole('button', { name: 'Voltar a enviar' }).click()
    await expect(page.getByText('Este contato volta a receber campanhas.')).toBeVisible()
    await expect(row('Rita Moura')).toHaveCount(0)
    await expect(row('Leo Dias')).toBeVisible()
  })

  await test.step('a failure is said, and can be tried again', async () => {
    await page.route(/\/opt-outs\?/, (route) => route.fulfill({ status: 500, json: {} }))
    await page.reload()
    await expect(page.getByRole('button', { name: 'Tentar de novo' })).toBeVisible()
    await page.unroute(/\/opt-outs\?/)
    await page.getByRole('button', { name: 'Tentar de novo' }).click()
    await expect(row('Leo Dias')).toBeVisible()
  })
})
