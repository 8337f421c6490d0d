import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { must } from './support/call.ts'
import { type Company, type WebChat, createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import type { Server } from './support/server.ts'
import { test } from './support/shared-server.ts'
import { openChat } from './support/visitor.ts'

test('A row shows its actions on hover and on focus', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const webChat = await company.webChat([queue])
  const rita = await openChat(browser, server, webChat, 'Rita Moura')
  await rita.write('Aqui é a Rita')
  const ivo = await openChat(browser, server, webChat, 'Ivo Reis')
  await ivo.write('Aqui é o Ivo')
  const ana = await openDesk(browser, server, await company.attendant('Ana Prado', [queue]))
  const { page, row } = ana
  const first = page.getByRole('region', { name: 'Conversas' }).getByRole('listitem').first()
  const transfer = (contact: string) => row(contact).getByRole('button', { name: 'Transferir' })

  await test.step('a waiting ticket always shows Accept', async () => {
    await ana.tab('Aguardando').click()
    await expect(row('Ivo Reis').getByRole('button')).toHaveText(['Aceitar'])
    await row('Ivo Reis').hover()
    await expect(row('Ivo Reis').getByRole('button', { name: 'Ignorar' })).toBeVisible()
    await expect(transfer('Ivo Reis')).toBeVisible()
  })
  await ana.accept('Rita Moura')
  await ana.accept('Ivo Reis')
  // The accepted ticket comes in above the other one, which moves down then.
  await expect(first).toContainText('Ivo Reis')

  await test.step('on hover', async () => {
    await ana.conversation.hover()
    await expect(transfer('Rita Moura')).toHaveCount(0)
    await row('Rita Moura').hover()
    await transfer('Rita Moura').click()
    await expect(page.getByRole('combobox', { name: 'Transferir para usuário' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('on focus', async () => {
    await row('Rita Moura').getByRole('link').focus()
    await page.keyboard.press('Tab')
    await expect(transfer('Rita Moura')).toBeFocused()
    await page.keyboard.press('Shift+Tab')
  })

  await test.step('not when the row moves under a resting pointer', async () => {
    await ana.tab('Aguardando').click()
    await ana.tab('Atendendo').click()
    await expect(first).toContainText('Ivo Reis')
    await first.hover()
    await expect(transfer('Ivo Reis')).toBeVisible()
    await rita.write('Mais uma coisa')
    await expect(first).toContainText('Rita Moura')
    await expect(first.locator('[data-ticket]:hover')).toHaveCount(1)
    await expect(transfer('Rita Moura')).toHaveCount(0)
    await row('Rita Moura').hover({ position: { x: 60, y: 30 } })
    await expect(transfer('Rita Moura')).toBeVisible()
  })
})

test('The list starts at its top after a filter is cleared', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const shop = await company.webChat([queue], { name: 'Loja' })
  const workshop = await company.webChat([queue], { name: 'Oficina' })
  const early = Array.from({ length: 14 }, (_, nth) => `Cliente ${String(nth).padStart(2, '0')}`)
  for (const name of early) await writeAs(name, server, shop)
  await writeAs('Rita Moura', server, workshop)
  const { page, tab, row } = await openDesk(browser, server, await company.attendant('Ana Prado', [queue]))
  await tab('Aguardando').click()
  await expect(row('Rita Moura')).toBeInViewport()

  await page.getByRole('button', { name: 'Filtros' }).click()
  const filters = page.getByRole('group', { name: 'Filtros' })
  await filters.getByRole('combobox', { name: 'Conexões' }).click()
  await page.getByRole('option', { name: 'Loja' }).click()
  await expect(row('Rita Moura')).toHaveCount(0)
  await row('Cliente 13').hover()
  await page.mouse.wheel(0, 10_000)
  await expect(row('Cliente 00')).toBeInViewport()
  await filters.getByRole('button', { name: 'Limpar' }).click()

  await expect(row('Rita Moura')).toBeInViewport()
  await expect(row('Cliente 00')).toHaveCount(0)
})

test('The waiting list is sorted and filtered by day, and is found again as it was left', async ({
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const shop = await company.webChat([queue])
  await writeAs('Cliente 00', server, shop)
  await Promise.all(Array.from({ length: 39 }, (_, nth) => writeAs(`Cliente ${nth + 10}`, server, shop)))
  await writeAs('Cliente 99', server, shop)
  const person = await company.attendant('Ana Prado', [queue])
  const { page, tab, row } = await openDesk(browser, server, person)
  const list = page.getByRole('region', { name: 'Conversas' })
  const first = list.getByRole('listitem').first()
  const order = (name: string) => list.getByRole('button', { name: `Ordem: ${name}` })
  const toMenu = (name: string) => page.getByRole('navigation').getByRole('link', { name }).click()
  await tab('Aguardando').click()
  await expect(first).toContainText('Cliente 99')

  await test.step('by the longest wait, also when somebody else writes', async () => {
    await order('Mais recentes primeiro').click()
    await page.getByRole('menuitemradio', { name: 'Maior espera primeiro' }).click()
    await expect(first).toContainText('Cliente 00')
    await writeAs('Rita Moura', server, shop)
    await expect(tab('Aguardando')).toContainText('42')
    await expect(first).toContainText('Cliente 00')
  })

  const expectAsLeft = async () => {
    await expect(tab('Aguardando')).toHaveAttribute('aria-selected', 'true')
    await expect(order('Maior espera primeiro')).toBeVisible()
    await expect(row('Rita Moura')).toBeInViewport()
    await expect(row('Cliente 00')).toHaveCount(0)
  }

  await test.step('the next page is loaded near the end, and only visible rows are rendered', async () => {
    await first.hover()
    await expect(async () => {
      await page.mouse.wheel(0, 10_000)
      await expect(row('Rita Moura')).toBeInViewport({ timeout: 500 })
    }).toPass()
    expect(await list.getByRole('listitem').count()).toBeLessThan(30)
  })

  await test.step('coming back within the session', async () => {
    await toMenu('Contatos')
    await expect(page).toHaveURL(/contacts/)
    await toMenu('Atendimentos')
    await expectAsLeft()
  })

  await test.step('after another login', async () => {
    await page.getByRole('button', { name: 'Conta de Ana Prado' }).click()
    await page.getByRole('menuitem', { name: 'Sair' }).click()
    await expect(page).toHaveURL(/\/login/)
    await logIn(page, server, person)
    await expectAsLeft()
  })

  await test.step('a day is filtered, and a chip says so and clears it', async () => {
    await list.getByRole('button', { name: 'Filtros' }).click()
    const day = list.getByRole('textbox', { name: 'Aberto em' })
    await day.fill('09/03/2026')
    await day.press('Enter')
    await expect(list.getByText('Nada corresponde às filas e aos filtros escolhidos.')).toBeVisible()
    await list.getByRole('button', { name: '1 filtro ativo' }).click()
    await list.getByRole('button', { name: 'Remover o filtro: Aberto em 09/03/2026' }).click()
    await expect(first).toContainText('Cliente 00')
    await expect(list.getByRole('button', { name: 'Filtros' })).toBeVisible()
  })
})

test('An admin sees all tickets with their owners, and closes those of the chosen queues', async ({
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const [sales, support] = [await company.queue('Vendas'), await company.queue('Suporte')]
  const [shop, workshop] = [await company.webChat([sales]), await company.webChat([support])]
  for (const name of ['Rita Moura', 'Ivo Reis', 'Caio Luz']) await writeAs(name, server, shop)
  await writeAs('Nina Paz', server, workshop)
  const ana = await company.attendant('Ana Prado', [sales])
  const caio = await waiting(company, 'Caio Luz')
  const tags = []
  for (const name of ['Novo', 'Obra', 'Urgente'])
    tags.push(await must<{ id: number }>(company.call('POST', '/tags', { name, color: '#aa3344', kanban: 0 })))
  await must(company.call('POST', '/tags/sync', { contactId: caio.contactId, ticketId: caio.id, tags }))
  await must(company.call('PUT', `/tickets/${caio.id}`, { status: 'open', userId: ana.id }))
  const { page, tab, row } = await openDesk(browser, server, company.admin)
  const list = page.getByRole('region', { name: 'Conversas' })
  const question = page.getByRole('alertdialog')

  await test.step("a colleague's ticket shows whose it is, and two tags of three", async () => {
    await expect(row('Caio Luz')).toHaveCount(0)
    await list.getByRole('button', { name: 'Todos' }).click()
    await expect(row('Caio Luz')).toContainText('Ana')
    await expect(row('Caio Luz')).toContainText(/Novo.*\+/)
    await expect(row('Caio Luz')).not.toContainText('Urgente')
    await list.getByRole('button', { name: 'Todos' }).click()
    await expect(row('Caio Luz')).toHaveCount(0)
  })

  await test.step('an empty list leads to the customers who wait', async () => {
    await list.getByRole('button', { name: '3 clientes aguardando' }).click()
    await expect(tab('Aguardando')).toHaveAttribute('aria-selected', 'true')
    await expect(row('Rita Moura')).toBeVisible()
  })

  const closeAll = async () => {
    await list.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Encerrar todos' }).click()
  }

  await test.step('after No everything stays', async () => {
    await closeAll()
    await expect(question).toContainText('Encerrar 3 tickets em “Aguardando”?')
    await expect(question.getByRole('button', { name: 'Não' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question).toHaveCount(0)
    await expect(row('Nina Paz')).toBeVisible()
  })

  await test.step('after Yes the tickets of the chosen queue are closed, without a farewell', async () => {
    await list.getByRole('button', { name: /^Filas/ }).click()
    await page.getByRole('checkbox', { name: 'Suporte' }).click()
    await page.keyboard.press('Escape')
    await expect(row('Nina Paz')).toHaveCount(0)
    await closeAll()
    await expect(question).toContainText('Encerrar 2 tickets em “Aguardando”?')
    await question.getByRole('button', { name: 'Sim' }).click()
    await expect(page.getByText('2 tickets encerrados.')).toBeVisible()
    await expect(row('Rita Moura')).toHaveCount(0)
    await list.getByRole('button', { name: 'Mostrar tudo' }).click()
    await expect(row('Nina Paz')).toBeVisible()
  })

  await test.step('closed tickets are reopened from their row', async () => {
    await list.getByRole('button', { name: 'Encerrados' }).click()
    await row('Rita Moura').hover()
    await row('Rita Moura').getByRole('button', { name: 'Reabrir' }).click()
    await expect(tab('Atendendo')).toHaveAttribute('aria-selected', 'true')
    await expect(row('Rita Moura')).toBeVisible()
  })
})

/** A visitor writes without a browser. */
async function writeAs(name: string, { url }: Server, { token }: WebChat): Promise<void> {
  const post = (path: string, body: object, secret?: string) =>
    fetch(`${url}/web-chat/${token}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(secret && { authorization: `Bearer ${secret}` }) },
      body: JSON.stringify(body),
    })
  const { secret } = await must<{ secret: string }>(post('visitors', { name }))
  await must(post('messages', { id: randomUUID(), body: 'Bom dia' }, secret))
}

/** The ticket of this customer, once their message has made it. */
async function waiting(company: Company, name: string): Promise<{ id: number; contactId: number }> {
  const find = async () => {
    const { tickets } = await must<{ tickets: { id: number; contactId: number; contact: { name: string } }[] }>(
      company.call('GET', '/tickets?status=pending'),
    )
    return tickets.find(({ contact }) => contact.name === name)
  }
  await expect.poll(find).toBeDefined()
  const ticket = await find()
  if (!ticket) throw new Error(`${name} does not wait any more`)
  return ticket
}
