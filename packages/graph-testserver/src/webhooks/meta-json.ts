import { createHmac } from 'node:crypto'

/** JSON as Meta writes it: letters outside of ASCII and slashes are escaped. Who serialises it again gets other bytes. */
export function metaJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('/', String.raw`\/`)
    .replaceAll(/[\u0080-\uffff]/g, escaped)
}

const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The header `X-Hub-Signature-256` for these bytes. */
export function signatureOf(secret: string, bytes: string | Buffer): string {
  return `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`
}
