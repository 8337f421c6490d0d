import { expect, test } from '@playwright/test'
import { createCompany } from './support/company.ts'
import { logIn } from './support/desk.ts'
import { connectNumber, metaOfFile } from './support/meta.ts'
import { must } from './support/call.ts'
import { serverOfFile } from './support/server.ts'

const meta = metaOfFile()
const server = serverOfFile(() => meta().environment)

test('Official numbers and their notices fit into every width', async ({ page }) => {
  const { graph, shop, tell } = meta()
  await tell(server())
  const company = await createCompany(server(), 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const both = graph.business('Loja Centro').account().link(shop.app)
  const number = both.number('551133335555', 'Loja Centro', { isOnPhoneApp: true })
  const gone = graph.business('Filial').account().link(shop.app)
  const id = await connectNumber(meta(), company, [queue], { number })
  await must(company.call('PUT', `/whatsapp/${id}`, { name: 'Loja do Centro', queueIds: [queue.id] }))
  const lost = await connectNumber(meta(), company, [queue], { number: gone.number('551133336666') })
  await must(company.call('PUT', `/whatsapp/${lost}`, { name: 'Filial', queueIds: [queue.id] }))
  await logIn(page, server(), await company.attendant('Bia Dona', [], { profile: 'admin' }))
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${server().url}/connections`)
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await number.rate('RED')
  await gone.uninstall(shop.app)
  await expect(row('Loja do Centro')).toContainText('Pausado: qualidade baixa')
  await expect(row('Loja do Centro')).toContainText('· API oficial · também no celular')
  await expect(row('Filial')).toContainText('conecte de novo')

  await test.step('the table fits beside the open menu, and at 1024 px', async () => {
    await page.getByRole('button', { name: 'Abrir menu' }).click()
    for (const name of ['Loja do Centro', 'Filial'])
      await expect(row(name).getByRole('button', { name: 'Mais ações' })).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'Recolher menu' }).click()
    await page.setViewportSize({ width: 1024, height: 768 })
    for (const name of ['Loja do Centro', 'Filial'])
      await expect(row(name).getByRole('button', { name: 'Mais ações' })).toBeInViewport({ ratio: 1 })
  })

  await test.step('a notice keeps its height, with its way out', async () => {
    const release = page.getByRole('button', { name: 'Liberar os envios' })
    for (const [width, height] of [
      [1024, 500],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect(release).toBeInViewport({ ratio: 1 })
    }
  })

  await test.step('on cards the text of a template is below its title, and the way out of a pause is whole', async () => {
    const draft = {
      whatsappId: id,
      language: 'pt_BR',
      category: 'utility',
      body: 'Sua visita foi marcada para amanhã.',
    }
    await must(company.call('POST', '/message-templates', { ...draft, name: 'visita' }))
    await both.template('visita').approve()
    await both.template('visita').pause()
    await page.goto(`${server().url}/message-templates`)
    const card = page.getByRole('listitem').filter({ hasText: 'visita' })
    const unpause = card.getByRole('button', { name: 'Encerrar pausa' })
    await expect(unpause).toBeInViewport({ ratio: 1 })
    const title = await card.getByText('Texto', { exact: true }).boundingBox()
    const text = await card.getByText('Sua visita').boundingBox()
    expect(text?.x).toBe(title?.x)
  })
})
