import { type Page, expect, test } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { askForCode, copiedCode, makeDue, payByEfi, pixOfFile } from './support/billing.ts'
import { inDays, written } from './support/clock.ts'
import { createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { serverOfFile } from './support/server.ts'

const pix = pixOfFile()
const server = serverOfFile(() => pix().environment)

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

async function openSettings(page: Page): Promise<void> {
  await logIn(page, server(), server().operator)
  await page.goto(`${server().url}/settings`)
  await page.getByRole('tab', { name: 'Pagamentos' }).click()
}

const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Configuração de pagamentos salva.').first()).toBeVisible()
}

async function testConnection(page: Page, sentence: string): Promise<void> {
  await page.getByRole('button', { name: 'Testar conexão' }).click()
  await expect(page.getByText(sentence)).toBeVisible()
}

test('The operator sets up Efí, and the test says in a sentence what is wrong', async ({ page }) => {
  const { efi } = pix().server
  await openSettings(page)
  await expectAccessibleInBothSchemes(page)

  await test.step('with a secret that is wrong', async () => {
    await page.getByText('Efí', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Client ID' }).fill(efi.account.clientId)
    await page.getByLabel('Client Secret', { exact: true }).fill('Client_Secret_wrong')
    await page.getByRole('textbox', { name: 'Chave Pix' }).fill(efi.account.pixKey)
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Escolher arquivo' }).click()
    await (await choosing).setFiles({ name: 'efi.p12', mimeType: 'application/x-pkcs12', buffer: efi.p12 })
    await expect(page.getByText('efi.p12')).toBeVisible()
    await save(page)
    await expect(page.getByText('Há um certificado guardado')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Client Secret' })).toHaveValue('••••rong')
    await testConnection(page, 'O provedor recusou as credenciais.')
  })

  await test.step('with the right one', async () => {
    await page.getByRole('button', { name: 'Trocar: Client Secret' }).click()
    await page.getByLabel('Client Secret', { exact: true }).fill(efi.account.clientSecret)
    await expect(page.getByText('Salve antes de testar.')).toBeVisible()
    await save(page)
    await testConnection(page, 'Tudo certo')
    await expect(page.getByRole('textbox', { name: 'Endereço do webhook' })).toHaveValue(
      `${server().url}/subscription/webhook/efi`,
    )
    expect(efi.webhookUrl).toContain(`${server().url}/subscription/webhook/efi`)
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('with a provider that is down, or shows a certificate that nobody trusts', async () => {
    await efi.side.stop()
    await testConnection(page, 'O provedor não pôde ser alcançado.')
    await efi.side.start()
    await testConnection(page, 'Tudo certo')
  })

  await test.step('what is not saved is asked about before it is left', async () => {
    await page.getByRole('textbox', { name: 'Dias de tolerância' }).fill('31')
    await page.getByRole('tab', { name: 'Opções' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Continuar editando' }).click()
    await expect(page.getByRole('textbox', { name: 'Dias de tolerância' })).toBeVisible()
  })
})

test('An admin does not see how the platform is paid', async ({ page }) => {
  const company = await createCompany(server(), 'Casa Aurora')
  await logIn(page, server(), company.admin)
  await page.goto(`${server().url}/settings`)
  await expect(page.getByRole('heading', { name: 'Configurações' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Pagamentos' })).toHaveCount(0)
  await page.goto(`${server().url}/payment-reviews`)
  await expect(page.getByText('Esta empresa não possui permissão para acessar essa página!').first()).toBeVisible()
  await expect(page).toHaveURL(/\/(tickets)?$/)
})

test('In the days of grace everything works, and admins are told when that ends', async ({ browser, page }) => {
  const company = await createCompany(server(), 'Casa Aurora', { amount: '99.90' })
  await makeDue(server(), company, inDays(-1))
  await openSettings(page)
  const days = page.getByRole('textbox', { name: 'Dias de tolerância' })
  await days.fill('3')
  await save(page)

  const { page: admin } = await openDesk(browser, server(), company.admin)
  await expect(admin.getByRole('region', { name: 'Assinatura' })).toContainText(
    `Sua assinatura venceu em ${written(inDays(-1))}. Sem o pagamento, o acesso é bloqueado em 2 dias.`,
  )
  await expectAccessibleInBothSchemes(admin)

  await days.fill('0')
  await save(page)
  await admin.reload()
  await expect(admin).toHaveURL(/\/financeiro-aberto$/)
})

test('A surplus waits for the operator, who refunds it and says what was done', async ({ browser, page }) => {
  await payByEfi(server(), pix().server)
  const company = await createCompany(server(), 'Padaria Lua', { amount: '99.90' })
  const invoiceId = await makeDue(server(), company, inDays(3))
  const { page: admin } = await openDesk(browser, server(), company.admin)
  await admin.goto(`${server().url}/financeiro`)
  await admin.getByRole('button', { name: `Pagar a fatura nº ${invoiceId}` }).click()
  await askForCode(admin)
  pix().server.bank.payAmount(await copiedCode(admin), 10_990)
  await expect(admin.getByText(/Sua licença foi renovada até/).first()).toBeVisible()

  await logIn(page, server(), server().operator)
  await page.goto(`${server().url}/payment-reviews`)
  const waiting = row(page, company.name)
  await expect(waiting).toContainText('Chegaram R$ 10,00 além dos R$ 99,90 da fatura. A licença foi renovada.')
  await expect(waiting).toContainText('Estorne a diferença')
  await expectAccessibleInBothSchemes(page)

  await test.step('gives a part of the difference back, after a question', async () => {
    await waiting.getByRole('button', { name: `Faturas e lançamentos de ${company.name}` }).click()
    const ledger = page.getByRole('dialog', { name: `Faturas e lançamentos: ${company.name}` })
    await expect(ledger.getByRole('row').filter({ hasText: 'Pix' })).toContainText('R$ 109,90')
    await expectAccessibleInBothSchemes(page)
    await ledger.getByRole('button', { name: 'Estornar R$ 109,90' }).click()
    const refund = page.getByRole('dialog', { name: 'Estornar pagamento' })
    await refund.getByRole('button', { name: 'Estornar' }).click()
    await expect(refund.getByText('Obrigatório')).toBeVisible()
    await refund.getByRole('textbox', { name: 'Valor' }).fill('120')
    await refund.getByRole('textbox', { name: 'Motivo' }).fill('Pago a mais')
    await refund.getByRole('button', { name: 'Estornar' }).click()
    await page.getByRole('button', { name: 'Estornar R$ 120,00' }).click()
    await expect(refund.getByText('É mais do que restou deste pagamento.')).toBeVisible()

    await refund.getByRole('textbox', { name: 'Valor' }).fill('4')
    await refund.getByRole('button', { name: 'Estornar' }).click()
    await page.getByRole('button', { name: 'Estornar R$ 4,00' }).click()
    await expect(ledger.getByRole('row').filter({ hasText: 'Estorno' })).toContainText('-R$ 4,00')
    await expect(ledger.getByRole('row').filter({ hasText: 'Estorno' })).toContainText('Pago a mais')
    expect(
      pix()
        .server.books()
        .refunds.map(({ amountCents }) => amountCents),
    ).toContain(400)
    await ledger.getByRole('button', { name: 'Fechar' }).first().click()
  })

  await test.step('says what becomes of the rest', async () => {
    await expect(waiting).toContainText('Chegaram R$ 6,00 além dos R$ 99,90 da fatura.')
    await waiting.getByRole('button', { name: /^Concluir:/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'O que foi feito' }).fill('O resto fica de crédito')
    await dialog.getByRole('button', { name: 'Concluir' }).click()
    await expect(waiting).toContainText('Conferido')
    await expect(waiting).toContainText('O resto fica de crédito')
  })
})

test('Too little renews nothing until the operator records the rest', async ({ browser, page }) => {
  await payByEfi(server(), pix().server)
  const company = await createCompany(server(), 'Padaria Lua', { amount: '99.90' })
  const invoiceId = await makeDue(server(), company, inDays(3))
  const { page: admin } = await openDesk(browser, server(), company.admin)
  await admin.goto(`${server().url}/financeiro`)
  await admin.getByRole('button', { name: `Pagar a fatura nº ${invoiceId}` }).click()
  await askForCode(admin)
  await logIn(page, server(), server().operator)
  await page.goto(`${server().url}/payment-reviews`)
  await expect(page.getByRole('heading', { name: 'Pagamentos a conferir' })).toBeVisible()
  const waiting = row(page, company.name)
  await expect(waiting).toHaveCount(0)

  pix().server.bank.payAmount(await copiedCode(admin), 5_000)
  await expect(waiting, 'the open list hears of the payment').toContainText('Chegaram R$ 50,00 de R$ 99,90.')
  await waiting.getByRole('button', { name: `Faturas e lançamentos de ${company.name}` }).click()
  const ledger = page.getByRole('dialog', { name: `Faturas e lançamentos: ${company.name}` })
  await ledger.getByRole('button', { name: `Registrar pagamento da fatura nº ${invoiceId}` }).click()
  const record = page.getByRole('dialog', { name: 'Registrar pagamento ou crédito' })
  await expect(record.getByRole('textbox', { name: 'Valor' })).toHaveValue('49,90')
  await record.getByText('Crédito', { exact: true }).click()
  await record.getByRole('textbox', { name: 'Motivo' }).fill('Cortesia')
  await record.getByRole('button', { name: 'Registrar' }).click()

  await expect(ledger.getByRole('row').filter({ hasText: 'Crédito' })).toContainText('R$ 49,90')
  await expect(
    ledger
      .getByRole('row')
      .filter({ hasText: `Fatura nº ${invoiceId}` })
      .first(),
  ).toContainText('Pago')
  await expect(
    ledger.getByRole('button', { name: `Registrar pagamento da fatura nº ${invoiceId}` }),
    'nothing more is recorded for an invoice that is paid',
  ).toHaveCount(0)
  await expect(admin.getByText(/Sua licença foi renovada até/).first()).toBeVisible()
  await expect(waiting).toContainText('Conferido')
})

test('A new invoice, and what is recorded for it, appear in the open windows of its company and of the operator', async ({
  browser,
  page,
}) => {
  const company = await createCompany(server(), 'Padaria Lua', { amount: '99.90', dueDate: inDays(90) })
  const { page: admin } = await openDesk(browser, server(), company.admin)
  await admin.goto(`${server().url}/financeiro`)
  await expect(admin.getByRole('heading', { name: 'Nenhuma fatura ainda' })).toBeVisible()

  await logIn(page, server(), server().operator)
  await page.goto(`${server().url}/companies`)
  await page.getByRole('searchbox').fill(company.name)
  await page.getByRole('button', { name: `Mais ações de ${company.name}` }).click()
  await page.getByRole('menuitem', { name: 'Faturas e lançamentos' }).click()
  const ledger = page.getByRole('dialog', { name: `Faturas e lançamentos: ${company.name}` })
  await expect(ledger.getByText('Esta empresa ainda não tem faturas.')).toBeVisible()
  await expectAccessibleInBothSchemes(page)

  await test.step('the operator sets a due date that is near, in another tab', async () => {
    const tab = await page.context().newPage()
    await tab.goto(`${server().url}/companies`)
    await tab.getByRole('searchbox').fill(company.name)
    await tab.getByRole('button', { name: `Editar ${company.name}` }).click()
    await tab
      .getByRole('dialog')
      .getByRole('textbox', { name: 'Vencimento' })
      .fill(written(inDays(10)))
    await tab.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
    await expect(tab.getByRole('dialog')).toHaveCount(0)
    await tab.close()
  })
  await expect(row(admin, written(inDays(10)))).toContainText('Em Aberto')
  await expect(ledger.getByRole('row').filter({ hasText: written(inDays(10)) })).toContainText('R$ 99,90')

  await ledger.getByRole('button', { name: /^Registrar pagamento da fatura/ }).click()
  const record = page.getByRole('dialog', { name: 'Registrar pagamento ou crédito' })
  await record.getByRole('textbox', { name: 'Motivo' }).fill('Transferência de hoje')
  await record.getByRole('button', { name: 'Registrar' }).click()
  await expect(row(admin, written(inDays(10)))).toContainText('Pago')
  await expect(ledger.getByRole('row').filter({ hasText: 'Transferência de hoje' })).toContainText('R$ 99,90')
  await expect(ledger.getByRole('button', { name: /^Registrar pagamento da fatura/ })).toHaveCount(0)
})
