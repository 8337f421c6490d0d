import { type Locator, type Page, expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { createCompany } from './support/company.ts'
import { logIn } from './support/desk.ts'
import { test } from './support/shared-server.ts'

async function openQueue(page: Page, url: string, name: string): Promise<Locator> {
  await page.goto(`${url}/queues`)
  await page.getByRole('button', { name: `Editar ${name}` }).click()
  return page.getByRole('dialog', { name: 'Editar fila' })
}

async function say(dialog: Locator, text: string) {
  const field = dialog.getByRole('textbox', { name: 'Responder como o cliente' })
  await field.fill(text)
  await field.press('Enter')
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the simulator is a tab of the dialog', async ({ page, server }) => {
    const company = await createCompany(server, 'Casa Aurora')
    const [sales, support] = [await company.queue('Vendas'), await company.queue('Suporte')]
    await company.webChat([sales, support], { greetingMessage: 'Olá!' })
    await logIn(page, server, company.admin)
    const dialog = await openQueue(page, server.url, 'Vendas')
    await dialog.getByRole('tab', { name: 'Simulador' }).click()
    await say(dialog, 'Oi')
    await dialog.getByRole('log', { name: 'Conversa simulada' }).getByRole('button', { name: 'Suporte' }).click()
    await expect(dialog.getByText('Aguarda uma pessoa · Suporte')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })
})
