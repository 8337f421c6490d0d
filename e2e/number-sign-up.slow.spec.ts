import { type Page, expect, test } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { metaOfFile } from './support/meta.ts'
import { serverOfFile } from './support/server.ts'

const meta = metaOfFile()
const server = serverOfFile(() => ({
  ...meta().environment,
  GUICHE_META_SIGNUP_CONFIG: meta().shop.app.configId,
}))

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The list of connections, and Meta's window opened from it in the same tab. */
function counterOf(page: Page) {
  const linking = page.getByRole('dialog', { name: 'Conectar um número oficial' })
  return {
    linking,
    row: (name: string) => page.getByRole('row').filter({ hasText: name }),
    async open(use: 'Só na API' | 'Na API e no app do celular') {
      await page.getByRole('button', { name: 'Nova conexão' }).first().click()
      await page.getByRole('menuitem', { name: 'WhatsApp oficial (API da Meta)' }).click()
      await linking.getByRole('radio', { name: use, exact: true }).click()
    },
    async goToMeta() {
      await linking.getByRole('button', { name: 'Continuar na Meta' }).click()
      await expect(page.getByRole('heading', { name: 'Continue with Guichê' })).toBeVisible()
    },
  }
}

async function expectAccessibleInBoth(page: Page) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page)
  }
}

test('A company signs its numbers up in Meta’s window, and serves a customer there', async ({ browser, page }) => {
  const { graph, shop, tell } = meta()
  await tell(server())
  const company = await createCompany(server(), 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const attendant = await company.attendant('Ana Souza', [queue])
  await logIn(page, server(), await company.attendant('Bia Dona', [], { profile: 'admin' }))
  await page.goto(`${server().url}/connections`)
  const { linking, row, open, goToMeta } = counterOf(page)
  const access = page.getByRole('dialog', { name: /^Acesso de/ })

  await test.step('a window that is left, or fails, changes nothing and says so', async () => {
    await open('Só na API')
    await expectAccessibleInBoth(page)
    await goToMeta()
    await press(page, 'Leave')
    await expect(linking).toContainText('A janela da Meta foi fechada sem conectar um número')
    await expect(page).toHaveURL(/\/connections$/)
    await expectAccessibleInBoth(page)
    await linking.getByRole('button', { name: 'Começar de novo' }).click()
    await goToMeta()
    await press(page, 'Report an error')
    await expect(linking).toContainText('A janela da Meta foi fechada sem conectar um número')
    await page.keyboard.press('Escape')
  })

  await test.step('an account without a number is told apart', async () => {
    await open('Só na API')
    await goToMeta()
    await press(page, 'Finish without a number')
    await expect(linking).toContainText('A conta escolhida não tem nenhum número')
    await page.keyboard.press('Escape')
  })

  const before = new Set(shop.business.accounts)
  await test.step('a new number is found by the code alone, and registered with the PIN', async () => {
    await open('Só na API')
    await goToMeta()
    await page.getByLabel('Number').fill('5511955555555')
    await press(page, 'Finish')
    await expect(linking.getByRole('radio', { name: '+55 11 95555-5555' })).toBeChecked()
    await expect(page).toHaveURL(/\/connections$/)
    await expectAccessibleInBoth(page)
    await linking.getByLabel('Nome').fill('Vendas oficial')
    await linking.getByRole('button', { name: 'Conectar', exact: true }).click()
    await expect(linking.getByText('informe um PIN de 6 dígitos')).toBeVisible()
    await linking.getByLabel('PIN de 6 dígitos').fill('246810')
    await linking.getByRole('button', { name: 'Conectar', exact: true }).click()
    await expect(access).toContainText('Não tem data para terminar')
    await access.getByRole('button', { name: 'Fechar' }).first().click()
    await expect(row('Vendas oficial')).toContainText('+55 11 95555-5555 · API oficial')
    await expect(row('Vendas oficial')).toContainText('Conectada')
  })

  await test.step('a number that stays on the phone needs no PIN', async () => {
    await open('Na API e no app do celular')
    await goToMeta()
    await page.getByLabel('Number').fill('5511944444444')
    await press(page, 'Finish with the phone app')
    await expect(linking).toContainText('O número continua no app do celular')
    await expect(linking.getByLabel('PIN de 6 dígitos')).toHaveCount(0)
    await linking.getByLabel('Nome').fill('Balcão oficial')
    await linking.getByRole('button', { name: 'Conectar', exact: true }).click()
    await expect(access).toContainText('também está no WhatsApp Business de um celular')
    await expect(access.getByLabel('PIN de 6 dígitos')).toHaveCount(0)
    await access.getByRole('button', { name: 'Fechar' }).first().click()
    await expect(row('Balcão oficial')).toContainText('Conectada')
  })

  await test.step('a code that was used opens nothing again', async () => {
    const brought = page.waitForRequest((request) => request.url().includes('/connections?code='))
    await open('Só na API')
    await goToMeta()
    await page.getByLabel('Number').fill('5511933333333')
    await press(page, 'Finish')
    const { href } = new URL((await brought).url())
    await expect(linking.getByRole('radio', { name: '+55 11 93333-3333' })).toBeChecked()
    await page.goto(href)
    await expect(linking).toContainText('O login na Meta não vale mais')
    await page.keyboard.press('Escape')
  })

  await test.step('a number of another company is refused, without saying where it is', async () => {
    const other = await createCompany(server(), 'Outra casa')
    const { number, account, token } = shop
    const form = { name: 'Deles', phoneNumberId: number.id, accountId: account.id, token }
    await must(other.call('POST', '/whatsapp-official', form))
    await open('Só na API')
    await goToMeta()
    await page.getByLabel('Account').selectOption(shop.account.id)
    await press(page, 'Finish')
    await expect(linking).toContainText('Já conectado em outra empresa')
    await expect(linking).toContainText('Todos os números deste login já estão conectados em outra empresa')
    await expect(linking.getByRole('button', { name: 'Conectar', exact: true })).toHaveCount(0)
    await expectAccessibleInBoth(page)
    await page.keyboard.press('Escape')
    await expect(row('Deles')).toHaveCount(0)
  })

  const [number] = shop.business.accounts.filter((one) => !before.has(one)).flatMap(({ numbers }) => numbers)
  if (!number) throw new Error('there is no new number')
  const list = await must<{ id: number }[]>(company.call('GET', '/whatsapp'))
  for (const { id } of list) await must(company.call('PUT', `/whatsapp/${id}`, { queueIds: [queue.id] }))

  await test.step('a customer writes to the number, and is answered', async () => {
    const rita = graph.person('5531987654321', 'Rita Moura')
    const chat = rita.chat(number)
    const desk = await openDesk(browser, server(), attendant)
    await chat.text('Oi, vocês entregam?')
    await desk.accept('Rita Moura')
    await expect(desk.message('Oi, vocês entregam?')).toBeVisible()
    await desk.write('Sim, amanhã.')
    await rita.inbox.waitFor(({ text }) => text?.includes('Sim, amanhã.') ?? false)
    await chat.read()
    await desk.expectTick('Sim, amanhã.', 'Lida')
  })

  await test.step('a number whose app was removed is renewed by another login', async () => {
    await number.account.uninstall(shop.app)
    await row('Vendas oficial').getByRole('button', { name: 'Conectar de novo: Vendas oficial' }).click()
    await access.getByRole('button', { name: 'Renovar pelo login da Meta' }).click()
    await press(page, 'Continuar na Meta')
    await expect(page.getByRole('heading', { name: 'Continue with Guichê' })).toBeVisible()
    await page.getByLabel('Account').selectOption(number.account.id)
    await press(page, 'Finish')
    await expect(linking).toContainText('Já conectado como Vendas oficial')
    await press(page, 'Renovar o acesso')
    await access.getByRole('button', { name: 'Fechar' }).first().click()
    await expect(row('Vendas oficial')).toContainText('Conectada')
  })
})
