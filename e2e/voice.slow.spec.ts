import { type Browser, type BrowserContextOptions, type Locator, type Page, expect } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { logInByApi, must } from './support/call.ts'
import type { Server } from './support/server.ts'
import { test } from './support/shared-server.ts'
import { openTalk } from './support/talk.ts'

/** Two seconds, or more on a busy machine. */
const twoSeconds = /^00:(0[2-9]|[1-5]\d)$/
const mayRecord: BrowserContextOptions = { permissions: ['microphone'], reducedMotion: 'reduce' }
const iPhone: BrowserContextOptions = {
  ...mayRecord,
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148',
}

test("The customer can play an attendant's recording", async ({ browser, server }) => {
  const { ana, visitor, record, bar } = await talk(browser, server, mayRecord)

  await record()
  await expect(bar.getByRole('button', { name: 'Enviar áudio' })).toBeFocused()
  await expect(field(ana.page)).toHaveCount(0)
  await expectAccessible(ana.page)
  await expect(bar.getByRole('timer')).toHaveText(twoSeconds)
  await ana.page.keyboard.press('Enter')

  await expect(bar).toHaveCount(0)
  await expect(field(ana.page)).toBeFocused()
  await expect(ana.conversation.getByRole('button', { name: 'Reproduzir áudio' })).toHaveCount(1)
  await expect(ana.row('Rita Moura')).toContainText('Áudio')
  await expectHeard(visitor.page, 'audio/ogg')
  expect(await openMicrophones(ana.page)).toBe(0)
})

test('On an iPhone the recording is mp3, and the keyboard stays closed', async ({ browser, server }) => {
  const { ana, visitor, record, bar } = await talk(browser, server, iPhone)

  await record()
  await expect(bar.getByRole('timer')).toHaveText(twoSeconds)
  await bar.getByRole('button', { name: 'Enviar áudio' }).tap()

  await expect(ana.conversation.getByRole('button', { name: 'Reproduzir áudio' })).toHaveCount(1)
  await expect(ana.page.getByRole('button', { name: 'Gravar áudio' })).toBeFocused()
  await expectHeard(visitor.page, 'audio/mpeg')
})

test('A recording that is discarded, left or too short is not sent, and the microphone is released', async ({
  browser,
  server,
}) => {
  const { ana, record, bar } = await talk(browser, server, mayRecord)
  const notSent = async () => {
    await expect(bar).toHaveCount(0)
    await expect.poll(() => openMicrophones(ana.page)).toBe(0)
    await expect(ana.conversation.getByRole('button', { name: 'Reproduzir áudio' })).toHaveCount(0)
  }

  await test.step('Escape', async () => {
    await record()
    await expect(bar.getByRole('timer')).toHaveText(twoSeconds)
    expect(await openMicrophones(ana.page)).toBe(1)
    await ana.page.keyboard.press('Escape')
    await notSent()
    await expect(field(ana.page)).toBeFocused()
  })

  await test.step('the button', async () => {
    await record()
    await bar.getByRole('button', { name: 'Descartar gravação' }).click()
    await notSent()
  })

  await test.step('navigation to another page', async () => {
    await record()
    await expect.poll(() => openMicrophones(ana.page)).toBe(1)
    await ana.page.getByRole('navigation').getByRole('link', { name: 'Contatos' }).click()
    await expect(ana.page).toHaveURL(/\/contacts/)
    await expect(lossNotice(ana.page)).toBeVisible()
    await ana.page.goBack()
    await notSent()
  })

  await test.step('a failing recorder', async () => {
    await ana.page.evaluate(failToRecord)
    await ana.page.getByRole('button', { name: 'Gravar áudio' }).click()
    await expect(ana.page.getByRole('alert')).toContainText('Algo deu errado ao iniciar a gravação.')
    await notSent()
  })

  await test.step('smaller than 10 kB', async () => {
    await ana.page.evaluate(recordCoarsely)
    await record()
    await ana.page.keyboard.press('Enter')
    await expect(ana.page.getByText('A gravação era curta demais e foi descartada.')).toBeVisible()
    await notSent()
  })
})

test('A recording can be paused and continued', async ({ browser, server }) => {
  const { ana, visitor, record, bar } = await talk(browser, server, mayRecord)
  const timer = bar.getByRole('timer')

  await record()
  await expect(timer).toHaveText(twoSeconds)
  await bar.getByRole('button', { name: 'Pausar gravação' }).click()
  await expect(bar.getByRole('button', { name: 'Continuar gravação' })).toBeFocused()
  await expectAccessible(ana.page)
  const paused = await timer.textContent()
  await bar.getByRole('button', { name: 'Continuar gravação' }).click()
  await expect(timer).not.toHaveText(paused ?? '')
  await bar.getByRole('button', { name: 'Enviar áudio' }).click()

  await expectHeard(visitor.page, 'audio/ogg')
  expect(await openMicrophones(ana.page)).toBe(0)
})

test('A recording can be played and is shown while it is being sent', async ({ browser, server }) => {
  const { ana, record, bar } = await talk(browser, server, mayRecord)
  await ana.page.route(/\/messages\/\d+$/, (route) =>
    route.request().method() === 'POST' ? new Promise(() => undefined) : route.continue(),
  )

  await record()
  await expect(bar.getByRole('timer')).toHaveText(twoSeconds)
  await ana.page.keyboard.press('Enter')
  await ana.conversation.getByRole('button', { name: 'Reproduzir áudio' }).click()

  const bars = ana.conversation.getByRole('slider', { name: 'Posição do áudio' }).locator('rect')
  const heights = () => bars.evaluateAll((all: Element[]) => all.map((one) => one.getAttribute('height')))
  await expect.poll(async () => new Set(await heights()).size).toBeGreaterThan(5)
})

test('Recordings show their wave before they are played, and play one after the other at the chosen speed', async ({
  browser,
  server,
}) => {
  const { ana, record, bar } = await talk(browser, server, mayRecord)
  const { page } = ana
  const button = (name: string) => ana.conversation.getByRole('button', { name })
  for (let count = 1; count <= 2; count++) {
    await record()
    await expect(bar.getByRole('timer')).toHaveText(twoSeconds)
    await page.keyboard.press('Enter')
    await expect(button('Reproduzir áudio')).toHaveCount(count)
    // The greeting has a tick too.
    await expect(ana.conversation.getByRole('img', { name: /Enviada|Entregue|Lida/ })).toHaveCount(count + 1)
  }

  // The wave comes with the message, so the page need not fetch the file for it.
  await page.route(/\.ogg/, (route) => (route.request().resourceType() === 'fetch' ? route.abort() : route.continue()))
  await page.reload()
  const wave = ana.conversation.getByRole('slider', { name: 'Posição do áudio' }).first().locator('rect')
  const heights = () => wave.evaluateAll((all: Element[]) => all.map((one) => one.getAttribute('height')))
  await expect.poll(async () => new Set(await heights()).size).toBeGreaterThan(5)

  await button('Velocidade 1×').last().click()
  await button('Velocidade 1,5×').first().click()
  await expect(button('Velocidade 2×')).toHaveCount(2)
  await page.reload()
  await expect(button('Velocidade 2×')).toHaveCount(2)

  const began = page.evaluate<number[]>(watchPlays)
  await button('Reproduzir áudio').first().click()
  expect(await began).toEqual([0, 1])
})

/** A script of the page: the places of the first two sounds that are played. */
const watchPlays = `new Promise((resolve) => {
  const played = []
  document.addEventListener('play', ({ target }) => {
    played.push([...document.querySelectorAll('audio')].indexOf(target))
    if (played.length === 2) resolve(played)
  }, true)
})`

test('The attendant is told when the ticket is closed or transferred during a recording', async ({
  browser,
  server,
}) => {
  const { ana, record, bar, company } = await talk(browser, server, mayRecord)
  const { call } = await logInByApi(server, company.admin)
  const { tickets } = await must<{ tickets: { id: number }[] }>(call('GET', '/tickets?status=open&showAll=true'))
  const become = (status: string) => must(call('PUT', `/tickets/${tickets[0]?.id}`, { status }))
  const expectLost = async () => {
    await expect(lossNotice(ana.page)).toBeVisible()
    await expect(bar).toHaveCount(0)
    expect(await openMicrophones(ana.page)).toBe(0)
    await expect(lossNotice(ana.page)).toHaveCount(0)
  }

  await test.step('the ticket goes back to its queue', async () => {
    await record()
    await become('pending')
    await expectLost()
    await ana.page.getByRole('button', { name: 'Aceitar' }).last().click()
  })

  await test.step('the ticket is closed', async () => {
    await record()
    await become('closed')
    await expectLost()
    await expect(ana.page).toHaveURL(/\/tickets(\?.*)?$/)
  })
})

test('The shortcuts of the recorder work wherever the focus is, unless the focused control uses the key', async ({
  browser,
  server,
}) => {
  const { ana, record, bar } = await talk(browser, server, mayRecord)
  const search = ana.page.getByRole('searchbox', { name: 'Buscar tickets' })
  const loseFocus = () => ana.page.evaluate('document.activeElement.blur()')

  await record()
  await loseFocus()
  await ana.page.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)

  await record()
  await search.focus()
  await ana.page.keyboard.press('Enter')
  await ana.page.keyboard.press('Escape')
  await expect(bar.getByRole('timer')).toHaveText(twoSeconds)
  await loseFocus()
  await ana.page.keyboard.press('Enter')
  await expect(ana.conversation.getByRole('button', { name: 'Reproduzir áudio' })).toHaveCount(1)
})

test('A recording that ends automatically says why and can still be sent', async ({ browser, server }) => {
  const { ana, record, bar } = await talk(browser, server, mayRecord)

  await test.step('at the limit', async () => {
    await ana.page.clock.install()
    await record()
    await expect(bar.getByRole('timer')).toHaveText(twoSeconds)
    await ana.page.clock.fastForward('15:00')
    await expect(bar).toContainText('Chegou ao limite de 15 minutos. Envie ou descarte.')
    await expect(bar.getByRole('timer')).toHaveText('15:00')
    expect(await openMicrophones(ana.page)).toBe(0)
    await ana.page.keyboard.press('Enter')
    await expect(ana.conversation.getByRole('button', { name: 'Reproduzir áudio' })).toHaveCount(1)
  })

  await test.step('when the microphone is unplugged', async () => {
    await record()
    await expect(bar.getByRole('timer')).toHaveText(twoSeconds)
    await ana.page.evaluate('unplugMicrophones()')
    await expect(bar).toContainText('O microfone parou. Envie o que foi gravado ou descarte.')
    await ana.page.keyboard.press('Enter')
    await expect(ana.conversation.getByRole('button', { name: 'Reproduzir áudio' })).toHaveCount(2)
  })
})

test('Without permission or microphone, it says what to do', async ({ browser, server }) => {
  const { ana } = await talk(browser, server, {})
  const button = ana.page.getByRole('button', { name: 'Gravar áudio' })
  const alert = ana.page.getByRole('alert').filter({ hasText: 'Não foi possível gravar' })

  await button.click()
  await expect(alert).toContainText('O microfone está bloqueado.')
  await expect(field(ana.page)).toBeVisible()
  await ana.page.evaluate(withoutMicrophone)
  await button.click()
  await expect(alert).toContainText('Nenhum microfone foi encontrado.')
})

/** An attendant and a customer with an open conversation. */
async function talk(browser: Browser, server: Server, options: BrowserContextOptions) {
  const { company, ana, visitor } = await openTalk(browser, server, 'Prefiro ouvir', options)
  await ana.page.evaluate(countMicrophones)
  const bar = ana.page.getByRole('group', { name: 'Gravação de áudio' })
  const record = async () => {
    await ana.page.getByRole('button', { name: 'Gravar áudio' }).click()
    await expect(bar).toBeVisible()
  }
  return { company, ana, visitor, bar, record }
}

/** The notice about a recording that was lost with its conversation. */
const lossNotice = (page: Page): Locator =>
  page.getByRole('status').filter({ hasText: 'Gravação descartada.Você não está mais na conversa com Rita Moura.' })

const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Mensagem' })

/** The members of an element that the test uses. */
interface Element {
  getAttribute: (name: string) => string | null
}

/** The members of an <audio> that the test uses. */
interface Player {
  duration: number
  currentTime: number
  src: string
  play: () => Promise<void>
}

async function expectHeard(page: Page, type: string) {
  const audio = page.getByRole('log', { name: 'Conversa' }).locator('audio')
  await expect(audio).toHaveCount(1)
  await expect.poll(() => audio.evaluate((player: Player) => player.duration)).toBeGreaterThan(1)
  await audio.evaluate((player: Player) => player.play())
  await expect.poll(() => audio.evaluate((player: Player) => player.currentTime)).toBeGreaterThan(0)
  const file = await page.request.get(await audio.evaluate((player: Player) => player.src))
  expect(file.headers()['content-type']).toBe(type)
  expect((await file.body()).length).toBeGreaterThan(10_000)
}

const openMicrophones = (page: Page): Promise<number> => page.evaluate<number>('openMicrophones()')

const countMicrophones = `{
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
  const tracks = []
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    const stream = await open(wanted)
    tracks.push(...stream.getTracks())
    return stream
  }
  window.openMicrophones = () => tracks.filter(({ readyState }) => readyState === 'live').length
  window.unplugMicrophones = () => tracks.forEach((track) => track.dispatchEvent(new Event('ended')))
}`

const withoutMicrophone = `
  navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'))
`

/** Fails once. */
const failToRecord = `{
  const { start } = MediaRecorder.prototype
  MediaRecorder.prototype.start = function () {
    MediaRecorder.prototype.start = start
    throw new Error('the recorder does not start')
  }
}`

/** A low bit rate, so that the recording is small however long it takes. */
const recordCoarsely = `
  window.MediaRecorder = class extends MediaRecorder {
    constructor(stream, options) {
      super(stream, { ...options, audioBitsPerSecond: 6000 })
    }
  }
`
