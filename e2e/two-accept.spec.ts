import { type Page, expect } from '@playwright/test'
import { logInByApi, must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openTalk } from './support/talk.ts'
import { openChat } from './support/visitor.ts'

test('When two accept at once, one gets the ticket and the other is told who has it', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const webChat = await company.webChat([queue])
  const people = [await company.attendant('Ana Prado', [queue]), await company.attendant('Bia Costa', [queue])]
  const visitor = await openChat(browser, server, webChat, 'Rita Moura')
  await visitor.write('Alguém aí?')
  const desks = []
  for (const person of people) {
    const desk = await openDesk(browser, server, person)
    await desk.tab('Aguardando').click()
    await expect(desk.row('Rita Moura')).toBeVisible()
    desks.push({ ...desk, person })
  }
  await sendTogether(desks.map(({ page }) => page))

  await Promise.all(desks.map((desk) => desk.row('Rita Moura').getByRole('button', { name: 'Aceitar' }).click()))

  const told = desks.map(({ page }) => page.getByRole('dialog'))
  const countTold = async () => (await Promise.all(told.map((dialog) => dialog.isVisible()))).filter(Boolean).length
  await expect.poll(countTold).toBe(1)
  const [loser, winner] = (await told[0]?.isVisible()) ? desks : desks.toReversed()
  if (!loser || !winner) throw new Error('one of the pages shows no result')

  const dialog = loser.page.getByRole('dialog')
  await expect(dialog).toContainText(winner.person.name)
  await expect(dialog).toContainText('Vendas')
  await expect(dialog).not.toContainText('rascunho')
  await expect(winner.row('Rita Moura')).toBeVisible()
  await winner.write('Estou aqui!')
  await expect(visitor.message('Estou aqui!')).toBeVisible()
  await loser.page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(loser.row('Rita Moura')).toHaveCount(0)
})

test('The second attendant is told what happened to a draft or a new ticket', async ({ browser, server }) => {
  const { ana, company } = await openTalk(browser, server, 'Alguém aí?')
  const { call, user } = await logInByApi(server, company.admin)
  const { tickets } = await must<{ tickets: { id: number }[] }>(call('GET', '/tickets?status=open&showAll=true'))
  const become = (change: object) => must(call('PUT', `/tickets/${tickets[0]?.id}`, change))
  const { page } = ana
  const told = page.getByRole('dialog', { name: 'Este contato já está em atendimento' })

  await page.getByRole('textbox', { name: 'Mensagem' }).fill('Já vou ver')
  await become({ status: 'pending', userId: null })
  await page.route(/\/tickets\/\d+$/, async (route) => {
    if (route.request().method() === 'PUT') await become({ status: 'open', userId: user.id })
    await route.continue()
  })
  await page.getByRole('button', { name: 'Aceitar' }).click()
  await expect(told).toContainText('o rascunho continua guardado')

  await page.goto(`${server.url}/contacts`)
  await page.getByRole('button', { name: 'Mais ações de Rita Moura' }).click()
  await page.getByRole('menuitem', { name: 'Abrir ticket' }).click()
  const dialog = page.getByRole('dialog', { name: 'Novo ticket' })
  await dialog.getByRole('combobox', { name: 'Fila' }).click()
  await page.getByRole('option', { name: 'Vendas' }).click()
  await dialog.getByRole('button', { name: 'Abrir ticket' }).click()
  await expect(told).toContainText('Nenhum ticket novo foi aberto')
  await expect(told).not.toContainText('rascunho')
})

/** Holds each page's request until all pages have sent theirs, so that they reach the server together. */
async function sendTogether(pages: Page[]): Promise<void> {
  const { promise: everybody, resolve: open } = Promise.withResolvers<void>()
  let waiting = 0
  for (const page of pages) {
    await page.route(/\/tickets\/\d+$/, async (route) => {
      if (route.request().method() === 'PUT' && ++waiting === pages.length) open()
      if (route.request().method() === 'PUT') await everybody
      await route.continue()
    })
  }
}
