import { type Page, expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { pictureNamed } from './support/media/picture.ts'
import { test } from './support/shared-server.ts'
import { openTalk } from './support/talk.ts'
import { videoNamed } from './support/media/video.ts'

const field = (page: Page) => page.getByRole('textbox', { name: 'Mensagem' })
const tray = (page: Page) => page.getByRole('list', { name: 'Anexos' })

interface Chosen {
  name: string
  mimeType: string
  buffer: Buffer
}
const file = (name: string, bytes: number): Chosen => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.alloc(bytes, '%'),
})

async function choose(page: Page, entry: string, chosen: Chosen[]) {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Anexar' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
  await (await choosing).setFiles(chosen)
}
const attach = (page: Page, ...chosen: Chosen[]) => choose(page, 'Fotos, vídeos e arquivos', chosen)

test('A sticker is shown before it is sent', async ({ browser, server }) => {
  const { ana, visitor } = await openTalk(browser, server, 'Oi')
  const { page } = ana
  const dialog = page.getByRole('dialog', { name: 'Enviar esta figurinha?' })
  const stickers = ana.conversation.getByRole('img', { name: 'Figurinha' })

  await test.step('cancelled', async () => {
    await choose(page, 'Figurinha', [await pictureNamed('gato.png', page)])
    await expect(dialog.getByRole('img', { name: 'gato.png' })).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(stickers).toHaveCount(0)
  })

  await test.step('a file that is no picture', async () => {
    await choose(page, 'Figurinha', [{ name: 'gato.png', mimeType: 'image/png', buffer: Buffer.from('miau') }])
    await expect(dialog).toContainText('Esta imagem não pode ser mostrada.')
    await expect(dialog.getByRole('button', { name: 'Enviar figurinha' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

  await test.step('sent', async () => {
    await choose(page, 'Figurinha', [await pictureNamed('gato.png', page)])
    await dialog.getByRole('button', { name: 'Enviar figurinha' }).click()
    await expect(stickers).toHaveCount(1)
    await expect(visitor.page.getByRole('img').last()).toBeVisible()
  })
})

test('Files that cannot be sent say why, and nothing that was typed is lost', async ({ browser, server }) => {
  const { ana, visitor } = await openTalk(browser, server, 'Oi')
  const { page } = ana
  const notice = (text: string) => page.getByRole('status').filter({ hasText: text })

  await test.step('an empty file', async () => {
    await field(page).fill('Segue a nota')
    await attach(page, file('vazio.pdf', 0))
    await expect(notice('O arquivo vazio.pdf está vazio e não foi anexado.')).toBeVisible()
    await expect(tray(page)).toHaveCount(0)
    await expect(field(page)).toHaveValue('Segue a nota')
  })

  await test.step('more files than fit in one message', async () => {
    await attach(page, ...Array.from({ length: 31 }, (_, index) => file(`${index}.pdf`, 20)))
    await expect(notice('No máximo 30 arquivos por vez.')).toBeVisible()
    await expect(tray(page).getByRole('listitem')).toHaveCount(30)
    await page.reload()
    await expect(field(page)).toHaveValue('Segue a nota')
  })

  await test.step('a file that is too large', async () => {
    await attach(page, { ...file('foto.png', 5 * 1_048_576 + 1), mimeType: 'image/png' })
    await expect(tray(page).getByRole('alert')).toContainText('Maior que 5')
    await field(page).press('Enter')
    await expect(notice('Remova o arquivo que é grande demais')).toBeVisible()
    await page.getByRole('button', { name: 'Remover foto.png' }).click()
    await expect(field(page)).toHaveValue('Segue a nota')
  })

  await test.step('a name that is made to deceive is shown as it is', async () => {
    await attach(page, file('<b>nota</b>\u202efdp.exe', 20))
    await expect(tray(page)).toContainText('<b>nota</b>fdp.exe')
    await page.getByRole('button', { name: 'Remover <b>nota</b>fdp.exe' }).click()
  })

  await test.step('the words of a file that is taken away', async () => {
    await attach(page, file('um.pdf', 20), file('dois.pdf', 20))
    await page.getByRole('button', { name: /^dois\.pdf/ }).click()
    await field(page).fill('A segunda')
    await page.getByRole('button', { name: 'Remover um.pdf' }).click()
    await expect(field(page)).toHaveValue('Segue a nota\nA segunda')
    await field(page).press('Enter')
    await expect(visitor.message('A segunda')).toBeVisible()
  })
})

test('The field grows to five rows and then scrolls, also where its style alone cannot do that', async ({
  browser,
  server,
}) => {
  const { ana } = await openTalk(browser, server, 'Oi')
  const { page } = ana
  const rows = (count: number) => Array.from({ length: count }, (_, index) => `linha ${index + 1}`).join('\n')
  const heightWith = async (text: string) => {
    await field(page).fill(text)
    return Math.round((await field(page).boundingBox())?.height ?? 0)
  }

  const expectFiveRows = async () => {
    const [one, two, five, nine] = [
      await heightWith(rows(1)),
      await heightWith(rows(2)),
      await heightWith(rows(5)),
      await heightWith(rows(9)),
    ]
    expect(two).toBeGreaterThan(one)
    // Rounded, because heights that are set by a script are whole pixels.
    expect(Math.round((five - one) / (two - one))).toBe(4)
    expect(nine).toBe(five)
  }

  await expectFiveRows()
  await page.addInitScript(`
    const { supports } = CSS
    CSS.supports = (...asked) => asked[0] !== 'field-sizing' && supports.apply(CSS, asked)
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('textarea { field-sizing: fixed !important }')
    document.adoptedStyleSheets.push(sheet)
  `)
  await page.reload()
  await expectFiveRows()
})

test('A video is shown as one while it is being sent', async ({ browser, server }) => {
  const { ana } = await openTalk(browser, server, 'Oi')
  const { page } = ana
  await page.route(/\/messages\/\d+$/, (route) =>
    route.request().method() === 'POST' ? new Promise(() => undefined) : route.continue(),
  )

  await attach(page, await videoNamed('corredor.webm', page))
  await expect(tray(page)).toContainText('corredor.webm')
  await field(page).fill('O corredor')
  await field(page).press('Enter')

  const bubble = ana.message('O corredor')
  await expect(bubble.getByLabel('Vídeo corredor.webm')).toBeVisible()
  await expect(bubble.getByRole('link')).toHaveCount(0)
})

test('The emoji picker leads to a category and keeps the emoji used last', async ({ browser, server }) => {
  const { ana } = await openTalk(browser, server, 'Oi')
  const { page } = ana
  const open = () => page.getByRole('button', { name: 'Emoji', exact: true }).click()
  const recent = page.getByRole('toolbar', { name: 'Recentes' })

  await open()
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await expect(recent).toHaveCount(0)
  await page.getByRole('toolbar', { name: 'Categorias' }).getByRole('button', { name: 'Bandeiras' }).click()
  await expect(page.getByText('Bandeiras', { exact: true })).toBeInViewport()
  await page.getByRole('searchbox', { name: 'Buscar emoji' }).fill('coracao vermelho')
  await page.getByRole('gridcell', { name: 'coração vermelho' }).first().click()
  await expect(field(page)).toHaveValue('❤️')

  await open()
  await expect(recent.getByRole('button')).toHaveText(['❤️'])
  await expectAccessibleInBothSchemes(page)
  await recent.getByRole('button').click()
  await expect(field(page)).toHaveValue('❤️❤️')
})

test('On a phone the emoji rise from the bottom, as large as a finger', async ({ browser, server }) => {
  const look = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
  const { ana } = await openTalk(browser, server, 'Oi', look)
  const { page } = ana

  await page.getByRole('button', { name: 'Emoji', exact: true }).tap()
  const first = page.getByRole('gridcell').first()
  await expect(first).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  const sheet = await page.getByRole('dialog', { name: 'Emoji' }).boundingBox()
  expect(sheet?.y).toBeGreaterThan(844 / 5)
  expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBeCloseTo(844, 0)
  const { width, height } = (await first.boundingBox()) ?? { width: 0, height: 0 }
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  const chosen = (await first.textContent()) ?? ''
  await first.tap()
  await expect(field(page)).toHaveValue(chosen)
})

test('Variables are offered while writing, and filled in when the message is sent', async ({ browser, server }) => {
  const { ana, visitor } = await openTalk(browser, server, 'Oi')
  const { page } = ana
  const list = page.getByRole('listbox', { name: 'Inserir variável' })

  await field(page).pressSequentially('Bom dia, {{')
  await expect(list.getByRole('option')).toHaveCount(10)
  await expectAccessibleInBothSchemes(page)
  await field(page).pressSequentially('nom')
  await expect(list.getByRole('option')).toHaveText([
    /^Primeiro nome.*Rita/,
    /^Nome do cliente.*Rita Moura/,
    /^Nome do atendente.*Ana Prado/,
  ])
  await page.keyboard.press('ArrowDown')
  await expect(list.getByRole('option', { selected: true })).toContainText('Rita Moura')
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue('Bom dia, {{name}}')
  await expect(list).toHaveCount(0)

  await page.keyboard.type('! {{')
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(field(page)).toBeFocused()
  for (const _ of '{{') await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await expect(visitor.message('Bom dia, Rita Moura!')).toBeVisible()
})
