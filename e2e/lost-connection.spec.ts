import { expect } from '@playwright/test'
import { test } from './support/shared-server.ts'
import { openTalk } from './support/talk.ts'

test('An attendant and a visitor catch up automatically after a lost connection', async ({ browser, server }) => {
  const { ana, visitor } = await openTalk(browser, server, 'Bom dia')
  await ana.write('Bom dia, Rita')
  await expect(visitor.message('Bom dia, Rita')).toBeVisible()
  const isSameDocument = async () => [
    await ana.page.evaluate('globalThis.isSameDocument'),
    await visitor.page.evaluate('globalThis.isSameDocument'),
  ]
  for (const { page } of [ana, visitor]) await page.evaluate('globalThis.isSameDocument = true')

  await test.step('the attendant’s', async () => {
    await ana.page.context().setOffline(true)
    await visitor.write('Tem em azul?')
    await visitor.write('E em verde?')
    await ana.write('Só um momento')
    await expect(ana.page.getByText(/sem rede|Sem conexão/)).toBeVisible()
    await expect(ana.message('Só um momento').getByRole('img', { name: 'Enviando' })).toBeVisible()
    await expect(ana.message('E em verde?')).toHaveCount(0)

    await ana.page.context().setOffline(false)
    await expect(ana.message('Tem em azul?')).toBeVisible()
    await expect(ana.message('E em verde?')).toBeVisible()
    await expect(ana.page.getByText(/sem rede|Sem conexão/)).toHaveCount(0)
    await expect(visitor.message('Só um momento')).toHaveCount(1)
    await ana.expectTick('Só um momento', 'Lida')
    await visitor.expectTick('E em verde?', 'Lida')
  })

  await test.step('the visitor’s', async () => {
    await visitor.page.context().setOffline(true)
    await ana.write('Temos os dois')
    await visitor.write('Vocês entregam?')
    await expect(visitor.page.getByText('Sem conexão. Tentando de novo…')).toBeVisible()
    await expect(visitor.message('Temos os dois')).toHaveCount(0)

    await visitor.page.context().setOffline(false)
    await expect(visitor.message('Temos os dois')).toBeVisible()
    await expect(ana.message('Vocês entregam?')).toBeVisible()
    await expect(visitor.page.getByText('Sem conexão. Tentando de novo…')).toHaveCount(0)
    await ana.expectTick('Temos os dois', 'Lida')
  })

  await ana.write('Entregamos')
  await expect(visitor.message('Entregamos')).toHaveCount(1)
  expect(await isSameDocument()).toEqual([true, true])
})
