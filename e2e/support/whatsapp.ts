import { type Contact, type Phone, type WaServer, createWaServer } from '@guiche/wa-testserver'
import { type Locator, type Page, expect, test } from '@playwright/test'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import type { Server } from './server.ts'

/** A WhatsApp test server for all tests of a file. Call this before `serverOfFile`, which needs its address. */
export function whatsAppOfFile(): () => WaServer {
  let whatsApp: WaServer | undefined
  test.beforeAll(async () => {
    whatsApp = await createWaServer({ initialKeys: 'few' })
  })
  test.afterAll(() => whatsApp?.stop())
  return () => {
    if (!whatsApp) throw new Error('The WhatsApp test server is available only while tests run.')
    return whatsApp
  }
}

/** Decodes the picture of a QR code, as a phone does. */
export async function readCode(code: Locator): Promise<string> {
  const { data, info } = await sharp(await code.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}

interface NewConnection {
  name: string
  queues?: string[]
  /** What customers are told, by the label of the field. */
  texts?: Record<string, string>
}

/** Creates a connection in the browser and links the phone with the picture of the code. */
export async function linkByPage(
  page: Page,
  server: Pick<Server, 'url'>,
  phone: Phone,
  connection: NewConnection,
): Promise<void> {
  await linkDialogOf(page, server, connection)
  await phone.scan(await readCode(page.getByRole('img', { name: 'QR Code para vincular o celular' })))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('row', { name: connection.name })).toContainText('Conectada')
}

/** Creates a connection in the browser; the dialog then shows its code. */
export async function linkDialogOf(
  page: Page,
  { url }: Pick<Server, 'url'>,
  { name, queues = [], texts = {} }: NewConnection,
): Promise<void> {
  await page.goto(`${url}/connections`)
  await page.getByRole('button', { name: 'Nova conexão' }).first().click()
  await page.getByRole('menuitem', { name: 'WhatsApp', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nome').fill(name)
  if (queues.length > 0) await dialog.getByRole('combobox', { name: 'Filas' }).click()
  for (const queue of queues) await page.getByRole('option', { name: queue }).click()
  if (Object.keys(texts).length > 0) await dialog.getByRole('tab', { name: 'Mensagens' }).click()
  for (const [label, text] of Object.entries(texts)) await dialog.getByRole('textbox', { name: label }).fill(text)
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('img', { name: 'QR Code para vincular o celular' })).toBeVisible()
}

/** The customer reads a text; resolves with all of it. */
export const reads = async (contact: Contact, part: string): Promise<string> =>
  (await contact.waitForMessage(({ text }) => text?.includes(part) === true, 60_000)).text ?? ''

/** In a later second: what is written in the second of a text was, for WhatsApp, written before it was read. */
export async function answers(chat: ReturnType<Contact['chat']>, text: string): Promise<void> {
  await untilNextSecond()
  await chat.text(text)
}

/** WhatsApp's times have no parts of a second. */
export async function untilNextSecond(): Promise<void> {
  const second = () => Math.floor(Date.now() / 1000)
  const now = second()
  await expect.poll(second, { intervals: [50] }).toBeGreaterThan(now)
}
