import { expect, test } from '@playwright/test'
import { createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { serverOfFile } from './support/server.ts'
import { linkDialogOf, readCode, whatsAppOfFile } from './support/whatsapp.ts'

const whatsApp = whatsAppOfFile()
const server = serverOfFile(() => whatsApp().environment)

test('A phone is paired with the code on the page, and its customer gets an answer', async ({ browser, page }) => {
  const company = await createCompany(server(), 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const attendant = await company.attendant('Ana Prado', [queue])
  const phone = whatsApp().phone('5511900000001', 'Casa Aurora', { businessName: 'Casa Aurora' })
  const rita = whatsApp().contact('5511988887777', 'Rita Moura')

  await test.step('the code is shown, scanned and hidden', async () => {
    await logIn(page, server(), company.admin)
    await linkDialogOf(page, server(), { name: 'Loja Centro', queues: ['Vendas'] })
    const code = page.getByRole('img', { name: 'QR Code para vincular o celular' })
    await expect(page.getByRole('dialog', { name: 'Utilize o WhatsApp no seu atendimento' })).toBeVisible()
    await expect(code).toBeVisible()
    await phone.scan(await readCode(code))
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('row', { name: /Loja Centro/ })).toContainText('Conectada')
    await expect(page.getByRole('row', { name: /Loja Centro/ })).toContainText('+55 11 90000-0001')
  })

  await test.step('the customer’s message waits in the queue, and the answer reaches their phone', async () => {
    const ana = await openDesk(browser, server(), attendant)
    await rita.chat(phone).text('Vocês abrem no sábado?')
    await ana.accept('Rita Moura')
    await expect(ana.message('Vocês abrem no sábado?')).toBeVisible()
    await ana.write('Abrimos às nove')
    await rita.waitForMessage(({ text }) => text?.includes('Abrimos às nove') === true)
    await ana.expectTick('Abrimos às nove', 'Entregue')
    await rita.read()
    await ana.expectTick('Abrimos às nove', 'Lida')
  })

  await test.step('an unlinked phone is shown as unlinked and can be linked again', async () => {
    await phone.linkedDevice.unlink()
    const row = page.getByRole('row', { name: /Loja Centro/ })
    await expect(row).toContainText('Desconectada')
    await row.getByRole('button', { name: 'Novo QR Code' }).click()
    const code = page.getByRole('img', { name: 'QR Code para vincular o celular' })
    await phone.scan(await readCode(code))
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(row).toContainText('Conectada')
  })
})
