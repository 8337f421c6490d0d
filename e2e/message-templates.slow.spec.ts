import { expect, test } from '@playwright/test'
import { samples } from '../apps/server/test/files.ts'
import { expectAccessible } from './support/accessible.ts'
import { letTimePass } from './support/clock.ts'
import { createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { connectNumber, metaOfFile } from './support/meta.ts'
import { serverOfFile } from './support/server.ts'

const meta = metaOfFile()
const server = serverOfFile(() => meta().environment)

test('A template is made, rejected, mended, approved and sent after the window', async ({ browser, page }) => {
  const { graph, shop, tell } = meta()
  await tell(server())
  const company = await createCompany(server(), 'Casa Aurora')
  const queue = await company.queue('Vendas')
  await logIn(page, server(), await company.attendant('Bia Dona', [], { profile: 'admin' }))
  const dialog = page.getByRole('dialog')
  const row = page.getByRole('row').filter({ hasText: 'pedido_enviado' })

  await test.step('without an official number the screen says where templates come from', async () => {
    await page.goto(`${server().url}/message-templates`)
    await expect(page.getByText('Conecte um em Conexões')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Criar modelo' })).toBeDisabled()
    await page.getByRole('main').getByRole('link', { name: 'Ver conexões' }).click()
    await expect(page).toHaveURL(/\/connections$/)
    await page.goBack()
  })

  await connectNumber(meta(), company, [queue])

  await test.step('the form says what is wrong, and shows what customers will see', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Criar modelo' }).first().click()
    await dialog.getByLabel('Nome', { exact: false }).first().fill('Pedido Enviado')
    await dialog.getByRole('textbox', { name: 'Texto', exact: true }).fill('{{nome}}, seu pedido saiu.')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByText('Só letras minúsculas sem acento, números e _', { exact: true })).toBeVisible()
    await expect(dialog.getByText('Uma variável não pode ficar no começo nem no fim')).toBeVisible()
    await dialog.getByLabel('Nome', { exact: false }).first().fill('pedido_enviado')
    await dialog
      .getByRole('textbox', { name: 'Texto', exact: true })
      .fill('Olá {{nome}}, seu pedido {{pedido}} saiu para entrega.')
    await dialog.getByRole('textbox', { name: 'Rodapé' }).fill('Casa Aurora')
    await dialog.getByRole('button', { name: 'Adicionar botão' }).click()
    await dialog.getByRole('textbox', { name: 'Texto do botão 1' }).fill('Falar com atendente')
    await dialog.getByLabel('Exemplo de {{nome}}').fill('Ana')
    await dialog.getByLabel('Exemplo de {{pedido}}').fill('1029')
    const preview = dialog.getByRole('figure', { name: 'Como o cliente vê' })
    await expect(preview).toContainText('Olá Ana, seu pedido 1029 saiu para entrega.')
    await expect(preview).toContainText('Falar com atendente')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(row).toContainText('Em análise')
  })

  await test.step('it is rejected with a reason, mended and approved, and the screen follows', async () => {
    await shop.account.template('pedido_enviado').reject('INVALID_FORMAT')
    await expect(row).toContainText('Rejeitado')
    await expect(row).toContainText('Formato inválido')
    await row.click()
    await dialog
      .getByRole('textbox', { name: 'Texto', exact: true })
      .fill('Olá {{nome}}, o seu pedido {{pedido}} saiu para entrega hoje.')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    // It counts as not reviewed from before Meta has the change.
    await expect(dialog).toBeHidden()
    await expect(row).toContainText('Em análise')
    await shop.account.template('pedido_enviado').approve()
    await expect(row).toContainText('Aprovado')
    await expectAccessible(page)
  })

  await test.step('a pause is shown, and can be ended', async () => {
    await shop.account.template('pedido_enviado').pause()
    await expect(row).toContainText('Pausado')
    await row.getByRole('button', { name: 'Encerrar pausa' }).click()
    await expect(row).toContainText('Aprovado')
  })

  const desk = await openDesk(browser, server(), await company.attendant('Ana Souza', [queue]))
  const rita = graph.person('5511987654321', 'Rita Moura')
  await rita.chat(shop.number).text('Cadê o meu pedido?')
  await desk.accept('Rita Moura')

  await test.step('while the window is open the composer offers the template too', async () => {
    const picker = desk.page.getByRole('dialog')
    await desk.page.getByRole('button', { name: 'Enviar modelo' }).click()
    // On a page that begins with a ticket, the product's styles win over those of the library.
    await expect(picker.getByRole('heading', { name: 'Enviar um modelo aprovado' })).toHaveCSS('font-weight', '600')
    await expect(picker.getByRole('button', { name: /pedido_enviado/ })).toContainText('pt_BR · Utilidade')
    await expectAccessible(desk.page)
    await desk.page.keyboard.press('Escape')
  })

  await test.step('after it the composer is the choice of templates, and a missing value stops one', async () => {
    await letTimePass(server(), company, 25 * 60)
    await desk.page.reload()
    await desk.page.getByRole('button', { name: /pedido_enviado/ }).click()
    const picker = desk.page.getByRole('form', { name: 'pedido_enviado' })
    await picker.getByLabel('{{nome}}').fill('Rita')
    await picker.getByRole('button', { name: 'Enviar', exact: true }).click()
    await expect(picker.getByText('Obrigatório')).toBeVisible()
    await picker.getByLabel('{{pedido}}').fill('77')
    await expectAccessible(desk.page)
    await picker.getByRole('button', { name: 'Enviar', exact: true }).click()
    await expect(picker).toBeHidden()
    const sent = desk.message('Olá Rita, o seu pedido 77 saiu para entrega hoje.')
    await expect(sent).toBeVisible()
    await expect(sent.getByRole('group', { name: 'Botões da mensagem' })).toContainText('Falar com atendente')
    await expectAccessible(desk.page)
    await expect
      .poll(() => rita.inbox.messages.map(({ text }) => text))
      .toContain('Olá Rita, o seu pedido 77 saiu para entrega hoje.')
  })

  await test.step('a schedule on this number sends the template instead of a text', async () => {
    await page.goto(`${server().url}/schedules?view=list`)
    await page.getByRole('button', { name: 'Novo agendamento' }).first().click()
    const form = page.getByRole('dialog', { name: 'Novo agendamento' })
    await form.getByRole('textbox', { name: 'Contato' }).fill('Rita')
    await page.getByRole('option', { name: /Rita Moura/ }).click()
    await form.getByRole('combobox', { name: 'Conexão' }).click()
    await page.getByRole('option', { name: 'Oficial' }).click()
    await form.getByRole('button', { name: 'Usar modelo' }).click()
    await page.getByRole('button', { name: /pedido_enviado/ }).click()
    const picker = page.getByRole('dialog', { name: 'pedido_enviado' })
    await picker.getByLabel('{{nome}}').fill('{{firstName}}')
    await picker.getByLabel('{{pedido}}').fill('78')
    await expectAccessible(page)
    await picker.getByRole('button', { name: 'Usar modelo' }).click()
    await expect(form.getByRole('textbox', { name: 'Mensagem' })).toHaveValue(/Olá {{firstName}}, o seu pedido 78/)
    await expect(form.getByRole('textbox', { name: 'Mensagem' })).not.toBeEditable()
    await form.getByLabel('Data').fill('10/03/2031')
    await form.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByRole('row', { name: /Rita Moura/ })).toContainText('o seu pedido 78')
  })
})

test('A template that was made elsewhere gets its file here, and is looked at as customers see it', async ({
  page,
}) => {
  const { shop, tell } = meta()
  await tell(server())
  const picture = { name: 'promo.png', mimeType: 'image/png', buffer: await samples.png() }
  const connected = async (name: string, display: string) => {
    const company = await createCompany(server(), name)
    await connectNumber(meta(), company, [], { number: shop.account.number(display) })
    return company.attendant('Bia Dona', [], { profile: 'admin' })
  }
  const dialog = page.getByRole('dialog')
  const row = page.getByRole('row').filter({ hasText: 'oferta_da_semana' })

  await test.step('one company makes it, with a picture in its header', async () => {
    await logIn(page, server(), await connected('Casa Norte', '551140040001'))
    await page.goto(`${server().url}/message-templates`)
    await page.getByRole('button', { name: 'Criar modelo' }).first().click()
    await dialog.getByLabel('Nome', { exact: false }).first().fill('oferta_da_semana')
    await dialog.getByRole('combobox', { name: 'Cabeçalho' }).click()
    await page.getByRole('option', { name: 'Imagem' }).click()
    const { promise: isLetOn, resolve: letOn } = Promise.withResolvers<void>()
    await page.route('**/message-templates/files', async (route) => {
      await isLetOn
      await route.continue()
    })
    await dialog.locator('input[type=file]').setInputFiles(picture)
    await dialog.getByRole('textbox', { name: 'Texto', exact: true }).fill('Tudo pela metade até domingo.')
    // A click would be lost while the picture is on its way.
    await expect(dialog.getByRole('button', { name: 'Salvar' })).toBeDisabled()
    letOn()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(row).toContainText('Em análise')
    await shop.account.template('oferta_da_semana').approve()
    await expect(row).toContainText('Aprovado')
  })

  await test.step('the other company of the account chooses its own picture, without a review', async () => {
    await page.context().clearCookies()
    await logIn(page, server(), await connected('Casa Sul', '551140040002'))
    await page.goto(`${server().url}/message-templates`)
    await expect(row).toContainText('Falta o arquivo do cabeçalho')
    await expectAccessible(page)
    const chosen = page.waitForEvent('filechooser')
    await row.getByRole('button', { name: 'Escolher arquivo de oferta_da_semana' }).click()
    await (await chosen).setFiles(picture)
    await expect(page.getByText('Arquivo guardado: ele vai em cada mensagem.')).toBeVisible()
    await expect(row).not.toContainText('Falta o arquivo')
    await expect(row).toContainText('Aprovado')
    await row.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Como o cliente vê' }).click()
    await expect(dialog.getByRole('img', { name: 'Imagem' })).toBeVisible()
    await expect(dialog).toContainText('Tudo pela metade até domingo.')
    await expectAccessible(page)
  })
})
