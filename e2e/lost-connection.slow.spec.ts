import { expect } from '@playwright/test'
import { logInByApi, must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openTalk } from './support/talk.ts'

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
