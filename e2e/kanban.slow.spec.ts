import { type Page, expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { must } from './support/call.ts'
import { type Company, createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openChat } from './support/visitor.ts'

const boardOn = (page: Page) => {
  const lane = (name: string) => page.getByRole('region', { name: new RegExp(`^Lane ${name},`) })
  const card = (name: string) => page.getByRole('listitem', { name: new RegExp(`^${name} #`) })
  const cards = (name: string) => lane(name).getByRole('listitem').filter({ visible: true }).locator('b')
  return { lane, card, cards }
}

const makeLane = (company: Company, name: string) =>
  must<{ id: number }>(company.call('POST', '/tags', { name, color: '#2f6fd0', kanban: 1 }))

/** Carries a card to the middle of a place by the mouse. */
async function drag(page: Page, name: string, to: { x: number; y: number }): Promise<void> {
  const box = await boardOn(page).card(name).boundingBox()
  if (!box) throw new Error(`${name} has no card`)
  await page.mouse.move(box.x + 40, box.y + 12)
  await page.mouse.down()
  await page.mouse.move(box.x + 60, box.y + 20, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 8 })
  await page.mouse.up()
}

async function middleOf(page: Page, lane: string): Promise<{ x: number; y: number }> {
  const box = await boardOn(page).lane(lane).boundingBox()
  if (!box) throw new Error(`there is no lane ${lane}`)
  return { x: box.x + box.width / 2, y: box.y + box.height - 40 }
}

test('Cards are dragged between lanes in one window and move in another', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const chat = await company.webChat([queue])
  const ana = await company.attendant('Ana Prado', [queue])
  const boss = await company.attendant('Sara Lima', [], { profile: 'supervisor' })
  const { page } = await openDesk(browser, server, ana)
  const board = boardOn(page)

  await test.step('the empty board says what it is for', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Kanban', exact: true }).click()
    await expect(page).toHaveURL(/\/kanban$/)
    await expect(page.getByRole('heading', { name: 'Organize os atendimentos em etapas' })).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('a lane is added', async () => {
    await page.getByRole('button', { name: 'Adicionar lane' }).first().click()
    await page.getByRole('dialog').getByLabel('Nome').fill('Orçamento')
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
    await expect(board.lane('Orçamento')).toBeVisible()
  })

  const rita = await openChat(browser, server, chat, 'Rita Moura')
  await rita.write('Quero um sofá')
  await (await openChat(browser, server, chat, 'Ivo Reis')).write('Tem mesa?')
  await expect(board.cards('Em aberto')).toHaveText(['Ivo Reis', 'Rita Moura'])
  const other = await openDesk(browser, server, boss)
  await other.page.goto(`${server.url}/Kanban`)
  const there = boardOn(other.page)
  await expect(there.cards('Em aberto')).toHaveText(['Ivo Reis', 'Rita Moura'])
  await expectAccessibleInBothSchemes(page)

  await test.step('a card goes to a lane, here and there', async () => {
    await drag(page, 'Rita Moura', await middleOf(page, 'Orçamento'))
    await expect(page.getByText('Ticket Tag Adicionado com Sucesso!')).toBeVisible()
    for (const { cards } of [board, there]) {
      await expect(cards('Orçamento')).toHaveText(['Rita Moura'])
      await expect(cards('Em aberto')).toHaveText(['Ivo Reis'])
    }
    await drag(page, 'Ivo Reis', await middleOf(page, 'Orçamento'))
    for (const { cards } of [board, there]) await expect(cards('Orçamento')).toHaveText(['Rita Moura', 'Ivo Reis'])
  })

  await test.step('its order within the lane is kept', async () => {
    const top = await board.card('Rita Moura').boundingBox()
    await drag(page, 'Ivo Reis', { x: (top?.x ?? 0) + 80, y: (top?.y ?? 0) + 4 })
    for (const { cards } of [board, there]) await expect(cards('Orçamento')).toHaveText(['Ivo Reis', 'Rita Moura'])
    await rita.write('E então?')
    await expect(there.card('Rita Moura')).toContainText('E então?')
    await page.reload()
    for (const { cards } of [board, there]) await expect(cards('Orçamento')).toHaveText(['Ivo Reis', 'Rita Moura'])
  })

  await test.step('back to the default lane', async () => {
    await drag(page, 'Rita Moura', await middleOf(page, 'Em aberto'))
    await expect(page.getByText('Ticket Tag Removido!')).toBeVisible()
    for (const { cards } of [board, there]) await expect(cards('Em aberto')).toHaveText(['Rita Moura'])
  })

  await test.step('its ticket is opened, and leaves the board when it is closed', async () => {
    await expect(board.card('Ivo Reis')).toContainText('Tem mesa?')
    await board.card('Ivo Reis').getByRole('link', { name: 'Ver Ticket' }).click()
    await expect(page).toHaveURL(/\/tickets\/[\da-f-]{36}$/)
    const { tickets } = await must<{ tickets: { id: number; contact: { name: string } }[] }>(
      company.call('GET', '/ticket/kanban?teste=true'),
    )
    const id = tickets.find(({ contact }) => contact.name === 'Ivo Reis')?.id
    await must(company.call('PUT', `/tickets/${id}`, { status: 'closed', sendFarewellMessage: false }))
    await expect(there.cards('Orçamento')).toHaveCount(0)
  })
})

test('By keyboard alone cards are reached, carried and put back', async ({ page, browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const chat = await company.webChat([queue])
  await makeLane(company, 'Orçamento')
  await makeLane(company, 'Entregue')
  for (const name of ['Rita Moura', 'Ivo Reis']) await (await openChat(browser, server, chat, name)).write('Bom dia')
  await logIn(page, server, await company.attendant('Ana Prado', [queue]))
  await page.goto(`${server.url}/kanban`)
  const { card, cards } = boardOn(page)
  const { keyboard } = page
  await expect(cards('Em aberto')).toHaveText(['Ivo Reis', 'Rita Moura'])

  await card('Ivo Reis').focus()
  await keyboard.press('ArrowDown')
  await expect(card('Rita Moura')).toBeFocused()
  await keyboard.press('Space')
  await expect(page.getByRole('status').filter({ hasText: 'Rita Moura: lane Em aberto, posição 2' })).toHaveCount(1)
  await keyboard.press('ArrowRight')
  await keyboard.press('ArrowRight')
  await expect(page.getByRole('status').filter({ hasText: 'Rita Moura: lane Entregue, posição 1' })).toHaveCount(1)
  await keyboard.press('Space')
  await expect(cards('Entregue')).toHaveText(['Rita Moura'])
  await expect(card('Rita Moura')).toBeFocused()

  await keyboard.press('Space')
  await keyboard.press('ArrowLeft')
  await keyboard.press('Escape')
  await expect(cards('Entregue')).toHaveText(['Rita Moura'])
  await expect(page.getByRole('status').filter({ hasText: 'Rita Moura ficou onde estava' })).toHaveCount(1)

  await test.step('and by the menu of the card, on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await card('Ivo Reis').getByRole('button', { name: 'Mover Ivo Reis' }).click()
    await page.getByRole('menuitem', { name: 'Orçamento' }).click()
    await expect(cards('Orçamento')).toHaveText(['Ivo Reis'])
    await expectAccessibleInBothSchemes(page)
  })
})

test("The lanes' tags are listed, changed and removed, and an attendant only adds", async ({
  page,
  server,
  browser,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  await makeLane(company, 'Orçamento')
  const ana = await openDesk(browser, server, await company.attendant('Ana Prado', []))
  await ana.page.goto(`${server.url}/TagsKanban`)
  await expect(ana.page.getByRole('row', { name: /Orçamento/ })).toBeVisible()
  await expect(ana.page.getByRole('button', { name: 'Editar Orçamento' })).toHaveCount(0)

  await logIn(page, server, company.admin)
  await page.getByRole('navigation').getByRole('link', { name: 'Tags do kanban' }).click()
  await expect(page).toHaveURL(/\/TagsKanban$/)
  await expect(page.getByRole('row', { name: /Orçamento/ })).toContainText('0')
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Editar Orçamento' }).click()
  await page.getByRole('dialog').getByLabel('Nome').fill('Proposta')
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
  await expect(ana.page.getByRole('row', { name: /Proposta/ })).toBeVisible()

  await page.getByRole('button', { name: 'Adicionar lane' }).click()
  await page.getByRole('dialog').getByLabel('Nome').fill('Entregue')
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
  await expect(ana.page.getByRole('row', { name: /Entregue/ })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Buscar lanes' }).fill('entre')
  await expect(page.getByRole('row', { name: /Proposta/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Mais ações de Entregue' }).click()
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
  await expect(ana.page.getByRole('row', { name: /Entregue/ })).toHaveCount(0)
})
