import { expect } from '@playwright/test'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { visitorWrites } from './support/contacts.ts'
import { openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openTalk } from './support/talk.ts'

test('A colleague sees who has the ticket open and who writes, at every width, and is asked before writing to the customer', async ({
  browser,
  server,
}) => {
  const { ana, company, queue, visitor } = await openTalk(browser, server, 'Bom dia')
  const address = ana.page.url()
  const bia = await openDesk(browser, server, await company.attendant('Bia Costa', [queue], { allTicket: 'enable' }))
  await bia.page.goto(address)

  await test.step('a private note is written without a question', async () => {
    await expect(bia.page.getByText('Ana Prado atende este ticket.')).toBeVisible()
    const note = bia.page.getByRole('textbox', { name: 'Nota privada' })
    await note.fill('Cliente antiga')
    await note.press('Enter')
    await expect(bia.message('Cliente antiga')).toBeVisible()
  })

  await test.step('an answer is asked for once', async () => {
    await bia.page.getByRole('tab', { name: 'Responder' }).click()
    const dialog = bia.page.getByRole('dialog', { name: 'Responder no ticket de Ana Prado?' })
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await expect(bia.page.getByRole('textbox', { name: 'Nota privada' })).toBeVisible()
    await bia.page.getByRole('button', { name: 'Responder ao cliente' }).click()
    await dialog.getByRole('button', { name: 'Responder mesmo assim' }).click()
    await expect(bia.page.getByRole('textbox', { name: 'Mensagem' })).toBeFocused()
    await bia.write('Aqui é a Bia')
    await expect(visitor.message('Aqui é a Bia')).toBeVisible()
    await expect(visitor.message('Cliente antiga')).toHaveCount(0)
  })

  const here = 'Bia Costa também está com este ticket aberto'
  const isHere = ana.page.getByLabel(here).or(ana.page.getByText(here)).filter({ visible: true })
  const isWriting = ana.page.getByText('Bia Costa está respondendo').filter({ visible: true })
  const field = bia.page.getByRole('textbox', { name: 'Mensagem' })
  for (const width of [1440, 1024, 390])
    await test.step(`${width} px`, async () => {
      await ana.page.setViewportSize({ width, height: 800 })
      await field.fill('')
      await expect(isHere).toHaveCount(1)
      await field.pressSequentially('Oi')
      await expect(isWriting).toHaveCount(1)
    })

  await bia.page.close()
  await expect(isHere).toHaveCount(0)
  await expect(isWriting).toHaveCount(0)
})

test('Tickets looked through without a connection are not joined afterwards', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const shop = await company.webChat([queue])
  for (const name of ['Rita Moura', 'Nair Lima']) await visitorWrites(server, shop, name, 'Bom dia')
  const ana = await openDesk(browser, server, await company.attendant('Ana Prado', [queue]))
  const bia = await openDesk(browser, server, await company.attendant('Bia Costa', [queue]))
  const here = 'Bia Costa também está com este ticket aberto'
  const isHere = ana.page.getByLabel(here).or(ana.page.getByText(here)).filter({ visible: true })
  for (const { tab } of [ana, bia]) await tab('Aguardando').click()
  for (const name of ['Rita Moura', 'Nair Lima']) await bia.open(name)

  await bia.page.context().setOffline(true)
  const isCutOff = bia.page.getByText(/sem rede|Sem conexão/)
  await expect(isCutOff).toBeVisible()
  for (const name of ['Rita Moura', 'Nair Lima']) await bia.open(name)
  await bia.page.context().setOffline(false)
  await expect(isCutOff).toHaveCount(0)

  await ana.open('Nair Lima')
  await expect(isHere).toHaveCount(1)
  const { tickets } = await must<{ tickets: { id: number; contact: { name: string } }[] }>(
    company.call('GET', '/tickets?status=pending'),
  )
  const rita = tickets.find(({ contact }) => contact.name === 'Rita Moura')
  expect(await must(company.call('GET', `/tickets/${rita?.id}/viewers`))).toEqual([])
})
