import { type Page, expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { logInByApi, must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { files } from './support/media/files.ts'
import { clearInstallation } from './support/operator.ts'
import type { Server } from './support/server.ts'
import { test } from './support/shared-server.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const bar = (page: Page) => page.getByRole('banner')
const button = (page: Page, unread = 0) =>
  bar(page).getByRole('button', { name: unread > 0 ? `Informativos: ${unread}` : 'Informativos', exact: true })
const popover = (page: Page) => page.getByRole('dialog', { name: 'Informativos' })

test.beforeEach(({ server }) => clearInstallation(server))
test.afterEach(({ server }) => clearInstallation(server))

async function choosePicture(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  const choosing = page.waitForEvent('filechooser')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /(Anexar|Trocar) imagem/ })
    .click()
  await (await choosing).setFiles(file)
}

/** The operator's calls end their session in the browser. */
async function announce(server: Server, announcements: object[]): Promise<void> {
  const { call } = await logInByApi(server, server.operator)
  for (const announcement of announcements)
    await must(call('POST', '/announcements', { text: 'Leia isto.', ...announcement }))
}

test('The operator announces something to the companies of a plan, who see it at once, and others do not', async ({
  page,
  browser,
  server,
}) => {
  test.slow()
  const aurora = await createCompany(server, 'Casa Aurora')
  const rival = await createCompany(server, 'Casa Rival')
  const [{ plan }] = await must<[{ plan: { name: string } }]>(aurora.call('GET', '/companies/list'))
  const ana = await openDesk(browser, server, await aurora.attendant('Ana Prado', [await aurora.queue('Vendas')]))
  const rui = await openDesk(browser, server, await rival.attendant('Rui Lima', [await rival.queue('Vendas')]))
  await expect(button(ana.page)).toBeVisible()
  await logIn(page, server, server.operator)
  const dialog = page.getByRole('dialog')

  await test.step('the empty page says what they are', async () => {
    await page.getByRole('navigation').getByRole('button', { name: 'Administração' }).click()
    await page.getByRole('menuitem', { name: 'Informativos' }).click()
    await expect(page.getByRole('heading', { name: 'Nenhum informativo ainda' })).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('title and text are required; it begins active, with low priority, for all plans', async () => {
    await page.getByRole('button', { name: 'Novo informativo' }).first().click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByText('Obrigatório')).toHaveCount(2)
    await expect(dialog.getByRole('combobox', { name: 'Status' })).toHaveValue('Ativo')
    await expect(dialog.getByRole('combobox', { name: 'Prioridade' })).toHaveValue('Baixa')
    await expect(dialog.getByPlaceholder('Todos os planos')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('an end before the begin is refused', async () => {
    await dialog.getByLabel('Mostrar a partir de').fill('11/03/2031')
    await dialog.getByLabel('Mostrar até').fill('10/03/2031')
    await dialog.getByRole('textbox', { name: 'Título' }).fill('Manutenção')
    await dialog.getByRole('textbox', { name: 'Texto' }).fill('Hoje às 22 h.\n<img src=x onerror="window.pwned=1">')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByText('O fim vem antes do início')).toBeVisible()
    await dialog.getByRole('button', { name: 'Limpar Mostrar a partir de' }).click()
  })

  await test.step('a picture that is none is refused, and what was typed is kept', async () => {
    await dialog.getByRole('combobox', { name: 'Prioridade' }).click()
    await page.getByRole('option', { name: 'Alta' }).click()
    await dialog.getByRole('combobox', { name: 'Planos' }).click()
    await page.getByRole('option', { name: plan.name }).click()
    await choosePicture(page, { name: 'aviso.png', mimeType: 'image/png', buffer: Buffer.from('<html>oi</html>') })
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Este tipo de arquivo não é aceito.')
    await expect(dialog.getByRole('textbox', { name: 'Título' })).toHaveValue('Manutenção')
    await choosePicture(page, { name: 'aviso.png', mimeType: 'image/png', buffer: await files.picture() })
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
    for (const text of ['Manutenção', 'Alta', 'aviso.png', 'Ativo'])
      await expect(row(page, 'Manutenção')).toContainText(text)
    await expect(row(page, 'Manutenção')).toHaveCount(1)
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('whoever is meant sees it without a reload, as text, with its picture', async () => {
    await button(ana.page, 1).click()
    await expect(popover(ana.page)).toContainText('Manutenção')
    await expect(popover(ana.page)).toContainText('Alta')
    await expectAccessibleInBothSchemes(ana.page)
    await popover(ana.page).getByRole('button', { name: 'Manutenção' }).click()
    const details = ana.page.getByRole('dialog', { name: 'Manutenção' })
    await expect(details).toContainText('Hoje às 22 h.')
    await expect(details).toContainText('<img src=x onerror="window.pwned=1">')
    const picture = details.getByRole('img', { name: 'Imagem do informativo: aviso.png' })
    await expect.poll(() => picture.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBe(64)
    await expect(ana.page.locator('img[onerror]')).toHaveCount(0)
    expect(await ana.page.evaluate('window.pwned')).toBeUndefined()
    await expectAccessibleInBothSchemes(ana.page)
    await ana.page.keyboard.press('Escape')
    await expect(details).toHaveCount(0)
  })

  await test.step('then it is read, also after a reload', async () => {
    await expect(button(ana.page)).toBeVisible()
    await ana.page.reload()
    await expect(button(ana.page)).toBeVisible()
  })

  await test.step('a change is seen at once, and so is the end', async () => {
    await button(ana.page).click()
    await row(page, 'Manutenção').getByRole('button', { name: 'Editar Manutenção' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Mostrar até' })).toHaveValue('10/03/2031')
    await dialog.getByRole('textbox', { name: 'Título' }).fill('Manutenção adiada')
    await dialog.getByRole('button', { name: 'Remover imagem aviso.png' }).click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(row(page, 'Manutenção adiada')).not.toContainText('aviso.png')
    await expect(popover(ana.page)).toContainText('Manutenção adiada')

    await row(page, 'Manutenção adiada').getByRole('button', { name: 'Editar Manutenção adiada' }).click()
    await dialog.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Inativo' }).click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(row(page, 'Manutenção adiada')).toContainText('Inativo')
    await expect(popover(ana.page)).toContainText('Nenhum informativo.')
  })

  await test.step('the other company has seen nothing of it', async () => {
    await button(rui.page).click()
    await expect(popover(rui.page)).toContainText('Nenhum informativo.')
  })

  await test.step('it is deleted after a question', async () => {
    await row(page, 'Manutenção adiada').getByRole('button', { name: 'Mais ações de Manutenção adiada' }).click()
    await page.getByRole('menuitem', { name: 'Excluir' }).click()
    await expect(dialog).toContainText('Exclusão de Registro')
    await expect(dialog).toContainText('Deseja realmente excluir esse registro?')
    await dialog.getByRole('button', { name: 'Excluir' }).click()
    await expect(page.getByText('Operação realizada com sucesso!')).toBeVisible()
    await expect(row(page, 'Manutenção adiada')).toHaveCount(0)
  })
})

test('The list of the top bar shows the most important first, counts what is unread, and is at most 300 px high', async ({
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const attendant = await company.attendant('Ana Prado', [await company.queue('Vendas')])
  await announce(server, [
    { title: 'Com prioridade baixa', priority: 3 },
    { title: 'Com prioridade alta', priority: 1 },
    { title: 'Com prioridade média', priority: 2 },
    ...Array.from({ length: 9 }, (_, nth) => ({ title: `Novidade ${nth + 1}`, text: 'Veja o que mudou. '.repeat(20) })),
  ])
  const { page } = await openDesk(browser, server, attendant)
  const rows = popover(page).getByRole('listitem')

  await button(page, 12).click()
  await expect(rows).toHaveCount(12)
  await expect(rows.nth(0)).toContainText('Com prioridade alta')
  await expect(rows.nth(1)).toContainText('Com prioridade média')
  await expect(rows.nth(2)).toContainText('Novidade 9')
  const colors = await Promise.all(
    ['Alta', 'Média', 'Baixa'].map((priority) =>
      popover(page)
        .getByText(priority, { exact: true })
        .first()
        .evaluate((mark) => Reflect.get(globalThis, 'getComputedStyle')(mark, '::before').backgroundColor),
    ),
  )
  expect(new Set(colors).size).toBe(3)
  const list = popover(page).locator('.mantine-ScrollArea-root')
  expect((await list.boundingBox())?.height).toBeLessThanOrEqual(300)
  await expectAccessibleInBothSchemes(page)

  await popover(page).getByRole('button', { name: 'Marcar todos como lidos' }).click()
  await expect(popover(page).getByRole('button', { name: 'Marcar todos como lidos' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(popover(page)).toHaveCount(0)
  await expect(button(page)).toBeFocused()
})

test('Whoever is not the operator has no entry, and is sent away from the page with a word', async ({
  page,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  await logIn(page, server, company.admin)
  await page.getByRole('navigation').getByRole('button', { name: 'Administração' }).click()
  await expect(page.getByRole('menuitem', { name: 'Usuários' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Informativos' })).toHaveCount(0)

  await page.goto(`${server.url}/announcements`)

  await expect(
    page.getByText('Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.').first(),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/(tickets)?$/)
  await page.goto(`${server.url}/settings`)
  await expect(page.getByRole('switch').first()).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Ajuda' })).toHaveCount(0)
})

test('On a phone an announcement is read by touch, and a list that cannot be loaded says so', async ({
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const attendant = await company.attendant('Ana Prado', [await company.queue('Vendas')])
  await announce(server, [{ title: 'Manutenção', text: 'Hoje às 22 h.', priority: 2 }])
  const { page } = await openDesk(browser, server, attendant, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })

  await button(page, 1).tap()
  await popover(page).getByRole('button', { name: 'Manutenção' }).tap()
  await expect(page.getByRole('dialog', { name: 'Manutenção' })).toContainText('Hoje às 22 h.')
  expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBe(0)
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).last().tap()

  await page.route('**/announcements/shown', (route) =>
    route.fulfill({ status: 500, body: '{"error":"ERR_INTERNAL"}' }),
  )
  await page.reload()
  await button(page).tap()
  await expect(popover(page).getByRole('alert')).toContainText('O servidor respondeu com um erro.')
  await page.unroute('**/announcements/shown')
  await popover(page).getByRole('button', { name: 'Tentar de novo' }).tap()
  await expect(popover(page)).toContainText('Manutenção')
})
