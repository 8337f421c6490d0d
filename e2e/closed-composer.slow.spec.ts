import { expect, test } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothSchemes } from './support/accessible.ts'
import { must } from './support/call.ts'
import { letTimePass } from './support/clock.ts'
import { type Company, createCompany } from './support/company.ts'
import { openDesk } from './support/desk.ts'
import { connectNumber, metaOfFile, newNumber } from './support/meta.ts'
import { serverOfFile } from './support/server.ts'

const meta = metaOfFile()
const server = serverOfFile(() => meta().environment)

const bodies: Record<string, string> = {
  pedido_enviado: 'Olá {{nome}}, o seu pedido {{pedido}} saiu para entrega hoje e chega até as dezoito horas.',
  visita_marcada: 'A sua visita foi marcada para amanhã.',
  boleto_vence: 'O seu boleto vence amanhã.',
  troca_aceita: 'A sua troca foi aceita.',
  retirada_pronta: 'O seu pedido pode ser retirado.',
  nota_fiscal: 'A nota fiscal do seu pedido foi emitida.',
  garantia: 'A garantia do seu sofá foi registrada.',
}

/** Number, templates and a ticket whose customer wrote more than a day ago. */
async function closedTicket(name: string, display: string) {
  await meta().tell(server())
  const company = await createCompany(server(), name)
  const queue = await company.queue('Vendas')
  const number = newNumber(meta(), display)
  const whatsappId = await connectNumber(meta(), company, [queue], { number })
  const rita = meta().graph.person('5511987654321', 'Rita Moura')
  const chat = rita.chat(number)
  return {
    company,
    queue,
    number,
    whatsappId,
    rita,
    chat,
    approve: async (template: string) => {
      const body = bodies[template] ?? ''
      const examples = body.includes('{{') ? { 'body:nome': 'Ana', 'body:pedido': '1029' } : {}
      const draft = { whatsappId, name: template, language: 'pt_BR', category: 'utility', body, examples }
      await must(company.call('POST', '/message-templates', draft))
      await number.account.template(template).approve()
    },
  }
}

const closeWindow = (company: Company) => letTimePass(server(), company, 25 * 60)

test('The closed composer is the choice of templates, keeps what was written, and opens by itself', async ({
  browser,
}) => {
  const { company, queue, rita, chat, approve } = await closedTicket('Casa Aurora', '551140050001')
  for (const template of Object.keys(bodies)) await approve(template)
  const { page, ...desk } = await openDesk(browser, server(), await company.attendant('Ana Souza', [queue]))
  await page.setViewportSize({ width: 1440, height: 900 })
  await chat.text('Cadê o meu pedido?')
  await desk.accept('Rita Moura')
  const field = page.getByRole('textbox', { name: 'Mensagem' })
  const note = page.getByRole('textbox', { name: 'Nota privada' })
  const search = page.getByRole('textbox', { name: 'Buscar modelos' })
  const choices = page.getByRole('group', { name: 'Modelos aprovados' }).getByRole('button')
  const answer = page.getByRole('tab', { name: 'Responder' })
  await desk.write('Vou ver.')
  await field.fill('O motorista disse que')

  await test.step('it stands there in place of the field', async () => {
    await closeWindow(company)
    await page.reload()
    await expect(page.getByRole('status').filter({ hasText: 'só um modelo aprovado' })).toBeVisible()
    await expect(answer).toHaveAttribute('aria-selected', 'true')
    await expect(choices).toHaveCount(7)
    await expect(choices.filter({ hasText: 'visita_marcada' })).toContainText('pt_BR · Utilidade')
    await expect(field).toHaveCount(0)
  })

  await test.step('it leaves room for the conversation in every width', async () => {
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect(search).toBeInViewport({ ratio: 1 })
      await expect(desk.message('Vou ver.')).toBeInViewport({ ratio: 1 })
      await expectAccessibleInBothSchemes(page)
      await search.focus()
      await expect(desk.message('Vou ver.')).toBeInViewport({ ratio: 1 })
      await page.getByRole('log').focus()
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('a note is another text', async () => {
    await page.keyboard.press('Alt+p')
    await expect(note).toBeFocused()
    await expect(note).toHaveValue('')
    await note.fill('Ligar para o motorista')
    await answer.click()
    await expect(search).toBeVisible()
    await page.getByRole('tab', { name: 'Nota privada' }).click()
    await expect(note).toHaveValue('Ligar para o motorista')
    await page.reload()
    await note.press('Enter')
    await expect(desk.message('Ligar para o motorista')).toBeVisible()
    await answer.click()
  })

  await test.step('files and quick replies are for the field, and say so', async () => {
    await page.getByRole('log').click()
    await page.keyboard.press('/')
    await expect(page.getByText('Escolha um modelo, ou escreva uma nota privada')).toBeVisible()
  })

  await test.step('one is found, chosen, filled in and sent by the keyboard alone', async () => {
    await search.focus()
    await page.keyboard.press('ArrowDown')
    await expect(choices.first()).toBeFocused()
    // A letter goes on with the search, and is no shortcut.
    await page.keyboard.type('enviado')
    await expect(search).toHaveValue('enviado')
    await expect(choices).toHaveText([/pedido_enviado/])
    await page.keyboard.press('Enter')
    const picked = page.getByRole('form', { name: 'pedido_enviado' })
    await expect(picked.getByLabel('{{nome}}')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(search).toBeFocused()
    await page.keyboard.type('pedido_')
    await page.keyboard.press('Enter')
    await expect(picked.getByLabel('{{nome}}')).toBeFocused()
    await page.keyboard.type('Rita')
    await page.keyboard.press('Enter')
    await expect(picked.getByText('Obrigatório')).toBeVisible()
    await picked.getByLabel('{{pedido}}').fill('77')
    await expect(picked.getByRole('figure', { name: 'Como o cliente vê' })).toContainText('Olá Rita, o seu pedido 77')
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect(picked.getByRole('button', { name: 'Enviar', exact: true })).toBeInViewport({ ratio: 1 })
    }
    await expectAccessibleInBothSchemes(page)
    await page.keyboard.press('Enter')
    await expect(desk.message('Olá Rita, o seu pedido 77')).toBeInViewport({ ratio: 1 })
    await rita.inbox.waitFor(({ text }) => text.includes('Olá Rita, o seu pedido 77'))
    await expect(search).toBeFocused()
  })

  await test.step('it opens by itself when the customer writes, with what was begun', async () => {
    await chat.text('Obrigada! A que horas?')
    await expect(field).toHaveValue('O motorista disse que')
    await field.press('Enter')
    await rita.inbox.waitFor(({ text }) => text.includes('O motorista disse que'))
  })
})

test('A closed composer without templates says where they come from, and one that failed is tried again', async ({
  browser,
}) => {
  const { company, queue, chat, approve } = await closedTicket('Casa Brisa', '551140050002')
  const admin = await company.attendant('Bia Dona', [queue], { profile: 'admin' })
  const { page, ...desk } = await openDesk(browser, server(), admin)
  await chat.text('Oi')
  await desk.accept('Rita Moura')
  await closeWindow(company)

  await test.step('none is approved', async () => {
    await page.reload()
    await expect(page.getByText('Esta conexão ainda não tem modelos aprovados.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Criar modelos' }).click()
    await expect(page).toHaveURL(/\/message-templates$/)
    await page.goBack()
  })

  await test.step('the list could not be read', async () => {
    await approve('visita_marcada')
    await page.route(/\/tickets\/\d+\/message-templates/, (route) => route.abort())
    await page.reload()
    const failure = page.getByRole('alert').filter({ hasText: 'Sem conexão com o servidor' })
    await expect(failure).toBeVisible({ timeout: 30_000 })
    await expectAccessibleInBothSchemes(page)
    await page.unroute(/\/tickets\/\d+\/message-templates/)
    await failure.getByRole('button', { name: 'Tentar de novo' }).click()
    await page.getByRole('button', { name: /visita_marcada/ }).click()
    await expect(page.getByRole('button', { name: 'Enviar', exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(desk.message('A sua visita foi marcada para amanhã.')).toBeVisible()
  })
})

test('Beside a closed window an attendant reads that a missing payment stops templates, until the number is tested', async ({
  browser,
}) => {
  const { company, queue, number, whatsappId, rita, chat, approve } = await closedTicket('Casa Clara', '551140050003')
  await approve('visita_marcada')
  await approve('troca_aceita')
  const { page, ...desk } = await openDesk(browser, server(), await company.attendant('Ana Souza', [queue]))
  await chat.text('Oi')
  await desk.accept('Rita Moura')
  await desk.write('Bom dia!')
  await rita.inbox.waitFor(({ text }) => text.includes('Bom dia!'))
  await closeWindow(company)
  await page.reload()
  const choices = page.getByRole('group', { name: 'Modelos aprovados' }).getByRole('button')
  const banner = page.getByRole('status').filter({ hasText: 'Modelos parados na conexão Oficial até' })

  async function sendTemplate(name: string) {
    await choices.filter({ hasText: name }).click()
    await page.getByRole('form', { name }).getByRole('button', { name: 'Enviar', exact: true }).click()
  }

  const missing = page.getByText('Não enviada: Falta uma forma de pagamento')

  await test.step('one fails with its reason, and a notice says that others fail too', async () => {
    await expect(choices).toHaveCount(2)
    await expect(banner).toHaveCount(0)
    number.account.canPay = false
    await sendTemplate('visita_marcada')
    await expect(missing).toHaveCount(1)
    await expect(banner).toContainText('falta uma forma de pagamento na Meta. Até lá os modelos não são enviados.')
    await expectAccessibleInBothSchemes(page)
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(banner).toBeInViewport({ ratio: 1 })
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await sendTemplate('troca_aceita')
    await expect(missing).toHaveCount(2)
  })

  await test.step('once the number can pay, a test lifts it, and the failed one is sent again', async () => {
    number.account.canPay = true
    await must(company.call('POST', `/whatsapp-official/${whatsappId}/test`))
    await expect(banner).toHaveCount(0)
    await page.getByRole('button', { name: 'Tentar de novo' }).last().click()
    await rita.inbox.waitFor(({ text }) => text.includes('A sua troca foi aceita.'))
    await expect(missing).toHaveCount(1)
  })
})
