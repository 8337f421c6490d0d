import { type WaServer, createWaServer } from '@guiche/wa-testserver'
import { type Locator, test } from '@playwright/test'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'

/** A WhatsApp of its own for the tests of a file. Ask for it before the server that is to talk to it. */
export function whatsAppOfFile(): () => WaServer {
  let whatsApp: WaServer | undefined
  test.beforeAll(async () => {
    whatsApp = await createWaServer({ initialKeys: 'few' })
  })
  test.afterAll(() => whatsApp?.stop())
  return () => {
    if (!whatsApp) throw new Error('WhatsApp runs in tests only.')
    return whatsApp
  }
}

/** What a phone reads from a code, from its very picture. */
export async function readCode(code: Locator): Promise<string> {
  const { data, info } = await sharp(await code.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}
