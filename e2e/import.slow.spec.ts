import { expect, test } from '@playwright/test'
import { createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { serverOfFile } from './support/server.ts'
import { readCode, whatsAppOfFile } from './support/whatsapp.ts'

const whatsApp = whatsAppOfFile()
const server = serverOfFile(() => whatsApp().environment)

const day = 86_400_000
const perCustomer = 600

test('Old messages are imported with a phone, the progress is shown, and the button closes the imported tickets', async ({
  browser,
  page,
}) => {
  test.setTimeout(180_000)
  const company = await createCompany(server(), 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const attendant = await company.attendant('Ana Prado', [queue])
  const phone = whatsApp().phone('5511900000001', 'Casa Aurora', { businessName: 'Casa Aurora' })
  for (const [nth, name] of ['Rita Moura', 'Bia Nunes', 'Caio Reis', 'Davi Melo', 'Eva Luz'].entries()) {
    const customer = whatsApp().contact(`551198888777${nth}`, name)
    for (let at = 0; at < perCustomer; at++) {
      const by = at % 2 === 0 ? customer : phone
      const said = at === perCustomer - 1 ? `Até logo, ${name}` : `Mensagem ${at} de ${name}`
      phone.remember({ with: customer, by, text: said, at: new Date(Date.now() - day / 2 + at * 10_000) })
    }
  }
  const row = page.getByRole('row', { name: /Loja Centro/ })

  await test.step('the import is requested with the connection', async () => {
    await logIn(page, server(), company.admin)
    await page.goto(`${server().url}/connections`)
    await page.getByRole('button', { name: 'Nova conexão' }).first().click()
    await page.getByRole('menuitem', { name: 'WhatsApp', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Nome').fill('Loja Centro')
    await dialog.getByRole('combobox', { name: 'Filas' }).click()
    await page.getByRole('option', { name: 'Vendas' }).click()
    await dialog.getByLabel('Nome').click()
    await dialog.getByRole('switch', { name: 'Importar mensagens antigas' }).check({ force: true })
    await dialog.getByLabel('A partir de').fill('2020-01-01T10:00')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByText('Escolha uma data entre dois anos atrás e agora.')).toBeVisible()
    await dialog.getByLabel('A partir de').fill(localTime(new Date(Date.now() - day)))
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    const code = page.getByRole('img', { name: 'QR Code para vincular o celular' })
    await expect(code).toBeVisible()
    await phone.scan(await readCode(code))
    await expect(row).toContainText('Conectada')
  })

  await test.step('it is prepared, runs and ends, also after the page was loaded again', async () => {
    const card = page.getByRole('region', { name: 'Importando mensagens de Loja Centro' })
    await expect(row.getByRole('button', { name: 'Preparando importação' })).toBeDisabled()
    await expect(card).toContainText('Preparando')
    await page.reload()
    await expect(card).toContainText('Preparando')
    await expect(card.getByRole('status')).toContainText(/ de 3\.000/, { timeout: 90_000 })
    await expect(card).toContainText('Última mensagem importada')
    await expect(row.getByRole('button', { name: 'Encerrar tickets importados' })).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText('Importação de Loja Centro concluída: 3.000 mensagens.')).toBeVisible()
    await expect(card).toHaveCount(0)
  })

  await test.step('its tickets cause no notification and can be read', async () => {
    const ana = await openDesk(browser, server(), attendant)
    await ana.page.getByRole('tab', { name: /Aguardando/ }).click()
    const waiting = ana.page.getByRole('listitem').filter({ hasText: 'Até logo' })
    await expect(waiting).toHaveCount(5)
    await ana.accept('Rita Moura')
    await expect(ana.message('Até logo, Rita Moura')).toBeVisible()
  })

  await test.step('the button closes tickets without an attendant', async () => {
    await row.getByRole('button', { name: 'Encerrar tickets importados' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Encerrar' }).click()
    await expect(row.getByRole('button', { name: 'Encerrar tickets importados' })).toHaveCount(0)
  })
})

const localTime = (date: Date) =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
