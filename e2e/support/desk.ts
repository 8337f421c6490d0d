import { type Browser, type BrowserContextOptions, type Locator, type Page, expect } from '@playwright/test'
import type { Credentials } from './call.ts'
import { pictureNamed } from './media/picture.ts'
import type { Server } from './server.ts'
import { chooseInMenuOf } from './messages/menu.ts'

/** An attendant's workspace in a browser context of its own. */
export interface Desk {
  page: Page
  tab: (name: 'Atendendo' | 'Aguardando' | 'Grupos') => Locator
  /** The row of this contact in the ticket list. */
  row: (contact: string) => Locator
  accept: (contact: string) => Promise<void>
  open: (contact: string) => Promise<void>
  /** Shows the log of the open ticket in a dialog. */
  openLog: () => Promise<void>
  conversation: Locator
  /** The bubble in the conversation where this text appears first. */
  message: (text: string) => Locator
  write: (text: string) => Promise<void>
  writeNote: (text: string) => Promise<void>
  sendPicture: (name: string, caption: string) => Promise<void>
  replyTo: (text: string, answer: string) => Promise<void>
  expectTick: (text: string, tick: 'Enviada' | 'Entregue' | 'Lida') => Promise<void>
}

export async function openDesk(
  browser: Browser,
  server: Server,
  person: Credentials,
  options?: BrowserContextOptions,
): Promise<Desk> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await logIn(page, server, person)
  return deskOn(page)
}

export async function logIn(page: Page, server: Pick<Server, 'url'>, person: Credentials): Promise<void> {
  await submitLogin(page, server, person)
  await expect(page).toHaveURL(/\/tickets/)
}

/** Fills in the login, wherever it leads. */
export async function submitLogin(page: Page, { url }: Pick<Server, 'url'>, person: Credentials): Promise<void> {
  await page.goto(`${url}/login`)
  await fillLogin(page, person)
}

/** In the login that is shown already. */
export async function fillLogin(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
}

export function deskOn(page: Page): Desk {
  const list = page.getByRole('region', { name: 'Conversas' })
  const conversation = page.getByRole('log', { name: 'Mensagens' })
  const tab = (name: string) => list.getByRole('tab', { name })
  const row = (contact: string) => list.getByRole('listitem').filter({ hasText: contact })
  const message = (text: string) => conversation.getByRole('listitem').filter({ hasText: text }).first()

  async function send(field: Locator, text: string) {
    await field.fill(text)
    await field.press('Enter')
    await expect(message(text)).toBeVisible()
  }
  const write = (text: string) => send(page.getByRole('textbox', { name: 'Mensagem' }), text)

  return {
    page,
    tab,
    row,
    conversation,
    message,
    write,
    accept: async (contact) => {
      await tab('Aguardando').click()
      await row(contact).getByRole('button', { name: 'Aceitar' }).click()
      await expect(row(contact).getByRole('button', { name: 'Aceitar' })).toHaveCount(0)
      await expect(conversation).toBeVisible()
    },
    open: async (contact) => {
      await row(contact).getByRole('link').click()
      await expect(conversation).toBeVisible()
    },
    openLog: async () => {
      await page.getByRole('main').getByRole('button', { name: 'Mais ações' }).last().click()
      await page.getByRole('menuitem', { name: 'Histórico do ticket' }).click()
    },
    writeNote: async (text) => {
      await page.getByRole('tab', { name: 'Nota privada' }).click()
      await send(page.getByRole('textbox', { name: 'Nota privada' }), text)
      await page.getByRole('tab', { name: 'Responder' }).click()
    },
    sendPicture: async (name, caption) => {
      const choosing = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Anexar' }).click()
      await page.getByRole('menuitem', { name: 'Fotos, vídeos e arquivos' }).click()
      await (await choosing).setFiles(await pictureNamed(name, page))
      await write(caption)
    },
    replyTo: async (text, answer) => {
      await chooseInMenuOf(message(text), 'Responder')
      await write(answer)
    },
    expectTick: (text, tick) => expect(message(text).getByRole('img', { name: tick })).toBeVisible(),
  }
}
