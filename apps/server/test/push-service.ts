import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import type { PushNotice } from '@guiche/contract'
import { createTlsIdentity } from '@guiche/wa-testserver'
import { type Outside, createOutside } from '../src/platform/outside/outside.ts'

/** A browser that has subscribed at the push service of the tests. */
export interface TestBrowser {
  /** The body of the call that subscribes it. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  /** What it was sent, decrypted. */
  notices: PushNotice[]
  /** The headers of the messages. */
  headers: IncomingMessage['headers'][]
  /** The service answers with this status from now on. */
  answerWith(status: number): void
}

export interface PushService {
  /** Reaches the service, although it is on this machine. */
  outside: Outside
  browser(): TestBrowser
  close(): Promise<void>
}

/** A push service on this machine, with browsers that decrypt what they are sent. */
export async function createPushService(): Promise<PushService> {
  const identity = createTlsIdentity()
  const browsers = new Map<string, (request: IncomingMessage, body: Buffer) => number>()
  const server = createServer(identity, (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const take = browsers.get(request.url ?? '')
      response.writeHead(take ? take(request, Buffer.concat(parts)) : 404).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  return {
    outside: createOutside({ isInside: () => false, ca: identity.cert, ports: [port] }),
    browser,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  function browser(): TestBrowser {
    const path = `/send/${randomBytes(12).toString('base64url')}`
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    const auth = randomBytes(16)
    const notices: PushNotice[] = []
    const headers: IncomingMessage['headers'][] = []
    let status = 201
    browsers.set(path, (request, body) => {
      headers.push(request.headers)
      notices.push(JSON.parse(decrypt(body, { pair, auth })))
      return status
    })
    return {
      subscription: {
        endpoint: `https://localhost:${port}${path}`,
        keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
      },
      notices,
      headers,
      answerWith: (next) => void (status = next),
    }
  }
}

/** As a browser does it (RFC 8291). */
function decrypt(body: Buffer, { pair, auth }: { pair: ReturnType<typeof createECDH>; auth: Buffer }): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const sealed = body.subarray(21 + sender.length)
  if (sealed.length > body.readUInt32BE(16)) throw new Error('the message is longer than its record')
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, about, 32))
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
  const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}
