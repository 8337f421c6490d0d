import { type Browser, type BrowserContextOptions, type Locator, type Page, expect } from '@playwright/test'
import type { WebChat } from './company.ts'
import { pictureNamed } from './media/picture.ts'
import type { Server } from './server.ts'

/** A visitor of the company's chat page in a browser context of its own. */
export interface Chat {
  page: Page
  write: (text: string) => Promise<void>
  sendPicture: (name: string, caption: string) => Promise<void>
  replyTo: (text: string, answer: string) => Promise<void>
  /** The messages that contain this text. */
  message: (text: string) => Locator
  /** Expects the delivery state of an own message. */
  expectTick: (text: string, tick: 'Enviada' | 'Entregue' | 'Lida') => Promise<void>
}

export async function openChat(
  browser: Browser,
  server: Server,
  webChat: Pick<WebChat, 'token'>,
  name: string,
  options?: BrowserContextOptions,
): Promise<Chat> {
  const context = await browser.newContext(options)
  return enterChat(await context.newPage(), server, webChat, name)
}

export async function enterChat(
  page: Page,
  { url }: Server,
  { token }: Pick<WebChat, 'token'>,
  name: string,
): Promise<Chat> {
  await page.goto(`${url}/chat/${token}`)
  return chatAt(page, name)
}

/** The chat of a page that shows it already. */
export async function chatAt(page: Page, name: string): Promise<Chat> {
  await page.getByLabel('Nome').fill(name)
  await page.getByRole('button', { name: 'Começar a conversa' }).click()
  return chatOn(page)
}

function chatOn(page: Page): Chat {
  const log = page.getByRole('log', { name: 'Conversa' })
  const field = page.getByRole('textbox', { name: 'Mensagem' })
  const message = (text: string) => log.locator('[data-id]').filter({ hasText: text })

  async function write(text: string) {
    await field.fill(text)
    await field.press('Enter')
    await expect(message(text)).toBeVisible()
  }

  return {
    page,
    message,
    write,
    sendPicture: async (name, caption) => {
      const choosing = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Anexar' }).click()
      await (await choosing).setFiles(await pictureNamed(name, page))
      await write(caption)
    },
    replyTo: async (text, answer) => {
      const quoted = message(text)
      await quoted.hover()
      await quoted.getByRole('button', { name: 'Responder' }).click()
      await write(answer)
    },
    expectTick: (text, tick) => expect(message(text).getByRole('img', { name: tick })).toBeVisible(),
  }
}
