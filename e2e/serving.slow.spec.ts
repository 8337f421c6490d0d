import { expect } from '@playwright/test'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { openDesk } from './support/desk.ts'
import { pressRightAfterScroll } from './support/lists/press.ts'
import { test } from './support/shared-server.ts'

test('A list is filtered, and loads more as it is scrolled', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const whatsApp = await must<{ id: number }>(
    company.call('POST', '/whatsapp', { name: 'Loja', channel: 'whatsapp', queueIds: [queue.id] }),
  )
  const { id: userId } = await must<{ id: number }>(company.call('GET', '/auth/me'))
  const tag = await must<{ id: number }>(company.call('POST', '/tags', { name: 'Urgente' }))
  // One more than two pages have.
  for (let number = 100; number <= 180; number += 1) {
    const name = `Cliente ${number}`
    const contact = await must<{ id: number }>(
      company.call('POST', '/contacts', { name, number: `5511987650${number}` }),
    )
    const ticket = { contactId: contact.id, whatsappId: whatsApp.id, queueId: queue.id, userId, status: 'open' }
    await must(company.call('POST', '/tickets', ticket))
    if (number === 150) await must(company.call('POST', '/tags/sync', { contactId: contact.id, tags: [tag] }))
  }
  const { page, row } = await openDesk(browser, server, company.admin)
  const list = page.getByRole('region', { name: 'Conversas' })

  await test.step('scrolled to its end', async () => {
    await expect(row('Cliente 180')).toBeVisible()
    await expect(async () => {
      await list.getByRole('listitem').last().scrollIntoViewIfNeeded()
      await expect(row('Cliente 100')).toBeInViewport({ timeout: 500 })
    }).toPass()
  })

  await test.step('a row that is pressed right after a scroll opens', async () => {
    const scroller = list.locator(':has(> ul > li [data-ticket])')
    await pressRightAfterScroll(scroller, -300, row('Cliente 105'))
    await expect(page.getByRole('main').getByText('Diga olá para seu novo contato!')).toBeVisible()
  })

  await test.step('filtered by a tag', async () => {
    await list.getByRole('button', { name: 'Filtros' }).click()
    await page.getByRole('combobox', { name: 'Tags' }).click()
    await page.getByRole('option', { name: 'Urgente' }).click()
    await expect(list.getByRole('listitem').filter({ hasText: /Cliente \d/ })).toHaveText([/Cliente 150/])
    await expect(page.getByText('1 filtro ativo')).toBeVisible()
    await page.getByRole('button', { name: 'Limpar' }).click()
    await expect(
      list
        .getByRole('listitem')
        .filter({ hasText: /Cliente \d/ })
        .nth(1),
    ).toBeVisible()
  })
})
