import { type Page, expect } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothSchemes } from './support/accessible.ts'
import { logInByApi, must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { clearInstallation } from './support/operator.ts'
import type { Server } from './support/server.ts'
import { test } from './support/shared-server.ts'
import { videoHostOf } from './support/media/video-host.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const entry = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Ajuda' })
const card = (page: Page, title: string) => page.getByRole('main').getByRole('button', { name: title })

test.beforeEach(({ server }) => clearInstallation(server))
test.afterEach(({ server }) => clearInstallation(server))

/** The operator's calls end their session in the browser, so they come first. */
async function makeHelps(server: Server, helps: object[]): Promise<void> {
  const { call } = await logInByApi(server, server.operator)
  for (const help of helps) await must(call('POST', '/helps', help))
}

test('The operator keeps the help videos, and the menu of every company shows the page while there are any', async ({
  page,
  browser,
  server,
}) => {
  test.slow()
  const company = await createCompany(server, 'Casa Aurora')
  const ana = await openDesk(browser, server, await company.attendant('Ana Prado', [await company.queue('Vendas')]))
  await expect(ana.page.getByRole('navigation').getByRole('link', { name: 'Tarefas' })).toBeVisible()
  await expect(entry(ana.page)).toHaveCount(0)
  await logIn(page, server, server.operator)
  const dialog = page.getByRole('dialog')

  await test.step('the tab of the settings says what they are', async () => {
    await page.goto(`${server.url}/settings`)
    await page.getByRole('tab', { name: 'Ajuda' }).click()
    await expect(page.getByRole('heading', { name: 'Nenhum vídeo de ajuda ainda' })).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('title and video are required, and only a video of the one host is accepted', async () => {
    await page.getByRole('button', { name: 'Novo vídeo de ajuda' }).first().click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByText('Obrigatório')).toHaveCount(2)
    for (const hostile of [
      '"><img src=x onerror=alert(1)>',
      'javascript:alert(1)',
      'https://evil.test/embed/dQw4w9WgXcQ',
    ]) {
      await dialog.getByLabel('Vídeo').fill(hostile)
      await dialog.getByLabel('Título').focus()
      await expect(dialog.getByText('Cole o endereço do vídeo no YouTube')).toBeVisible()
    }
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('a pasted address becomes the code of the video', async () => {
    await dialog.getByLabel('Vídeo').fill('https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=12s')
    await dialog.getByLabel('Título').fill('Primeiros passos')
    await expect(dialog.getByLabel('Vídeo')).toHaveValue('dQw4w9WgXcQ')
    await dialog.getByLabel('Descrição').fill('Da conexão à primeira conversa.')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Operação realizada com sucesso!')).toBeVisible()
    await expect(row(page, 'Primeiros passos')).toContainText('dQw4w9WgXcQ')
  })

  await test.step('the entry appears in every menu at once', async () => {
    await expect(entry(ana.page)).toBeVisible()
    await expect(entry(page)).toBeVisible()
  })

  await test.step('a title that is taken is refused, and nothing that was typed is lost', async () => {
    await page.getByRole('button', { name: 'Novo vídeo de ajuda' }).click()
    await dialog.getByLabel('Título').fill('primeiros passos')
    await dialog.getByLabel('Vídeo').fill('youtu.be/9bZkp7q19f0')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(
      page.getByText(
        'Não foi possível realizar a operação. Verifique se já existe um helpo com o mesmo nome ou se os campos foram preenchidos corretamente',
      ),
    ).toBeVisible()
    await dialog.getByLabel('Título').fill('Filas')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(row(page, 'Filas')).toContainText('9bZkp7q19f0')
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('search and change', async () => {
    await page.getByRole('searchbox', { name: 'Buscar vídeos de ajuda' }).fill('primeira conversa')
    await expect(row(page, 'Filas')).toHaveCount(0)
    await page.getByRole('button', { name: 'Limpar busca' }).click()
    await row(page, 'Filas').getByRole('button', { name: 'Editar Filas' }).click()
    await dialog.getByLabel('Título').fill('Filas e menus')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(row(page, 'Filas e menus')).toBeVisible()
  })

  await test.step('after the last one is deleted the entry is gone again', async () => {
    for (const title of ['Filas e menus', 'Primeiros passos']) {
      await row(page, title)
        .getByRole('button', { name: `Mais ações de ${title}` })
        .click()
      await page.getByRole('menuitem', { name: 'Excluir' }).click()
      await expect(dialog).toContainText('Exclusão de Registro')
      await expect(dialog).toContainText('Deseja realmente excluir esse registro?')
      await dialog.getByRole('button', { name: 'Excluir' }).click()
      await expect(row(page, title)).toHaveCount(0)
    }
    await expect(entry(ana.page)).toHaveCount(0)
  })
})

test('A video is loaded after a press, plays in a dialog, and Escape closes it', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const attendant = await company.attendant('Ana Prado', [await company.queue('Vendas')])
  await makeHelps(server, [
    { title: 'Primeiros passos', description: 'Da conexão à primeira conversa.', video: 'dQw4w9WgXcQ' },
    { title: '<b>Filas</b>', video: '9bZkp7q19f0' },
  ])
  const { page } = await openDesk(browser, server, attendant)
  const host = await videoHostOf(page.context())
  const violations: string[] = []
  await page.exposeFunction('tellViolation', (what: string) => violations.push(what))
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => tellViolation(effectiveDirective + ' ' + blockedURI))`,
  )
  await page.goto(`${server.url}/helps`)
  const dialog = page.getByRole('dialog', { name: 'Primeiros passos' })
  const pause = dialog.frameLocator('iframe').getByRole('button', { name: 'Pausar' })

  await test.step('nothing is asked of the host before', async () => {
    await expect(card(page, 'Primeiros passos')).toBeVisible()
    await expect(card(page, '<b>Filas</b>')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    expect(host.asked).toEqual([])
  })

  await test.step('by a press', async () => {
    await card(page, 'Primeiros passos').press('Enter')
    await expect(pause).toBeVisible()
    expect(host.asked).toHaveLength(1)
    expect(host.asked[0]).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ\?/)
    await expect(dialog).toContainText('Da conexão à primeira conversa.')
    await expect(dialog.getByRole('link', { name: 'Abrir no YouTube' })).toHaveAttribute(
      'href',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    )
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('Escape closes it, and the focus is back on the card', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(card(page, 'Primeiros passos')).toBeFocused()
  })

  await test.step('also after a click on the player', async () => {
    await card(page, 'Primeiros passos').click()
    await pause.click()
    await expect.poll(() => page.evaluate('document.activeElement?.tagName')).not.toBe('IFRAME')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

  await test.step('with Tab the buttons of the player can be reached', async () => {
    await card(page, 'Primeiros passos').click()
    // Where the mouse rests does not matter.
    await pause.hover()
    await expect(dialog.getByRole('button', { name: 'Fechar' }).first()).toBeFocused()
    for (const _next of ['the cross', 'the player']) await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement?.tagName')).toBe('IFRAME')
    await dialog.getByRole('button', { name: 'Fechar' }).last().click()
  })

  expect(violations).toEqual([])
})

test('Without the internet the player says so, and shows no broken frame', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const attendant = await company.attendant('Ana Prado', [await company.queue('Vendas')])
  await makeHelps(server, [{ title: 'Primeiros passos', video: 'dQw4w9WgXcQ' }])
  const { page } = await openDesk(browser, server, attendant)
  const host = await videoHostOf(page.context())
  host.goAway()
  await page.goto(`${server.url}/helps`)
  const dialog = page.getByRole('dialog', { name: 'Primeiros passos' })

  await card(page, 'Primeiros passos').click()
  await expect(dialog.getByRole('status').filter({ hasText: 'Carregando o vídeo…' })).toBeVisible()
  await expect(dialog.locator('iframe')).toBeHidden()
  await expect(dialog.getByRole('alert')).toContainText('Não foi possível carregar o vídeo')
  await expect(dialog.getByRole('alert')).toContainText('Verifique a conexão com a internet.')
  await expect(dialog.locator('iframe')).toBeHidden()
  await expectAccessible(page)

  host.comeBack()
  await dialog.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(dialog.frameLocator('iframe').getByRole('button', { name: 'Pausar' })).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
})

test('On a phone the videos are below each other, and the dialog fits', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const attendant = await company.attendant('Ana Prado', [await company.queue('Vendas')])
  await makeHelps(server, [
    { title: 'Filas', video: '9bZkp7q19f0' },
    { title: 'Primeiros passos', video: 'dQw4w9WgXcQ' },
  ])
  const { page } = await openDesk(browser, server, attendant, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await videoHostOf(page.context())
  await page.getByRole('button', { name: 'Abrir menu' }).tap()
  await entry(page).tap()
  await expect(page.getByRole('heading', { name: 'Ajuda' })).toBeVisible()
  const [first, second] = await Promise.all(
    ['Filas', 'Primeiros passos'].map((title) => card(page, title).boundingBox()),
  )
  expect(first?.x).toBe(second?.x)

  await card(page, 'Filas').tap()

  await expect(page.getByRole('dialog').frameLocator('iframe').getByRole('button', { name: 'Pausar' })).toBeVisible()
  expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBe(0)
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).last().tap()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
