import { expect, test } from '@playwright/test'
import { demoOfFile } from './support/demo/demo-of-file.ts'
import { deskOn, logIn } from './support/desk.ts'
import { linkDialogOf } from './support/whatsapp.ts'

const { printed, url, login } = demoOfFile('whatsapp-demo', /The phones\s+http:\S+/)

test("The demo's phone page reads the code, and its customer gets an answer", async ({ context, page }) => {
  const product = { url: url() }
  await logIn(page, product, login())
  await linkDialogOf(page, product, { name: 'WhatsApp da loja' })

  const phones = await context.newPage()
  await phones.goto(printed(/The phones\s+(http:\S+)/))
  await phones.getByRole('button', { name: 'Ler o código mostrado no Guichê' }).click()
  await expect(phones.getByText('Vinculado ao Guichê')).toBeVisible()
  await expect(page.getByRole('row', { name: 'WhatsApp da loja' })).toContainText('Conectada')

  const rita = phones.getByRole('region', { name: 'Celular de Rita Moura' })
  await rita.getByRole('textbox').fill('Vocês entregam hoje?')
  await rita.getByRole('button', { name: 'Enviar', exact: true }).click()
  await page.goto(`${product.url}/tickets`)
  const desk = deskOn(page)
  await desk.tab('Aguardando').click()
  await desk.row('Rita Moura').getByRole('button', { name: 'Aceitar' }).click()
  await expect(page.getByText('Vocês entregam hoje?').last()).toBeVisible()
})
