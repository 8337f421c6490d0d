import { expect } from '@playwright/test'
import { logInByApi, must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { openDesk } from './support/desk.ts'
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

test('Messages stay on screen and new ones can be written while a refetch fails', async ({ browser, server }) => {
  const { ana, visitor } = await openTalk(browser, server, 'Bom dia')
  await ana.write('Bom dia, Rita')
  await expect(visitor.message('Bom dia, Rita')).toBeVisible()

  // The connection returns, but the missed events do not: everything has to be refetched, which fails.
  await ana.page.route(/\/(events|messages)\b/, (route) => route.abort())
  const failures: string[] = []
  ana.page.on('requestfailed', (request) => failures.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await ana.page.context().setOffline(true)
  await expect(ana.page.getByText(/sem rede|Sem conexão/)).toBeVisible()
  await ana.page.context().setOffline(false)
  await expect.poll(() => failures.filter((what) => what.startsWith('GET /messages/')).length).toBeGreaterThan(2)
  await ana.write('Ainda está aí?')
  await expect(ana.message('Bom dia, Rita')).toBeVisible()

  await ana.page.unroute(/\/(events|messages)\b/)
  await expect(visitor.message('Ainda está aí?')).toHaveCount(1)
  await ana.expectTick('Ainda está aí?', 'Lida')
})

test('A list that cannot be loaded says whether the server answered, and loads on retry', async ({
  browser,
  server,
}) => {
  const { ana } = await openTalk(browser, server, 'Bom dia')
  const { page } = ana
  const ticket = page.url()
  // The first event of the live connection would fetch the list again by itself.
  await page.routeWebSocket(/\/socket\.io\//, () => {})
  const failure = page.getByRole('main').getByRole('alert')
  const cases = [
    {
      address: `${server.url}/contacts`,
      call: /\/contacts\?/,
      loaded: page.getByRole('cell').getByText('Rita Moura'),
    },
    { address: ticket, call: /\/messages\/\d+\?/, loaded: ana.message('Bom dia') },
  ]

  for (const { address, call, loaded } of cases) {
    await page.route(call, (route) => route.abort())
    await page.goto(address)
    await expect(failure).toContainText('O servidor não respondeu.')
    await page.unroute(call)
    await failure.getByRole('button', { name: 'Tentar de novo' }).click()
    await expect(loaded).toBeVisible()

    await page.route(call, (route) => route.fulfill({ status: 500, json: { error: 'ERR_INTERNAL' } }))
    await page.reload()
    await expect(failure).toContainText('O servidor respondeu com um erro.')
    await expect(failure).not.toContainText('conexão')
    await page.unroute(call)
    await failure.getByRole('button', { name: 'Tentar de novo' }).click()
    await expect(loaded).toBeVisible()
  }
})

test('A lost and a deleted connection of the company are explained in the list and in the conversation', async ({
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  await company.webChat([queue])
  const { id: whatsappId } = await must<{ id: number }>(
    company.call('POST', '/whatsapp', { name: 'Loja', channel: 'whatsapp', queueIds: [queue.id] }),
  )
  const person = await company.attendant('Ana Prado', [queue])
  const contact = { name: 'Rita Moura', number: '5511987650100' }
  const { id: contactId } = await must<{ id: number }>(company.call('POST', '/contacts', contact))
  const ticket = { contactId, whatsappId, queueId: queue.id, userId: person.id, status: 'open' }
  await must(company.call('POST', '/tickets', ticket))
  const ana = await openDesk(browser, server, person)
  const field = ana.page.getByRole('textbox', { name: 'Mensagem' })

  await expect(ana.row('Rita Moura').getByRole('img', { name: 'Conexão Loja desconectada' })).toBeVisible()
  await ana.open('Rita Moura')
  await expect(ana.page.getByText('A conexão Loja está desconectada.')).toBeVisible()
  await expect(ana.page.getByText(/Quem pode reconectar: /)).toBeVisible()
  await expect(field).toBeVisible()

  const { page } = await openDesk(browser, server, company.admin)
  await page.goto(ana.page.url())
  await page.getByRole('link', { name: 'Ver conexões' }).click()
  await expect(page).toHaveURL(/\/connections/)
  const restart = page.getByRole('button', { name: 'Reiniciar conexões' })
  const asking = page.getByRole('dialog', { name: 'Reiniciar todas as conexões?' })
  await restart.click()
  await asking.getByRole('button', { name: 'Cancelar' }).click()
  await expect(asking).toHaveCount(0)
  await restart.click()
  await asking.getByRole('button', { name: 'Reiniciar' }).click()
  await expect(page.getByText('As conexões estão sendo reiniciadas.')).toBeVisible()

  // The admin's session in the browser ends here.
  const { call } = await logInByApi(server, company.admin)
  await must(call('DELETE', `/whatsapp/${whatsappId}`))
  await expect(ana.page.getByText('A conexão Loja foi excluída.')).toBeVisible()
  await expect(field).toHaveCount(0)
})
