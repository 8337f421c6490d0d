import { expect, test } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { metaOfFile } from './support/meta.ts'
import { serverOfFile } from './support/server.ts'
import { openMenuOf } from './support/messages/menu.ts'

const meta = metaOfFile()
const server = serverOfFile(() => ({ ...meta().environment, GUICHE_META_HUMAN_AGENT: 'yes' }))

test('A company connects its page and its Instagram account with one login, and answers there', async ({
  browser,
  page,
}) => {
  const { graph, shop, tell } = meta()
  await tell(server())
  const company = await createCompany(server(), 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const attendant = await company.attendant('Ana Souza', [queue])
  await logIn(page, server(), await company.attendant('Bia Dona', [], { profile: 'admin' }))
  await page.goto(`${server().url}/connections`)
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  const dialog = page.getByRole('dialog', { name: 'Páginas e contas' })

  async function logInAtMeta() {
    await expect(page.getByRole('heading', { name: 'Continue with Guichê' })).toBeVisible()
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(dialog.getByRole('list')).toBeVisible()
  }

  await test.step('a login that is refused changes nothing, and says so', async () => {
    await page.getByRole('button', { name: 'Nova conexão' }).first().click()
    await page.getByRole('menuitem', { name: 'Facebook' }).click()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(dialog).toContainText('A janela da Meta foi fechada sem dar acesso')
    await expect(page).toHaveURL(/\/connections$/)
    await page.keyboard.press('Escape')
  })

  await test.step('the result of each page and account is told, and the code is not in the address', async () => {
    await page.getByRole('button', { name: 'Nova conexão' }).first().click()
    await page.getByRole('menuitem', { name: 'Instagram' }).click()
    await logInAtMeta()
    await expect(dialog.getByRole('listitem')).toHaveText([/Loja Exemplo.*Conectada/, /Insta lojaexemplo.*Conectada/])
    await expect(page).toHaveURL(/\/connections$/)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
    await page.keyboard.press('Escape')
    await expect(row('Loja Exemplo').first()).toContainText('Conectada')
    await expect(row('Insta lojaexemplo')).toContainText('Conectada')
  })

  const list = await must<{ id: number }[]>(company.call('GET', '/whatsapp'))
  for (const { id } of list) await must(company.call('PUT', `/whatsapp/${id}`, { queueIds: [queue.id] }))
  const desk = await openDesk(browser, server(), attendant)
  const rita = graph.person(undefined, 'Rita Moura')

  for (const place of [shop.page, shop.instagram])
    await test.step(`a talk on ${place.kind}`, async () => {
      const chat = rita.at(place)
      await chat.text(`Oi, vocês entregam? ${place.kind}`)
      await desk.accept('Rita Moura')
      await expect(desk.message(`Oi, vocês entregam? ${place.kind}`)).toBeVisible()
      await expect(desk.page.getByText('Você tem 24h para responder')).toBeVisible()
      await desk.write(`Sim, amanhã. ${place.kind}`)
      await rita.inbox.waitFor(({ text }) => text?.includes(`Sim, amanhã. ${place.kind}`) ?? false)
      await chat.read()
      await desk.expectTick(`Sim, amanhã. ${place.kind}`, 'Lida')
      const answer = desk.message(`Sim, amanhã. ${place.kind}`)
      await openMenuOf(answer)
      await expect(desk.page.getByRole('menuitem', { name: 'Copiar texto' })).toBeVisible()
      for (const name of ['Editar', 'Apagar'])
        await expect(desk.page.getByRole('menuitem', { name, exact: true })).toHaveCount(0)
      await desk.page.keyboard.press('Escape')
    })

  await test.step('a token that ends in the middle of a talk stops the page, and a new login sends what waits', async () => {
    graph.changePassword(shop.owner)
    await desk.write('Chega às dez')
    await expect(row('Insta lojaexemplo')).toContainText('O acesso à Meta terminou: conecte de novo')
    expect(rita.inbox.messages.some(({ text }) => text?.includes('Chega às dez'))).toBe(false)
    await row('Insta lojaexemplo').getByRole('button', { name: 'Conectar de novo' }).click()
    await logInAtMeta()
    await expect(dialog.getByRole('listitem')).toHaveText([/Renovada/, /Renovada/])
    await page.keyboard.press('Escape')
    await expect(row('Insta lojaexemplo')).toContainText('Conectada')
    await rita.inbox.waitFor(({ text }) => text?.includes('Chega às dez') ?? false)
  })
})
