import { randomUUID } from 'node:crypto'
import { type Page, expect } from '@playwright/test'
import { makeDue } from './support/billing.ts'
import { logInByApi, must } from './support/call.ts'
import { inDays } from './support/clock.ts'
import { createCompany } from './support/company.ts'
import { openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openTalk } from './support/talk.ts'
import { openChat } from './support/visitor.ts'

/** Higher than a phone, so that more of a page is measured. */
const phone = {
  viewport: { width: 390, height: 1600 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
} as const

test('On a phone every control of list and conversation is as large as a finger', async ({ browser, server }) => {
  const { ana, company, queue } = await openTalk(browser, server, 'Quero um sofá', phone)
  const { page } = ana
  const menu = page.getByRole('menu')
  await expect(ana.message('Quero um sofá')).toBeVisible()
  await expectLargeTargets(page)

  await test.step('the menus are sheets at the bottom', async () => {
    for (const name of ['Mais ações', 'Anexar']) {
      await page.getByRole('button', { name }).tap()
      await expect(menu).toBeVisible()
      await expectAtBottom(page, '[role="menu"]')
      await expectLargeTargets(page)
      // Beside it only the sheet is closed.
      await page.touchscreen.tap(195, 300)
      await expect(menu).toBeHidden()
    }
  })

  await test.step('a dialog is at the bottom', async () => {
    await page.getByRole('button', { name: 'Mais ações' }).tap()
    await page.getByRole('menuitem', { name: 'Transferir' }).tap()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAtBottom(page, '[role="dialog"]')
    await expectLargeTargets(page)
    await page.getByRole('button', { name: 'Cancelar' }).tap()
  })

  await test.step('the drawer', async () => {
    await page.getByRole('button', { name: 'Dados do contato Rita Moura' }).tap()
    await expect(page.getByRole('complementary', { name: 'Dados do contato' })).toBeVisible()
    await expectLargeTargets(page)
    await page.getByRole('button', { name: 'Fechar', exact: true }).tap()
  })

  await test.step('the list', async () => {
    const webChat = await company.webChat([queue])
    const paulo = await openChat(browser, server, webChat, 'Paulo Reis')
    await paulo.write('Bom dia')
    await page.getByRole('button', { name: 'Voltar para a lista' }).tap()
    await expect(ana.row('Rita Moura')).toBeVisible()
    await expectLargeTargets(page)
    await ana.tab('Aguardando').tap()
    await expect(ana.row('Paulo Reis')).toBeVisible()
    await expectLargeTargets(page)
    await page.getByRole('button', { name: 'Filtros' }).tap()
    await expectLargeTargets(page)
    await page.getByRole('button', { name: 'Abrir menu' }).tap()
    await expect(page.getByRole('link', { name: 'Contatos' })).toBeVisible()
    await expectLargeTargets(page)
  })
})

test('On a phone every control of the back office is as large as a finger', async ({ browser, server }) => {
  const { company } = await openTalk(browser, server, 'Quero um sofá')
  const { page } = await openDesk(browser, server, company.admin, phone)
  for (const [path, text] of Object.entries(screens)) {
    await page.goto(server.url + path)
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible()
    await expectLargeTargets(page)
  }
  await page.goto(`${server.url}/contacts`)
  await page.getByRole('button', { name: 'Adicionar contato' }).tap()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectLargeTargets(page)
})

test('On a phone every control of the overview and of the list behind it is as large as a finger', async ({
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora', { amount: '99.90' })
  const invoiceId = await makeDue(server, company, inDays(3))
  const payment = { invoiceId, kind: 'manual', amount: '99.90', reason: 'Transferência', clientId: randomUUID() }
  const { call } = await logInByApi(server, server.operator)
  await must(call('POST', `/billing/companies/${company.id}/payments`, payment))
  const { page } = await openDesk(browser, server, server.operator, phone)
  await page.goto(`${server.url}/overview`)
  await expect(page.getByText('Empresas por situação')).toBeVisible()
  await expectLargeTargets(page)
  await page.getByRole('button', { name: 'Mostrar como tabela' }).tap()
  await expectLargeTargets(page)
  await page.goto(`${server.url}/companies?filter=new&sort=created&view=use`)
  await expect(page.getByText(company.name).first()).toBeVisible()
  await expectLargeTargets(page)
})

test('On a phone the head of a conversation has the whole name', async ({ browser, server }) => {
  const { ana } = await openTalk(browser, server, 'Quero um sofá', phone)
  const head = ana.page.getByRole('button', { name: 'Dados do contato Rita Moura' })
  await expect(head.getByText('Rita Moura', { exact: true })).toBeVisible()
})

/** An element that shows that the screen and its data have loaded. */
const screens = {
  '/contacts': 'Rita Moura',
  '/quick-messages': 'Respostas rápidas',
  '/tags': 'Tags',
  '/users': 'Ana Prado',
  '/queues': 'Vendas',
  '/connections': /^Chat /,
  '/financeiro': 'Nenhuma fatura ainda',
  '/settings': 'Configurações',
  '/audit': 'Entrou',
}

/** Expects 44 px in both directions, except for links within a text. */
async function expectLargeTargets(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate<string[]>(small)).toEqual([])
}

async function expectAtBottom(page: Page, selector: string): Promise<void> {
  const place = `(() => {
    const { left, right, bottom } = document.querySelector('${selector}').getBoundingClientRect()
    return { left, right: innerWidth - right, bottom: innerHeight - bottom }
  })()`
  await expect.poll(() => page.evaluate(place)).toEqual({ left: 0, right: 0, bottom: 0 })
}

/** The controls that a finger could miss: what can be hit may be larger than what is seen. Covered ones do not count. */
const small = `(() => {
  const roles = ['tab', 'menuitem', 'menuitemradio', 'option', 'switch', 'combobox'].map((role) => '[role=' + role + ']')
  const found = document.querySelectorAll(['button', 'a[href]', 'input', 'textarea', 'select', ...roles].join())
  const hits = (one, x, y) => {
    const hit = document.elementFromPoint(x, y)
    return hit && (one.contains(hit) || [...(one.labels ?? [])].some((label) => label.contains(hit)))
  }
  return [...found].flatMap((one) => {
    const { left, top, width, height } = one.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    if (width < 2 || getComputedStyle(one).display === 'inline' || !hits(one, x, y)) return []
    const isLarge = (size, dx, dy) => size > 43.5 || (hits(one, x - dx, y - dy) && hits(one, x + dx, y + dy))
    if (isLarge(width, 21.5, 0) && isLarge(height, 0, 21.5)) return []
    return [Math.round(width) + ' x ' + Math.round(height) + ': ' + one.outerHTML.slice(0, 160)]
  })
})()`
