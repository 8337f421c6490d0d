import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { logInOn, openBrowser } from '../browser.ts'
import type { Testbed } from '../testbed.ts'
import { type Row, median, ms } from '../table.ts'

const root = join(import.meta.dirname, '../..')

/** Measures how much a browser loads, and how soon it shows a conversation that it has cached. */
export async function measureBrowser(testbed: Testbed): Promise<Row[]> {
  const browser = await openBrowser()
  try {
    const painted = await firstPaint(browser, testbed)
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' })
    let bytes = 0
    page.on('response', async (response) => {
      if (!/\.js(\?|$)/.test(response.url()) || response.fromServiceWorker()) return
      const body = await response.body().catch(() => Buffer.alloc(0))
      bytes += gzipSync(body).length
    })
    await logInOn(page, testbed)
    await page.waitForTimeout(1500)
    const firstLoad = bytes / 1024
    const samples: number[] = []
    for (let round = 0; round < 10; round += 1) {
      const took = await page.evaluate<number>(clickOtherTicket)
      if (round >= 2) samples.push(took)
      await page.waitForTimeout(300)
    }
    const opened = median(samples)
    const widget = join(root, 'apps/widget/dist/widget.js')
    const widgetSize = existsSync(widget) ? gzipSync(readFileSync(widget)).length / 1024 : Number.NaN
    return [
      {
        what: 'first paint of the login at 1.6 Mbit/s',
        ours: ms(painted),
        wanted: '< 1500 ms',
        holds: painted < 1500,
      },
      {
        what: 'first load of login and tickets, JavaScript, gzip',
        ours: `${firstLoad.toFixed(0)} kB`,
        wanted: '< 350 kB',
        holds: firstLoad < 350,
      },
      {
        what: 'a ticket in cache opens (click to painted)',
        ours: ms(opened),
        wanted: '< 100 ms',
        holds: opened < 100,
      },
      { what: 'widget, gzip', ours: `${widgetSize.toFixed(1)} kB`, wanted: '< 30 kB', holds: widgetSize < 30 },
    ]
  } finally {
    await browser.close()
  }
}

/** A phone on a slow line: 1.6 Mbit/s, 150 ms to the server and back. */
const slowLine = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}

/** In ms from the navigation, with an empty cache. */
async function firstPaint(browser: Browser, { whole }: Testbed): Promise<number> {
  const samples: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    const client = await context.newCDPSession(page)
    await client.send('Network.enable')
    await client.send('Network.emulateNetworkConditions', slowLine)
    await page.goto(`${whole.url}/login`)
    await page.getByLabel(/e-?mail/i).waitFor()
    samples.push(await page.evaluate<number>(`performance.getEntriesByName('first-contentful-paint')[0].startTime`))
    await context.close()
  }
  return median(samples)
}

/** Runs in the page, hence a string: ms from the click on a row to the frame after its conversation is shown. */
const clickOtherTicket = `(async () => {
  // Compared by id, because two conversations may have the same texts.
  const said = () => document.querySelector('[role="log"] [data-message]')?.dataset.message ?? ''
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const rows = [...document.querySelectorAll('li a[href*="/tickets/"]')].slice(0, 2)
  const other = rows.find((row) => new URL(row.href).pathname !== location.pathname)
  const before = said()
  const begun = performance.now()
  other.click()
  while (said() === before || said() === '') {
    await frame()
    if (performance.now() - begun > 20000)
      throw new Error('the conversation of ' + other.href + ' was not shown, ' + location.href + ' shows ' + said())
  }
  await frame()
  return performance.now() - begun
})()`
