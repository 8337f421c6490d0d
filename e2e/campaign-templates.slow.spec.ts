import { type Page, expect, test } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { logIn } from './support/desk.ts'
import { metaOfFile } from './support/meta.ts'
import { serverOfFile } from './support/server.ts'

const meta = metaOfFile()
const server = serverOfFile(() => meta().environment)

test('A campaign sends two templates to ten people, tells what they cost, and waits while one is paused', async ({
  page,
}) => {
  test.slow()
  const { graph, shop, tell } = meta()
  await tell(server())
  const company = await createCompany(server(), 'Casa Aurora')
  const { call } = company
  const queue = await company.queue('Vendas')
  const connection = await must<{ id: number }>(
    call('POST', '/whatsapp-official', {
      name: 'Vendas oficial',
      phoneNumberId: shop.number.id,
      accountId: shop.account.id,
      token: shop.token,
    }),
  )
  await must(call('PUT', `/whatsapp/${connection.id}`, { queueIds: [queue.id] }))
  const made = async (name: string, body: string, examples: object) => {
    const template = await must<{ id: number }>(
      call('POST', '/message-templates', {
        whatsappId: connection.id,
        name,
        language: 'pt_BR',
        category: 'marketing',
        body,
        examples,
      }),
    )
    await shop.account.template(name).approve()
    return template
  }
  await made('ofertas_de_maio', 'Olá {{nome}}, a loja de {{cidade}} tem ofertas para você.', {
    'body:nome': 'Ana',
    'body:cidade': 'Recife',
  })
  await made('novidades', 'Oi {{nome}}, chegaram novidades na loja de {{cidade}} nesta semana.', {
    'body:nome': 'Ana',
    'body:cidade': 'Recife',
  })
  const people = Array.from({ length: 10 }, (_, nth) => graph.person(`551198888777${nth}`, `Cliente ${nth}`))
  const list = await must<{ id: number }>(call('POST', '/contact-lists', { name: 'Clientes de maio' }))
  for (const [nth, { name, number }] of people.entries()) {
    const variables = nth === 9 ? [] : [{ key: 'cidade', value: 'Olinda' }]
    await must(call('POST', '/contact-list-items', { name, number, contactListId: list.id, variables }))
  }
  const [out] = people
  await out?.chat(shop.number).text('Oi')
  await out?.chat(shop.number).changeMarketing('stop')
  await must(
    call('POST', '/campaign-settings', {
      settings: { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 },
    }),
  )
  const campaign = await must<{ id: number }>(
    call('POST', '/campaigns', { name: 'Maio', whatsappId: connection.id, contactListId: list.id }),
  )
  await logIn(page, server(), await company.attendant('Bia Dona', [], { profile: 'admin' }))
  const dialog = page.getByRole('dialog', { name: 'Editar campanha' })

  await test.step('an admin fills in the price table', async () => {
    await page.goto(`${server().url}/campaigns-config`)
    const prices = page.getByRole('group', { name: 'Preço por mensagem' })
    await prices.getByLabel('Começo do número').fill('55')
    await prices.getByRole('textbox', { name: 'Preço', exact: true }).fill('0,35')
    await prices.getByRole('button', { name: 'Adicionar preço' }).click()
    await expect(prices).toContainText('Marketing · +55')
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('button', { name: 'Salvar' }).first().click()
    await expect(page.getByText('Configurações salvas')).toBeVisible()
  })

  await test.step('each message of an official connection is a template with its values', async () => {
    await page.goto(`${server().url}/campaigns`)
    await page.getByRole('button', { name: 'Editar Maio' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Mensagem 1' })).toHaveCount(0)
    await choose(page, 1, 'ofertas_de_maio')
    await dialog.getByRole('tab', { name: 'Msg. 2' }).click()
    await choose(page, 2, 'novidades')
    await expect(dialog.getByText('{cidade}: 1 pessoa não tem')).toBeVisible()
    await expect(dialog).toContainText('Quem não tem a variável fica de fora')
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('the preview shows the templates as somebody gets them, and what they cost', async () => {
    await dialog.getByRole('button', { name: 'Antes de enviar' }).click()
    const panel = dialog.getByRole('region', { name: 'Antes de enviar' })
    await expect(panel).toContainText('Pediu para não receber campanhas')
    await expect(panel.getByRole('figure', { name: 'Como o cliente vê' }).first()).toContainText(
      'Olá Cliente, a loja de Olinda tem ofertas',
    )
    // 9 × 0.35
    await expect(panel).toContainText('R$ 3,15')
    await expectAccessibleInBothSchemes(page)
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Campanha salva com sucesso.')).toBeVisible()
  })

  await test.step('everybody else gets one of them, and the report says what Meta has billed', async () => {
    await must(call('PUT', `/campaigns/${campaign.id}`, { scheduledAt: new Date().toISOString() }))
    const got = () => people.map(({ inbox }) => inbox.messages.filter(({ type }) => type === 'template').length)
    await expect.poll(got).toEqual([0, 1, 1, 1, 1, 1, 1, 1, 1, 0])
    await page.goto(`${server().url}/campaign/${campaign.id}/report`)
    const cost = page.getByRole('region', { name: 'Custo' })
    await expect(cost).toContainText('8 cobradas')
    await expect(cost).toContainText('R$ 2,80')
    await expect(page.getByRole('main')).toContainText('Falta um valor do modelo para a pessoa')
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('a template that Meta pauses holds the campaign, which goes on when the pause ends', async () => {
    const stored = await must<object>(call('GET', `/campaigns/${campaign.id}`))
    await must(
      call('POST', '/campaign-settings', {
        settings: { messageInterval: 5, longerIntervalAfter: 0, greaterInterval: 0, weeklyCap: 9 },
      }),
    )
    const second = await must<{ id: number }>(
      call('POST', '/campaigns', {
        name: 'Segunda',
        whatsappId: connection.id,
        contactListId: list.id,
        template1: Object.getOwnPropertyDescriptor(stored, 'template1')?.value,
        scheduledAt: new Date().toISOString(),
      }),
    )
    const got = () => people.reduce((sum, { inbox }) => sum + inbox.messages.length, 0)
    await expect.poll(got).toBeGreaterThan(8)
    await shop.account.template('ofertas_de_maio').pause()
    await page.goto(`${server().url}/campaign/${second.id}/report`)
    const notice = page.getByRole('status').filter({ hasText: 'Modelo não pode ser enviado' })
    await expect(notice).toContainText('escolha outro modelo', { timeout: 30_000 })
    await expectAccessibleInBothSchemes(page)
    await must(
      call('POST', '/campaign-settings', {
        settings: { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 },
      }),
    )
    await page.goto(`${server().url}/message-templates`)
    await page
      .getByRole('row')
      .filter({ hasText: 'ofertas_de_maio' })
      .getByRole('button', { name: 'Encerrar pausa' })
      .click()
    await expect.poll(got, { timeout: 60_000 }).toBe(16)
  })

  await test.step('the guard of the number shows what Meta allows and whom templates have reached', async () => {
    await page.goto(`${server().url}/connections`)
    await page.getByRole('button', { name: 'Proteção do número Vendas oficial' }).click()
    const guard = page.getByRole('dialog')
    await expect(guard).toContainText('Nível na Meta: TIER_250')
    await expect(guard).toContainText('8 de 250')
    await expectAccessibleInBothSchemes(page)
    await shop.number.rate('RED')
    await expect(guard).toContainText('Pausado: qualidade baixa')
    await shop.number.rate('GREEN')
    await expect(guard.getByText('Pausado: qualidade baixa')).toHaveCount(0)
  })
})

/** Chooses the template of a variant, with the values of its variables. */
async function choose(page: Page, nth: number, name: string): Promise<void> {
  await page.getByRole('button', { name: `Usar modelo: Mensagem ${nth}` }).click()
  const picker = page.getByRole('dialog').last()
  await picker.getByRole('button', { name: new RegExp(name) }).click()
  const filling = page.getByRole('dialog', { name })
  await expect(filling).toContainText('variáveis das mensagens, como {nome}')
  await filling.getByLabel('{{nome}}').fill('{primeironome}')
  await filling.getByLabel('{{cidade}}').fill('{cidade}')
  await filling.getByRole('button', { name: 'Usar modelo' }).click()
  await expect(page.getByRole('figure', { name: 'Como o cliente vê' })).toContainText('{primeironome}')
}
