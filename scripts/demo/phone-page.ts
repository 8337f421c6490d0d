import { join } from 'node:path'
import { createPage } from '@guiche/pix-testserver/demo-page'
import type { Phone } from '@guiche/wa-testserver'
import { codeInPicture } from './code-in-picture.ts'
import type { Customers, Written } from './customers.ts'
import { listenFrom } from '../free-port.ts'

interface Options {
  phone: Phone
  customers: Customers
  /** The first port to try; the next free one is used. */
  port: number
  shownCode: () => Promise<string>
}

/**
 * Serves a page that simulates the company's phone, which scans codes, and the customers' phones, which write messages.
 */
export async function servePhonePage({ phone, customers, port, shownCode }: Options) {
  const page = createPage({
    html: join(import.meta.dirname, 'phone-page.html'),
    actions: {
      'GET /state': stateNow,
      'POST /scan-shown': async () => void (await phone.scan(await shownCode())),
      'POST /scan-text': async (body) => void (await phone.scan(textsIn(body)('code').trim())),
      'POST /scan-picture': async (picture) => {
        if (!Buffer.isBuffer(picture)) throw new Error('this is no picture')
        await phone.scan(await codeInPicture(picture))
      },
      'POST /write': (body, number = '') => customers.write(number, writtenIn(body)),
      'POST /read': (_body, number = '') => customers.read(number),
      'POST /cut': () => phone.linkedDevice.cut(),
      'POST /unlink': () => phone.linkedDevice.unlink(),
    },
    fileAt: (folder, number = '', id = '') => (folder === 'file' ? customers.file(number, id) : undefined),
  })
  return { url: `http://127.0.0.1:${await listenFrom(page, port)}` }

  function stateNow() {
    const device = phone.linkedDevices.at(-1)
    const { number, name } = phone
    return {
      phone: { number, name, isLinked: device !== undefined, isOnline: device?.isOnline ?? false },
      customers: customers.shown(),
    }
  }
}

/** Reads text fields of an object; a missing one is empty. */
function textsIn(body: unknown): (name: string) => string {
  const given = new Map<string, unknown>(Object.entries(body ?? {}))
  return (name) => {
    const value = given.get(name)
    return typeof value === 'string' ? value : ''
  }
}

function writtenIn(body: unknown): Written {
  const text = textsIn(body)
  const kind = text('kind')
  if (kind === 'text') return { kind, text: text('text') }
  if (kind !== 'image' && kind !== 'voice' && kind !== 'document')
    throw new Error(`there is no kind of message ${kind}`)
  const [base64, mimetype, fileName] = [text('base64'), text('mimetype'), text('fileName')]
  return { kind, base64, mimetype, fileName, text: text('text') }
}
