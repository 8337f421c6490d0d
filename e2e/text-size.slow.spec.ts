import { type BrowserContextOptions, type Locator, type Page, expect } from '@playwright/test'
import { createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openTalk } from './support/talk.ts'

const wide = {
  viewport: { width: 1440, height: 900 },
  reducedMotion: 'reduce',
} as const satisfies BrowserContextOptions
const narrow = { ...wide, viewport: { width: 390, height: 844 } }

test('Text is twice as large when the font of the browser is, and the layout follows at once', async ({
  browser,
  server,
}) => {
  const { ana } = await openTalk(browser, server, 'Quero um sofá')
  const { page } = ana
  await page.setViewportSize(wide.viewport)
  const text = ana.message('Quero um sofá').getByText('Quero um sofá')
  await expect(text).toHaveCSS('font-size', '14px')
  const contacts = page.getByRole('navigation').getByRole('link', { name: 'Contatos' })
  await expect(contacts).toBeVisible()

  await setFont(page, 32)
  await expect(text).toHaveCSS('font-size', '28px')
  // The window has the space of one of 720 px.
  await expect(contacts).toBeHidden()
  await expect(page.getByRole('button', { name: 'Abrir menu' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeInViewport()
  await expectAllInside(page)
})

test('On a phone with large text nothing leaves the screen', async ({ browser, server }) => {
  const { ana } = await openTalk(browser, server, 'Quero um sofá')
  const { page } = ana
  await page.setViewportSize(narrow.viewport)
  await setFont(page, 24)

  await expect(ana.message('Quero um sofá')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeInViewport()
  await expectAllInside(page)
  await page.getByRole('button', { name: 'Voltar para a lista' }).click()
  await expect(ana.tab('Atendendo')).toBeVisible()
  await expectAllInside(page)
  for (const path of ['/contacts', '/quick-messages']) {
    await page.goto(server.url + path)
    await expect(page.getByRole('main').getByRole('button').first()).toBeVisible()
    await expectAllInside(page)
  }
})

test('The login can be used with text of twice the size', async ({ browser, server }) => {
  const company = await createCompany(server, 'Padaria Lua')
  const carla = await company.attendant('Carla Nunes', [])
  for (const window of [wide, narrow]) {
    const page = await (await browser.newContext(window)).newPage()
    await setFont(page, 32)
    await page.goto(`${server.url}/login`)
    await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible()
    await expectAllInside(page)
    await logIn(page, server, carla)
  }
})

test('The edge of the list follows the pointer with large text too', async ({ browser, server }) => {
  const company = await createCompany(server, 'Padaria Lua')
  const { page } = await openDesk(browser, server, company.admin, {
    ...wide,
    viewport: { width: 2000, height: 900 },
  })
  await setFont(page, 24)
  const edge = page.getByRole('separator', { name: 'Largura da lista' })
  const from = await middleOf(edge)
  const to = { x: from.x - 60, y: from.y }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y)
  await page.mouse.up()
  expect((await middleOf(edge)).x).toBeCloseTo(to.x, -1)
})

/** As in the settings of the browser. */
async function setFont(page: Page, standard: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } })
}

async function middleOf(one: Locator): Promise<{ x: number; y: number }> {
  const box = await one.boundingBox()
  if (!box) throw new Error('it is not visible')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Expects that the page does not scroll sideways, and that no control is cut off at its sides. */
async function expectAllInside(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate<string[]>(outside)).toEqual([])
}

const outside = `(() => {
  const scrolls = (one) =>
    /auto|scroll/.test(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth
  const canBeScrolledTo = (one) => one !== null && (scrolls(one) || canBeScrolledTo(one.parentElement))
  const isOutside = (one) => {
    const { left, right, width } = one.getBoundingClientRect()
    const isShown = width > 1 && one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    return isShown && (left < -1 || right > innerWidth + 1) && !canBeScrolledTo(one)
  }
  return [...document.querySelectorAll('button, a, input, textarea')]
    .filter(isOutside)
    .map((one) => one.outerHTML.slice(0, 200))
    .concat(document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : [])
})()`
