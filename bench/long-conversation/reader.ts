import type { Page } from '@playwright/test'
import type { Conversation } from './long-ticket.ts'

export interface Scrolled {
  /** ms between two frames. */
  frames: number[]
  /** How many tasks took longer than 50 ms. */
  longTasks: number
}

/** Goes to a conversation as a link does, without loading the page; ms from the click to painted. */
export const openConversation = (page: Page, { uuid }: Conversation): Promise<number> =>
  page.evaluate<number>(`(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const shown = () => document.querySelector('[role="log"] [data-message]')
    const before = shown()
    const begun = performance.now()
    history.pushState(history.state, '', '/tickets/${uuid}')
    while (!shown() || shown() === before) {
      await frame()
      if (performance.now() - begun > 20000) throw new Error('the conversation was not shown')
    }
    await frame()
    return performance.now() - begun
  })()`)

/** Scrolls up until all messages are loaded; returns how many rows are rendered then. */
export const loadAll = (page: Page): Promise<number> =>
  page.evaluate<number>(`(async () => {
    const log = document.querySelector('[role="log"]')
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    let moved = performance.now()
    let height = 0
    // Nothing has been added for two seconds: this is the first message.
    while (performance.now() - moved < 2000) {
      log.scrollTo(0, 0)
      await frame()
      if (Math.abs(log.scrollHeight - height) > 200) moved = performance.now()
      height = log.scrollHeight
    }
    log.scrollTo(0, log.scrollHeight)
    await frame()
    await frame()
    return log.querySelectorAll('li').length
  })()`)

/** Presses keys in the composer; ms from each key to the frame after it was painted. */
export async function typeKeys(page: Page, count: number): Promise<number[]> {
  // Somebody else serves the ticket, so the composer may write a note.
  const field = page.getByRole('textbox', { name: /^(Mensagem|Nota privada)$/ })
  await field.fill('')
  await field.focus()
  await page.evaluate(`window.keys = []
    document.activeElement.onkeydown = ({ timeStamp }) =>
      requestAnimationFrame(() => setTimeout(() => window.keys.push(performance.now() - timeStamp)))`)
  for (let index = 0; index < count; index += 1) await page.keyboard.press('abcdefgh '[index % 9] ?? 'a', { delay: 20 })
  await page.waitForFunction(`window.keys.length === ${count}`)
  const keys = await page.evaluate<number[]>('document.activeElement.onkeydown = null, window.keys')
  await field.fill('')
  return keys
}

const conversation = '[role="log"]'

/** Scrolls up and down by 60 px with every frame. `scroller`: a selector. */
export const scrollFor = (page: Page, seconds: number, scroller = conversation): Promise<Scrolled> =>
  page.evaluate<Scrolled>(`(async () => {
    const log = document.querySelector(${JSON.stringify(scroller)})
    const frames = []
    let longTasks = 0
    const observer = new PerformanceObserver((list) => (longTasks += list.getEntries().length))
    observer.observe({ entryTypes: ['longtask'] })
    const begun = performance.now()
    let before = begun
    let step = -60
    while (performance.now() - begun < ${seconds * 1000}) {
      const top = log.scrollTop
      log.scrollTo(0, top + step)
      if (log.scrollTop === top) step = -step
      const now = await new Promise((resolve) => requestAnimationFrame(resolve))
      frames.push(now - before)
      before = now
    }
    observer.disconnect()
    return { frames: frames.slice(2), longTasks }
  })()`)

/**
 * Covers the conversation with a thousand copies of its rows that no code looks after: what this browser on this machine
 * can scroll. Returns a selector.
 */
export async function coverWithCopy(page: Page): Promise<string> {
  await page.evaluate(`(() => {
    const log = document.querySelector('${conversation}')
    const { top, left, width, height } = log.getBoundingClientRect()
    const rows = [...log.querySelectorAll('li')]
    const list = document.createElement('ol')
    while (list.children.length < 1000) {
      for (const row of rows) {
        const copy = row.cloneNode(true)
        copy.removeAttribute('style')
        list.append(copy)
      }
    }
    const cover = document.createElement('div')
    cover.id = 'cover'
    cover.className = log.className
    cover.style.cssText = 'position: fixed; z-index: 9999; overflow: auto; background: white;' +
      'top: ' + top + 'px; left: ' + left + 'px; width: ' + width + 'px; height: ' + height + 'px'
    cover.append(list)
    document.body.append(cover)
    cover.scrollTop = cover.scrollHeight / 2
  })()`)
  return '#cover'
}
