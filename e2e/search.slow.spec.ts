import { type Browser, type Page, expect } from '@playwright/test'
import { must } from './support/call.ts'
import { type Company, createCompany } from './support/company.ts'
import { type Desk, deskOn, logIn } from './support/desk.ts'
import type { Server } from './support/server.ts'
import { test } from './support/shared-server.ts'
import { type Chat, openChat } from './support/visitor.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

interface House {
  company: Company
  ana: Desk
  rita: Chat
  ticketId: number
  /** Writes this many messages, so that earlier ones are no longer loaded. */
  talkOn: (count: number) => Promise<void>
}

const sought = 'Perdi a segunda via do boleto da Conceição'

/** Ana serves Rita, who begins with the message that is sought. */
async function house(browser: Browser, server: Server, page: Page): Promise<House> {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const rita = await openChat(browser, server, await company.webChat([queue]), 'Rita Moura')
  await rita.write(sought)
  await logIn(page, server, await company.attendant('Ana Prado', [queue]))
  const ana = deskOn(page)
  await ana.accept('Rita Moura')
  await expect(ana.message(sought)).toBeVisible()
  const { tickets } = await must<{ tickets: { id: number }[] }>(
    company.call('GET', '/tickets?status=open&showAll=true'),
  )
  const ticketId = tickets[0]?.id ?? 0
  const talkOn = async (count: number) => {
    for (let index = 0; index < count; index += 1)
      await must(company.call('POST', `/messages/${ticketId}`, { body: `Linha ${index}` }))
    await expect(ana.message(`Linha ${count - 1}`)).toBeVisible()
  }
  return { company, ana, rita, ticketId, talkOn }
}

const field = (page: Page) => page.getByRole('searchbox', { name: 'Buscar tickets' })
const panel = (page: Page) => page.getByRole('region', { name: 'Conversas' })
const kind = (page: Page, name: string) => panel(page).getByRole('tab', { name })

test('A word finds the ticket, whose row shows the message with the word and opens at it', async ({
  browser,
  server,
  page,
}) => {
  const { ana, talkOn } = await house(browser, server, page)
  await talkOn(60)
  await page.reload()
  await expect(ana.message('Linha 59')).toBeVisible()
  await expect(ana.message(sought)).toHaveCount(0)

  await field(page).fill('CONCEICAO boleto')
  const row = ana.row('Rita Moura')
  await expect(row).toContainText('segunda via do boleto da Conceição')
  await expect(row).not.toContainText('Linha 59')
  await expect(row.locator('mark')).toHaveText(['boleto', 'Conceição'])
  await row.getByRole('link').click()
  await expect(ana.message(sought)).toBeInViewport()
  await expect(page).toHaveURL(/\/tickets\/[\w-]+\?(?!.*message)/)

  await test.step('and again, after the reader has gone elsewhere', async () => {
    await page.getByRole('button', { name: /^Ir para a última mensagem/ }).click()
    await expect(ana.message('Linha 59')).toBeInViewport()
    await row.getByRole('link').click()
    await expect(ana.message(sought)).toBeInViewport()
  })

  await test.step('also by its address in another window', async () => {
    const href = await row.getByRole('link').getAttribute('href')
    expect(href).toMatch(/message=\d+$/)
    await page.goto(new URL(href ?? '', server.url).href)
    await expect(ana.message(sought)).toBeInViewport()
  })
})

test('A ticket is found by its number, and an emptied search returns to the open tickets', async ({
  browser,
  server,
  page,
}) => {
  const { ana, ticketId } = await house(browser, server, page)
  for (const text of [`#${ticketId}`, `${ticketId}`]) {
    await page.getByRole('button', { name: 'Encerrados' }).click()
    await expect(panel(page).getByRole('tab', { name: 'Atendendo' })).toHaveCount(0)
    await field(page).fill(text)
    await expect(ana.row('Rita Moura')).toBeVisible()
    await panel(page).getByRole('button', { name: 'Limpar busca' }).click()
    await expect(ana.tab('Atendendo')).toHaveAttribute('aria-selected', 'true')
    await expect(ana.row('Rita Moura')).toBeVisible()
  }
})

test('Messages, notes, files and contacts are found, each under its tab', async ({ browser, server, page }) => {
  const { company, ana, ticketId } = await house(browser, server, page)
  await ana.writeNote('Conferir o orçamento com o Ivo')
  await must(company.call('POST', '/ticket-notes', { note: 'Prefere orçamento por escrito', ticketId }))
  await ana.sendPicture('orcamento_2026.png', 'Segue a lista')
  await must(company.call('POST', '/contacts', { name: 'Orçamentos & Cia', number: '5511955550101' }))

  await field(page).fill('orçamento')
  await expect(kind(page, 'Notas')).toContainText('2')

  await test.step('notes', async () => {
    await kind(page, 'Notas').click()
    const results = panel(page).getByRole('listitem')
    await expect(results).toHaveCount(2)
    await expect(results.nth(0).getByRole('img', { name: 'Observação' })).toBeVisible()
    await expect(results.nth(1)).toContainText('Ana Prado: Conferir o orçamento')
    await expect(results.nth(1).getByRole('img', { name: 'Nota privada' })).toBeVisible()
    await results.nth(1).getByRole('link').click()
    await expect(ana.message('Conferir o orçamento')).toBeInViewport()
    await results.nth(0).getByRole('link').click()
    await expect(page.getByText('Prefere orçamento por escrito').last()).toBeVisible()
    await expect(page.getByRole('complementary')).toBeVisible()
  })

  await test.step('files', async () => {
    await kind(page, 'Arquivos').click()
    await expect(panel(page).getByRole('listitem')).toHaveCount(1)
    await expect(panel(page).getByRole('listitem').locator('mark')).toHaveText('orcamento')
    await panel(page).getByRole('listitem').getByRole('link').click()
    await expect(ana.message('Segue a lista')).toBeInViewport()
  })

  await test.step('contacts, which begin a ticket', async () => {
    await kind(page, 'Contatos').click()
    await panel(page)
      .getByRole('button', { name: /Orçamentos & Cia/ })
      .click()
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Contato' })).toHaveValue(/Orçamentos & Cia/)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('nothing', async () => {
    await field(page).fill('ornitorrinco')
    await expect(panel(page).getByText('Nenhum contato com “ornitorrinco”.')).toBeVisible()
    await kind(page, 'Mensagens').click()
    await expect(panel(page).getByText('Nenhuma mensagem com “ornitorrinco”.')).toBeVisible()
  })
})

test('A search that fails says so and can be tried again', async ({ browser, server, page }) => {
  await house(browser, server, page)
  await page.route(/\/search\?/, (route) => route.fulfill({ status: 503, json: { error: 'ERR_BUSY' } }))
  await field(page).fill('boleto')
  await kind(page, 'Mensagens').click()
  await expect(panel(page).getByRole('alert')).toContainText('Não foi possível buscar')
  await page.unroute(/\/search\?/)
  await panel(page).getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(panel(page).getByRole('listitem')).toHaveCount(1)
})

test('Ctrl F searches in the conversation, through its whole history', async ({ browser, server, page }) => {
  const { ana, rita, talkOn } = await house(browser, server, page)
  const { keyboard } = page
  await talkOn(60)
  await rita.write('E o boleto, já saiu?')
  await page.reload()
  await expect(ana.message('já saiu')).toBeVisible()
  await expect(ana.message(sought)).toHaveCount(0)
  const message = page.getByRole('textbox', { name: 'Mensagem' })
  const bar = page.getByRole('search')
  await message.focus()

  await test.step('begins at the newest hit, with its words marked', async () => {
    await keyboard.press('Control+f')
    await expect(bar.getByRole('searchbox')).toBeFocused()
    await keyboard.type('bo')
    await expect(bar.getByRole('status')).toHaveText('Digite 3 letras')
    await keyboard.type('leto')
    await expect(bar.getByRole('status')).toHaveText('1 de 2')
    await expect(ana.message('já saiu').locator('mark')).toHaveText('boleto')
  })

  await test.step('goes to the hit before, which was not loaded, and on to the newest again', async () => {
    await keyboard.press('Enter')
    await expect(bar.getByRole('status')).toHaveText('2 de 2')
    await expect(ana.message(sought)).toBeInViewport()
    await expect(ana.message(sought).locator('mark')).toHaveText('boleto')
    await bar.getByRole('button', { name: 'Resultado anterior' }).click()
    await expect(bar.getByRole('status')).toHaveText('1 de 2')
    await expect(ana.message('já saiu')).toBeInViewport()
    await bar.getByRole('button', { name: 'Próximo resultado' }).click()
    await expect(ana.message(sought)).toBeInViewport()
  })

  await test.step('counts what comes in meanwhile', async () => {
    await rita.write('Achei o boleto!')
    await expect(bar.getByRole('status')).toHaveText('3 de 3')
  })

  await test.step('opens from the head of the conversation too', async () => {
    await bar.getByRole('button', { name: 'Fechar a busca' }).click()
    await expect(bar).toHaveCount(0)
    await page.getByRole('button', { name: 'Buscar na conversa (Ctrl F)' }).click()
    await expect(bar.getByRole('searchbox')).toBeFocused()
  })

  await test.step('says when there is nothing', async () => {
    await bar.getByRole('searchbox').fill('ornitorrinco')
    await expect(bar.getByRole('status')).toHaveText('Nada encontrado')
    await expect(bar.getByRole('button', { name: 'Resultado anterior' })).toBeDisabled()
  })

  await test.step('closes with Escape and gives the focus back', async () => {
    await bar.getByRole('searchbox').focus()
    await keyboard.press('Escape')
    await expect(bar).toHaveCount(0)
    await message.focus()
    await keyboard.press('Control+f')
    await expect(bar.getByRole('searchbox')).toBeFocused()
    await keyboard.press('Escape')
    await expect(message).toBeFocused()
    await expect(ana.conversation.locator('mark')).toHaveCount(0)
  })
})

test('The palette opens a conversation at the message', async ({ browser, server, page }) => {
  const { ana, talkOn } = await house(browser, server, page)
  await talkOn(60)
  await page.goto(`${server.url}/contacts`)
  await expect(page.getByRole('heading', { name: 'Contatos' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.type('segunda via')
  const result = page.getByRole('group', { name: 'Mensagens' }).getByRole('option')
  await expect(result).toContainText(sought)
  await result.click()
  await expect(ana.message(sought)).toBeInViewport()
})
