import { type Locator, type Page, expect } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import type { Desk } from './support/desk.ts'
import { pictureNamed } from './support/media/picture.ts'
import { test } from './support/shared-server.ts'
import { openTalk } from './support/talk.ts'
import { videoNamed } from './support/media/video.ts'

const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
} as const

test.setTimeout(360_000)

test('Pictures and videos of a conversation are paged through, zoomed, turned and traced to their message', async ({
  browser,
  server,
}) => {
  const { ana, visitor } = await openTalk(browser, server, 'Oi', { reducedMotion: 'reduce' })
  const { page } = ana
  await visitor.sendPicture('parede.png', 'É para esta parede')
  await sendFile(ana, await videoNamed('corredor.webm', page), 'O corredor')
  await ana.sendPicture('modelo.png', 'Este modelo combina')
  const gallery = galleryOn(page)
  const picture = gallery.getByRole('img', { name: 'Este modelo combina' })

  await test.step('a picture shows its sender, time, place and caption', async () => {
    await ana
      .message('Este modelo combina')
      .getByRole('button', { name: /^Abrir imagem/ })
      .click()
    await expect(gallery).toContainText('Ana Prado')
    await expect(gallery).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d · 3 de 3/)
    await expect(gallery.getByText('Este modelo combina')).toBeVisible()
    await expect(thumbnails(gallery)).toHaveCount(3)
    await expectAccessible(page)
  })

  await test.step('it is zoomed in steps and turned, by buttons and keys', async () => {
    await gallery.getByRole('button', { name: 'Ampliar' }).click()
    await expect.poll(() => zoomOf(picture)).toBe(1.2)
    await page.keyboard.press('+')
    await expect.poll(() => zoomOf(picture)).toBe(1.4)
    await page.keyboard.press('-')
    await expect.poll(() => zoomOf(picture)).toBe(1.2)
    await page.keyboard.press('0')
    await expect.poll(() => zoomOf(picture)).toBe(1)
    for (let step = 0; step < 14; step++) await page.keyboard.press('+')
    await expect.poll(() => zoomOf(picture)).toBe(3)
    const before = await picture.boundingBox()
    await drag(page, 120, 60)
    await expect.poll(async () => (await picture.boundingBox())?.x).toBeCloseTo((before?.x ?? 0) + 120, 0)
    await page.keyboard.press('0')
    await page.keyboard.press('r')
    await expect(picture).toHaveAttribute('data-turn', '90')
    await gallery.getByRole('button', { name: 'Girar' }).click()
    await expect(picture).toHaveAttribute('data-turn', '180')
  })

  await test.step('arrows and thumbnails lead to the others', async () => {
    await page.keyboard.press('ArrowLeft')
    await expect(gallery).toContainText('2 de 3')
    await expect(gallery.getByLabel('O corredor', { exact: true })).toHaveJSProperty('tagName', 'VIDEO')
    await expect(gallery.getByRole('button', { name: 'Girar' })).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('ArrowLeft')
    await expect(gallery).toContainText('Rita Moura')
    await expect(gallery).toContainText('1 de 3')
    await thumbnails(gallery).last().click()
    await expect(picture).toHaveAttribute('data-turn', '180')
    await thumbnails(gallery).first().click()
    await expect(gallery).toContainText('1 de 3')
  })

  await test.step('it is downloaded under its name', async () => {
    const downloading = page.waitForEvent('download')
    await gallery.getByRole('link', { name: 'Baixar' }).click()
    expect((await downloading).suggestedFilename()).toBe('parede.png')
  })

  await test.step('the focus stays inside and returns', async () => {
    for (let step = 0; step < 20; step++) {
      await page.keyboard.press('Tab')
      expect(
        await page.evaluate('document.activeElement.closest("[role=dialog], body:has(> [role=dialog])") !== null'),
      ).toBe(true)
    }
    await gallery.getByRole('button', { name: 'Ir para a mensagem' }).click()
    await expect(gallery).toHaveCount(0)
    await expect(ana.message('É para esta parede')).toBeInViewport()
    const opener = ana.message('É para esta parede').getByRole('button', { name: /^Abrir imagem/ })
    await opener.click()
    await expect(gallery).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(gallery).toHaveCount(0)
    await expect(opener).toBeFocused()
  })

  await test.step('the drawer lists media, documents and links', async () => {
    await sendFile(
      ana,
      { name: 'pedido.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') },
      'O pedido',
    )
    await ana.write('Veja em https://casaaurora.example/entrega')
    const panel = (name: string) => page.getByRole('tabpanel', { name })
    await page.getByRole('button', { name: 'Dados do contato', exact: true }).click()
    await expect(panel('Mídia').getByRole('button')).toHaveCount(3)
    await page.getByRole('tab', { name: 'Documentos' }).click()
    await expect(panel('Documentos').getByRole('link', { name: 'Baixar pedido.pdf' })).toHaveAttribute(
      'download',
      'pedido.pdf',
    )
    await page.getByRole('tab', { name: 'Links' }).click()
    await expect(panel('Links').getByRole('link')).toHaveAttribute('href', 'https://casaaurora.example/entrega')
    await page.getByRole('tab', { name: 'Mídia' }).click()
    await panel('Mídia').getByRole('button', { name: 'Abrir vídeo 2' }).click()
    await expect(gallery).toContainText('2 de 3')
  })
})

test('Pictures that were sent together are an album, and each can be answered', async ({ browser, server }) => {
  const { ana } = await openTalk(browser, server, 'Oi', { reducedMotion: 'reduce' })
  const { page } = ana
  const gallery = galleryOn(page)
  const album = ana.conversation.getByRole('group', { name: 'Álbum com 5 imagens' })
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Anexar' }).click()
  await page.getByRole('menuitem', { name: 'Fotos, vídeos e arquivos' }).click()
  const names = ['a.png', 'b.png', 'c.png', 'd.png', 'e.png']
  await (await choosing).setFiles(await Promise.all(names.map((name) => pictureNamed(name, page))))
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()

  await expect(album.getByRole('button', { name: /^Abrir imagem/ })).toHaveCount(4)
  await expect(album).toContainText('+1')
  await expectAccessible(page)
  await album.getByRole('button', { name: 'Abrir imagem 4 de 5' }).click()
  await expect(gallery).toContainText('4 de 5')
  await page.keyboard.press('ArrowRight')
  await expect(gallery).toContainText('5 de 5')
  await page.keyboard.press('Escape')

  await album.getByRole('button', { name: 'Abrir imagem 2 de 5' }).hover()
  await album.getByRole('button', { name: 'Ações da mensagem' }).nth(1).click()
  await page.getByRole('menuitem', { name: 'Responder' }).click()
  await expect(page.getByRole('button', { name: 'Cancelar resposta' })).toBeVisible()
  await ana.conversation.getByRole('button', { name: 'Mostrar uma a uma' }).click()
  await expect(ana.conversation.getByRole('button', { name: /^Abrir imagem/ })).toHaveCount(5)
})

test('On a phone pictures are swiped', async ({ browser, server }) => {
  const { ana, visitor } = await openTalk(browser, server, 'Oi', phone)
  const { page } = ana
  await visitor.sendPicture('parede.png', 'É para esta parede')
  await visitor.sendPicture('outra.png', 'Ou esta outra')
  const gallery = galleryOn(page)

  await ana
    .message('Ou esta outra')
    .getByRole('button', { name: /^Abrir imagem/ })
    .tap()
  await expect(gallery).toContainText('2 de 2')
  await expectAccessible(page)
  await swipe(page, 240)
  await expect(gallery).toContainText('1 de 2')
  await expect(gallery.getByText('É para esta parede')).toBeVisible()
  // A tap while the pictures still slide.
  await swipe(page, -240)
  await gallery.getByRole('button', { name: 'Fechar' }).tap()
  await expect(gallery).toHaveCount(0)
})

const galleryOn = (page: Page) => page.getByRole('dialog', { name: 'Imagens e vídeos da conversa' })
const thumbnails = (gallery: Locator) => gallery.getByRole('navigation', { name: 'Miniaturas' }).getByRole('button')

/** How many times larger than its size in the page the picture is drawn. */
const zoomOf = (picture: Locator) =>
  picture.evaluate((element) => Number((element.getBoundingClientRect().width / element.clientWidth).toFixed(2)))

async function sendFile({ page, write }: Desk, file: Awaited<ReturnType<typeof pictureNamed>>, caption: string) {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Anexar' }).click()
  await page.getByRole('menuitem', { name: 'Fotos, vídeos e arquivos' }).click()
  await (await choosing).setFiles(file)
  await write(caption)
}

async function drag(page: Page, x: number, y: number): Promise<void> {
  const [left, top] = [640, 360]
  await page.mouse.move(left, top)
  await page.mouse.down()
  await page.mouse.move(left + x, top + y, { steps: 6 })
  await page.mouse.up()
}

/** Moves a finger to the right, or to the left by a negative distance. */
async function swipe(page: Page, distance: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 420 }] })
  const from = distance > 0 ? 80 : 320
  await touch('touchStart', from)
  for (let step = 1; step <= 12; step++) await touch('touchMove', from + (distance * step) / 12)
  await touch('touchEnd')
}
