import { type Page, expect } from '@playwright/test'
import { must } from './support/call.ts'
import { stopClock } from './support/clock.ts'
import { type Company, createCompany } from './support/company.ts'
import { openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Novo ticket' })

async function choose(page: Page, field: string, option: string) {
  await dialogOf(page).getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).click()
}

async function chooseContact(page: Page, name: string) {
  await dialogOf(page).getByRole('textbox', { name: 'Contato' }).fill(name)
  // The other option adds a contact.
  await page.getByRole('option').filter({ hasText: name }).filter({ hasText: '+55' }).click()
}

const begin = (page: Page) => dialogOf(page).getByRole('button', { name: 'Abrir ticket' }).click()

/** Two lines of WhatsApp, neither of them the default connection: that is a web chat. */
async function withTwoLines(company: Company, queueId: number): Promise<{ id: number }> {
  await company.webChat([{ id: queueId, name: '' }])
  const line = (name: string) =>
    must<{ id: number }>(company.call('POST', '/whatsapp', { name, channel: 'whatsapp', queueIds: [queueId] }))
  await line('Oficina')
  return line('Loja')
}

const contact = (company: Company, name: string, number: string) =>
  must<{ id: number }>(company.call('POST', '/contacts', { name, number }))

test('An attendant opens a ticket for a contact, and a second time comes to the same ticket', async ({
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queues = [await company.queue('Vendas'), await company.queue('Suporte')]
  await withTwoLines(company, queues[0]?.id ?? 0)
  await contact(company, 'Rita Moura', '5511987650001')
  const { page, row } = await openDesk(browser, server, await company.attendant('Ana Prado', queues))
  const list = page.getByRole('region', { name: 'Conversas' })
  const dialog = dialogOf(page)

  await test.step('without a ticket, the list stands beside a text', async () => {
    await expect(list).toBeVisible()
    await expect(page.getByText('Selecione um ticket para começar a conversar.')).toBeVisible()
  })

  await test.step('from the menu and the button of the list', async () => {
    await list.getByRole('button', { name: 'Mais ações' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Novo ticket'])
    await page.getByRole('menuitem', { name: 'Novo ticket' }).click()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await list.getByRole('button', { name: 'Novo ticket' }).first().click()
    await expect(dialog).toBeVisible()
  })

  await test.step('contacts are searched 500 ms after the last of at least three letters', async () => {
    const asked: (string | null)[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.endsWith('/contacts')) asked.push(searchParams.get('searchParam'))
    })
    const field = dialog.getByRole('textbox', { name: 'Contato' })
    await stopClock(page)
    await field.pressSequentially('Ri')
    await page.clock.runFor(2000)
    await field.press('t')
    await page.clock.runFor(499)
    await field.press('a')
    await page.clock.runFor(499)
    await Promise.all([page.waitForRequest(/\/contacts\?/), page.clock.runFor(1)])
    expect(asked).toEqual(['rita'])
    await page.clock.resume()
  })

  await test.step('contact, queue and connection are required', async () => {
    await begin(page)
    await expect(dialog.getByText('Selecione um contato')).toBeVisible()
    await expect(dialog.getByText('Selecione uma fila')).toBeVisible()
    await chooseContact(page, 'Rita Moura')
    await expect(dialog.getByText('Selecione uma conexão')).toBeVisible()
    await choose(page, 'Fila', 'Vendas')
    await begin(page)
    await expect(dialog.getByText('Selecione uma fila')).toHaveCount(0)
    await expect(dialog.getByText('Selecione uma conexão')).toBeVisible()
    await choose(page, 'Conexão', 'Loja')
    await begin(page)
  })

  await test.step('the new ticket is opened, and its conversation is empty', async () => {
    await expect(page).toHaveURL(/\/tickets\/[\da-f-]{36}/)
    await expect(page.getByText('Diga olá para seu novo contato!')).toBeVisible()
    await expect(row('Rita Moura')).toHaveCount(1)
  })

  await test.step('once more', async () => {
    const address = page.url()
    await page.getByRole('navigation').getByRole('link', { name: 'Atendimentos' }).click()
    await expect(page).not.toHaveURL(address)
    await list.getByRole('button', { name: 'Novo ticket' }).click()
    await chooseContact(page, 'Rita Moura')
    await choose(page, 'Fila', 'Suporte')
    await choose(page, 'Conexão', 'Loja')
    await begin(page)
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(row('Rita Moura')).toHaveCount(1)
  })
})

test('A ticket without a queue is asked for one when it is reopened; only admins open one', async ({
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const { id: whatsappId } = await withTwoLines(company, queue.id)
  const { id: contactId } = await contact(company, 'Rita Moura', '5511987650001')
  await contact(company, 'Ivo Reis', '5511987650002')
  const ana = await company.attendant('Ana Prado', [queue])
  const ticket = { contactId, whatsappId, queueId: null, userId: ana.id, status: 'open' }
  const { id } = await must<{ id: number }>(company.call('POST', '/tickets', ticket))
  await must(company.call('PUT', `/tickets/${id}`, { status: 'closed', sendFarewellMessage: false }))

  await test.step('reopened', async () => {
    const { page, row, tab } = await openDesk(browser, server, ana)
    const asking = page.getByRole('dialog', { name: 'Reabrir ticket' })
    await page.getByRole('button', { name: 'Encerrados' }).click()
    await row('Rita Moura').hover()
    await row('Rita Moura').getByRole('button', { name: 'Reabrir' }).click()
    await expect(asking).toContainText('Rita Moura não está em uma fila.')
    await expect(asking.getByRole('radio', { name: 'Vendas' })).toBeVisible()
    await asking.getByRole('button', { name: 'Reabrir' }).click()
    await expect(asking).toHaveCount(0)
    await expect(tab('Atendendo')).toHaveAttribute('aria-selected', 'true')
    await expect(row('Rita Moura')).toContainText('Vendas')
  })

  await test.step('opened by an admin', async () => {
    const { page, row } = await openDesk(browser, server, company.admin)
    await page.getByRole('button', { name: 'Novo ticket' }).first().click()
    await chooseContact(page, 'Ivo Reis')
    await choose(page, 'Conexão', 'Loja')
    await begin(page)
    await expect(page.getByText('Diga olá para seu novo contato!')).toBeVisible()
    await expect(row('Ivo Reis')).toContainText('Sem fila')
  })
})
