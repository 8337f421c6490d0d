import { type Page, expect as expectSoon, test } from '@playwright/test'
import { demoOfFile } from './support/demo/demo-of-file.ts'
import { acceptIn, connectWithToken, makeTemplate, phoneOf, sendTemplate, write } from './support/demo/official.ts'
import { deskOn, logIn } from './support/desk.ts'

const { printed, url, login } = demoOfFile('official-demo', /Meta and customers\s+http:\S+/)

/** What passes is tried again after growing pauses. */
const expect = expectSoon.configure({ timeout: 90_000 })
test.setTimeout(500_000)

const name = 'Loja oficial'

test('Somebody plays what a shop runs into with Meta', async ({ browser, page }) => {
  const meta = await (await browser.newContext()).newPage()
  await meta.goto(printed(/Meta and customers\s+(http:\S+)/))
  await logIn(page, { url: url() }, login())
  const desk = deskOn(page)
  await connectWithToken(page, meta, { url: url(), name })
  const rita = phoneOf(meta, 'Rita Moura')
  await write(rita, 'Bom dia')
  const open = async (customer: string) => {
    await page.goto(`${url()}/tickets`)
    await desk.open(customer)
  }
  await page.goto(`${url()}/tickets`)
  await desk.tab('Aguardando').click()
  await acceptIn(page, desk.row('Rita Moura'))
  const press = (button: string) => meta.getByRole('button', { name: button, exact: true }).click()

  await test.step('what Meta decides stands in the history of the connection', async () => {
    await meta.getByLabel('Qualidade do número').selectOption('Baixa')
    await meta.getByLabel('Pessoas por dia').selectOption('10.000')
    await meta.getByLabel('O nome da loja foi recusado').check()
    await press('Avisar de spam')
    await expectInHistory(page, [
      'A qualidade do número está baixa',
      'Novo limite de pessoas',
      'A Meta recusou o nome de exibição',
      'A Meta apontou uma violação das regras',
    ])
    await meta.getByLabel('Qualidade do número').selectOption('Alta')
    await expectInHistory(page, ['A qualidade do número voltou ao normal'])
  })

  await test.step('a template is not delivered while the account cannot pay', async () => {
    const template = await makeTemplate(page, { url: url(), name: 'pedido_enviado' })
    await press('Aprovar pedido_enviado')
    await expect(template).toContainText('Aprovado')
    await meta.getByLabel('A conta não tem forma de pagamento').check()
    await open('Rita Moura')
    await sendTemplate(page, 'pedido_enviado')
    await expect(desk.message('seu pedido já saiu')).toContainText('Falta uma forma de pagamento')
    await meta.getByLabel('A conta não tem forma de pagamento').uncheck()
  })

  await test.step('the next send is refused, fails for a moment, or loses its answer', async () => {
    const refuse = async (what: RegExp) => {
      const select = meta.getByLabel('Do número oficial')
      await select.selectOption(await select.getByRole('option', { name: what }).innerText())
      await press('Recusar o próximo envio do número')
      await expect(meta.getByText(/^O próximo envio d/)).toContainText(what)
    }
    await refuse(/131051/)
    await desk.write('Recusada')
    await expect(desk.message('Recusada')).toContainText('O WhatsApp não aceita esse tipo de mensagem')
    for (const [what, text] of [
      [/131000/, 'Passa depois'],
      [/se perde/, 'Sem resposta'],
    ] as const) {
      await refuse(what)
      await desk.write(text)
      await expect(desk.message(text).getByRole('img', { name: 'Entregue' })).toBeVisible()
      await expect(rita.getByRole('log').getByText(text)).toHaveCount(1)
    }
  })
})

async function expectInHistory(page: Page, texts: readonly string[]): Promise<void> {
  await page.goto(`${url()}/connections`)
  const row = page.getByRole('row').filter({ hasText: name })
  await row.getByRole('button', { name: /Ver o que aconteceu/ }).click()
  const history = page.getByRole('dialog', { name: `O que aconteceu com ${name}` })
  for (const text of texts) await expect(history.getByRole('listitem').filter({ hasText: text }).first()).toBeVisible()
  await page.keyboard.press('Escape')
}
