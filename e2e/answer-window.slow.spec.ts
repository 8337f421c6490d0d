import { expect, test } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { letTimePass } from './support/clock.ts'
import { createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { connectPages, metaOfFile } from './support/meta.ts'
import { serverOfFile } from './support/server.ts'

const meta = metaOfFile()
const server = serverOfFile(() => meta().environment)

test('The composer counts the day in which a customer may be answered, and opens again when they write', async ({
  browser,
}) => {
  const { graph, shop, tell } = meta()
  await tell(server())
  const company = await createCompany(server(), 'Casa Aurora')
  const queue = await company.queue('Vendas')
  await connectPages(meta(), company, { queues: [queue], member: shop.owner })
  const attendant = await company.attendant('Ana Souza', [queue])
  const desk = await openDesk(browser, server(), attendant)
  const { page } = desk
  const rita = graph.person(undefined, 'Rita Moura')
  const chat = rita.at(shop.page)
  const field = page.getByRole('textbox', { name: 'Mensagem' })

  await test.step('within the day', async () => {
    await chat.text('Vocês entregam amanhã?')
    await desk.accept('Rita Moura')
    await expect(page.getByText(/Você tem 24h para responder .* Restam 2[34]\sh/)).toBeVisible()
    await desk.write('Sim, até as dez.')
  })

  await test.step('after it only notes can be written, and the notice says why', async () => {
    await letTimePass(server(), company, 25 * 60)
    await page.reload()
    const notice = page.getByRole('status').filter({ hasText: 'O prazo terminou' })
    await expect(notice).toContainText('é preciso esperar o cliente escrever de novo')
    await expect(page.getByRole('tab', { name: 'Nota privada' })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('tab', { name: 'Responder' }).click()
    await expect(page.getByText('Só notas privadas podem ser escritas agora')).toBeVisible()
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
  })

  await test.step('it opens by itself when the customer writes', async () => {
    await chat.text('E aí?')
    await expect(page.getByText(/Restam 2[34]/)).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Responder' })).toHaveAttribute('aria-selected', 'true')
    await field.fill('Desculpe a demora')
    await field.press('Enter')
    await rita.inbox.waitFor(({ text }) => text.includes('Desculpe a demora'))
  })
})

test('The simulator shows the buttons of a page, and a tap answers', async ({ page }) => {
  const { graph } = meta()
  const company = await createCompany(server(), 'Casa Brisa')
  const queues = [await company.queue('Vendas'), await company.queue('Suporte')]
  await company.setting('chatBotType', 'button')
  const member = graph.member('Rui Dono').manages(graph.page('Loja Brisa'))
  await connectPages(meta(), company, { queues, member, fields: { greetingMessage: 'Olá, {{firstName}}!' } })
  await logIn(page, server(), await company.attendant('Bia Costa', [], { profile: 'admin' }))
  await page.goto(`${server().url}/queues`)
  await page.getByRole('button', { name: 'Editar Vendas' }).click()
  const dialog = page.getByRole('dialog', { name: 'Editar fila' })
  const talk = dialog.getByRole('log', { name: 'Conversa simulada' })
  const words = dialog.getByRole('textbox', { name: 'Responder como o cliente' })
  await words.fill('Oi')
  await words.press('Enter')
  await expect(talk.getByText('Olá, Maria!')).toBeVisible()
  await expect(talk.getByRole('button')).toHaveText(['Vendas', 'Suporte', 'Sair'])
  await talk.getByRole('button', { name: 'Suporte' }).click()
  await expect(dialog.getByText('Aguarda uma pessoa · Suporte')).toBeVisible()
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
})
