import { expect, test } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { createCompany } from './support/company.ts'
import { openDesk } from './support/desk.ts'
import { connectNumber, metaOfFile } from './support/meta.ts'
import { serverOfFile } from './support/server.ts'

const meta = metaOfFile()
const server = serverOfFile(() => meta().environment)

test('An attendant reads why a message waits and until when, and it leaves by itself', async ({ browser }) => {
  test.slow()
  const { graph, shop, tell } = meta()
  await tell(server())
  const company = await createCompany(server(), 'Casa Aurora')
  const queue = await company.queue('Vendas')
  await connectNumber(meta(), company, [queue])
  const rita = graph.person('5511987654321', 'Rita Moura')
  const { page, ...desk } = await openDesk(browser, server(), await company.attendant('Ana Souza', [queue]))
  await rita.chat(shop.number).text('Cadê o meu pedido?')
  await desk.accept('Rita Moura')
  const banner = page.getByRole('status').filter({ hasText: 'A rede pediu uma pausa à conexão Oficial até' })

  // The greeting, and the mark of what was read.
  const sends = `POST /v25.0/${shop.number.id}/messages`
  await expect.poll(() => graph.requests.filter((one) => one === sends).length).toBe(2)
  graph.faults.answer(400, {
    body: { error: { message: '(#80007) Rate limit', type: 'OAuthException', code: 80_007, fbtrace_id: 'A' } },
    headers: { 'Retry-After': '30' },
    // The message, and that it is being typed.
    times: 2,
    on: sends,
  })
  await desk.write('Já saiu, chega hoje.')
  await expect(banner).toBeVisible()
  await expect(banner).toContainText('O que você escrever fica guardado e sai sozinho depois.')
  await expectAccessibleInBothSchemes(page)
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(banner).toBeInViewport({ ratio: 1 })
  }

  await expect.poll(() => rita.inbox.messages.length, { timeout: 120_000 }).toBe(2)
  await expect(banner).toBeHidden({ timeout: 120_000 })
})
