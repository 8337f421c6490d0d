import { type Page, expect, test } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { createCompany } from './support/company.ts'
import { deskOn, logIn } from './support/desk.ts'
import { metaOfFile } from './support/meta.ts'
import { serverOfFile } from './support/server.ts'
import { linkByPage, whatsAppOfFile } from './support/whatsapp.ts'

const whatsApp = whatsAppOfFile()
const meta = metaOfFile()
const server = serverOfFile(() => ({
  ...whatsApp().environment,
  ...meta().environment,
  GUICHE_META_SIGNUP_CONFIG: meta().shop.app.configId,
}))
test.setTimeout(360_000)

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The dialog that moves a connection, opened from its row. */
async function moveDialogOf(page: Page, name: string) {
  await page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Mudar para a API oficial' }).click()
  return page.getByRole('dialog', { name: `Mudar ${name} para a API oficial` })
}

/** What the page of Meta, or any other window, may post to ours, as its script would. */
const forged = (ids: object) => ({ type: 'WA_EMBEDDED_SIGNUP', event: 'FINISH', data: ids })

test('A paired number becomes official by a login at Meta, alone or beside its phone', async ({ page }) => {
  const { graph, shop, tell } = meta()
  await tell(server())
  const company = await createCompany(server(), 'Casa Aurora')
  const bia = await company.attendant('Bia Dona', [await company.queue('Balcão')], { profile: 'admin' })
  const phone = whatsApp().phone('5511999990001', 'Casa Aurora', { businessName: 'Casa Aurora' })
  const other = whatsApp().phone('5511999990002', 'Casa Aurora', { businessName: 'Casa Aurora' })
  const rita = whatsApp().contact('5511988887777', 'Rita Moura')
  await logIn(page, server(), bia)
  await linkByPage(page, server(), phone, { name: 'Vendas', queues: ['Balcão'] })
  await linkByPage(page, server(), other, { name: 'Recepção' })
  const desk = deskOn(page)
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  const choosing = page.getByRole('dialog', { name: 'Conectar um número oficial' })
  const access = page.getByRole('dialog', { name: /^Acesso de/ })

  await test.step('what a window posts, or an address says, moves nothing', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
    const moving = await moveDialogOf(page, 'Vendas')
    const ids = { phone_number_id: shop.number.id, waba_id: shop.account.id, business_id: shop.business.id }
    const message = JSON.stringify(forged(ids))
    await page.evaluate(`postMessage(${message}, '*'); postMessage(${JSON.stringify(message)}, '*')`)
    await expect(moving).toBeVisible()
    await page.keyboard.press('Escape')
    expect(asked.filter((one) => one.startsWith('POST') && one.includes('official'))).toEqual([])
    await page.goto(`${server().url}/connections?code=inventado&state=number.eyJjb21wYW55SWQiOjF9.assinatura`)
    await expect(choosing).toContainText('O login na Meta não vale mais')
    await page.keyboard.press('Escape')
    await expect(row('Vendas')).not.toContainText('· API oficial')
    expect(phone.linkedDevices).toHaveLength(1)
  })

  await test.step('the dialog says what changes, and offers the login or a token', async () => {
    const moving = await moveDialogOf(page, 'Vendas')
    await expect(moving.getByRole('region', { name: 'O que termina' })).toContainText('Escrever em grupos')
    await expect(moving.getByLabel('ID do número de telefone')).toHaveCount(0)
    await expectAccessibleInBothSchemes(page)
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const overflow = () => moving.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      await expect.poll(overflow).toBeLessThanOrEqual(0)
    }
    await page.setViewportSize({ width: 1280, height: 720 })
    await moving.getByText('Com um token').click()
    await expect(moving.getByLabel('ID do número de telefone')).toBeVisible()
    await moving.getByText('Entrar com a Meta').click()
    await press(page, 'Continuar na Meta')
  })

  await test.step('the number that the login has opened is known as paired here, and needs its PIN', async () => {
    await expect(page.getByRole('heading', { name: 'Continue with Guichê' })).toBeVisible()
    await page.getByLabel('Number').fill(phone.number)
    await press(page, 'Finish')
    await expect(choosing.getByRole('radio', { name: '+55 11 99999-0001' })).toBeChecked()
    await expect(choosing.getByRole('radiogroup')).toContainText('Este número já está conectado aqui pelo celular')
    await expect(choosing.getByLabel('Nome')).toHaveCount(0)
    await expectAccessibleInBothSchemes(page)
    await press(page, 'Mudar para a API oficial')
    await expect(choosing.getByText('informe um PIN de 6 dígitos')).toBeVisible()
    expect(phone.linkedDevices).toHaveLength(1)
    await choosing.getByLabel('PIN de 6 dígitos').fill('246810')
    await press(page, 'Mudar para a API oficial')
    await access.getByRole('button', { name: 'Fechar' }).first().click()
    await expect(row('Vendas')).toContainText('· API oficial')
    await expect(row('Vendas')).toContainText('Conectada')
    await expect.poll(() => phone.linkedDevices).toEqual([])
  })

  await test.step('one that stays on its phone is not registered, and needs no PIN', async () => {
    const moving = await moveDialogOf(page, 'Recepção')
    await moving.getByRole('radio', { name: 'Na API e no app do celular', exact: true }).click()
    await press(page, 'Continuar na Meta')
    await page.getByLabel('Number').fill(other.number)
    await press(page, 'Finish with the phone app')
    await expect(choosing.getByRole('radio', { name: '+55 11 99999-0002' })).toBeChecked()
    await expect(choosing.getByLabel('PIN de 6 dígitos')).toHaveCount(0)
    await press(page, 'Mudar para a API oficial')
    await access.getByRole('button', { name: 'Fechar' }).first().click()
    await expect(row('Recepção')).toContainText('· API oficial')
    await expect(row('Recepção')).toContainText('Conectada')
    await expect.poll(() => other.linkedDevices).toEqual([])
  })

  await test.step('customers are served there, in the same queue', async () => {
    const number = shop.business.accounts
      .flatMap(({ numbers }) => numbers)
      .find(({ display }) => display === phone.number)
    if (!number) throw new Error('Meta does not know the number')
    const chat = graph.person(rita.number, 'Rita Moura').chat(number)
    await chat.text('Vocês abrem hoje?')
    await page.goto(`${server().url}/tickets`)
    await desk.accept('Rita Moura')
    await desk.write('Abrimos às nove')
    await expect.poll(() => [...number.messages.values()].filter(({ direction }) => direction === 'out').length).toBe(1)
  })
})
