import { type Page, expect } from '@playwright/test'
import { createCompany } from './support/company.ts'
import { deskOn, openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openTalk } from './support/talk.ts'

interface Manifest {
  name: string
  start_url: string
  display: string
  icons: { src: string; sizes: string; purpose?: string }[]
  shortcuts: { url: string }[]
}

test('The application can be installed, and offers it in the account menu', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const { page } = await openDesk(browser, server, company.admin)
  const client = await page.context().newCDPSession(page)

  const { errors } = await client.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors')
  // A context of a test is like a private window, from which nothing is installed.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
  const manifest: Manifest = await (await page.request.get(`${server.url}/manifest.webmanifest`)).json()
  for (const { src, sizes } of manifest.icons.filter((icon) => icon.src.endsWith('.png')))
    expect(await sizeOf(page, src)).toBe(sizes)
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable')
  for (const path of [manifest.start_url, ...manifest.shortcuts.map(({ url }) => url)]) {
    await page.goto(server.url + path)
    await expect(page).toHaveURL(server.url + path)
  }

  await test.step('the offer', async () => {
    await page.evaluate(`
      globalThis.prompts = 0
      const offer = new Event('beforeinstallprompt', { cancelable: true })
      offer.prompt = async () => { prompts += 1 }
      dispatchEvent(offer)
    `)
    await page.getByRole('button', { name: /^Conta de/ }).click()
    await page.getByRole('menuitem', { name: 'Instalar o Guichê' }).click()
    expect(await page.evaluate('prompts')).toBe(1)
    await page.getByRole('button', { name: /^Conta de/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Sair' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Instalar o Guichê' })).toHaveCount(0)
  })
})

test('The service worker answers no request and keeps nothing', async ({ browser, server }) => {
  const { ana } = await openTalk(browser, server, 'Quero um sofá')
  const { page } = ana
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  const served: string[] = []
  page.on('response', (response) => {
    if (response.fromServiceWorker()) served.push(response.url())
  })
  await page.reload()
  await expect(ana.message('Quero um sofá')).toBeVisible()

  expect(served).toEqual([])
  expect(await page.evaluate('caches.keys()')).toEqual([])
  const script = await page.request.get(`${server.url}/sw.js`)
  expect(script.headers()['cache-control']).toBe('no-cache')
})

test('A pushed notice is shown while no window is in use, and pressing it opens its ticket', async ({
  browser,
  server,
}) => {
  const { ana } = await openTalk(browser, server, 'Quero um sofá', { permissions: ['notifications'] })
  const { page } = ana
  const path = new URL(page.url()).pathname
  const subscribed = page.waitForRequest('**/push/subscriptions')
  await page.addInitScript(`
    document.hasFocus = () => false
    PushManager.prototype.subscribe = async () => ({
      toJSON: () => ({ endpoint: 'https://push.example.net/x', keys: ${JSON.stringify(browserKeys)} }),
    })
  `)
  await page.reload()
  expect((await (await subscribed).response())?.status()).toBe(200)
  await page.goto(`${server.url}/contacts`)
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('the page has no service worker')
  // The page is the focused one of its browser, so the worker finds no window while the notice comes.
  await worker.evaluate(`globalThis.found = clients.matchAll; clients.matchAll = async () => []`)
  const notice = { title: 'Rita Moura', body: 'Ainda aí?', tag: 'x', path }
  await worker.evaluate(`dispatchEvent(new PushEvent('push', { data: ${JSON.stringify(JSON.stringify(notice))} }))`)

  const shown = `registration.getNotifications().then((all) => all.map(({ title, body }) => title + ': ' + body))`
  await expect.poll(() => worker.evaluate(shown)).toEqual(['Rita Moura: Ainda aí?'])
  await worker.evaluate(`clients.matchAll = found; registration.getNotifications().then(([notification]) => {
    dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  })`)
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await expect(deskOn(page).message('Quero um sofá')).toBeVisible()
})

/** The example of RFC 8291. */
const browserKeys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

const sizeOf = (page: Page, src: string): Promise<string> =>
  page.evaluate(`(async () => {
    const image = new Image()
    image.src = ${JSON.stringify(src)}
    await image.decode()
    return image.naturalWidth + 'x' + image.naturalHeight
  })()`)
