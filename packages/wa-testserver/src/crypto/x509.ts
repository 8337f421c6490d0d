import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A private key and its self-signed certificate, both PEM. */
export interface TlsIdentity {
  key: string
  cert: string
}

/** Makes a self-signed TLS certificate for localhost, so that no key has to be kept in the repository. */
export function createTlsIdentity(): TlsIdentity {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(set(sequence(oid('2.5.4.3'), utf8('WhatsApp test server'))))
  const now = Date.now()
  const body = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([0x01]), randomBytes(15)])),
    sequence(oid('1.2.840.10045.4.3.2')),
    name,
    sequence(utcTime(now - 86_400_000), utcTime(now + 10 * 365 * 86_400_000)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    explicit(
      3,
      sequence(
        sequence(oid('2.5.29.19'), bool(true), octets(sequence(bool(true)))),
        sequence(
          oid('2.5.29.17'),
          octets(sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])))),
        ),
      ),
    ),
  )
  const signature = sign('sha256', body, privateKey)
  const certificate = sequence(
    body,
    sequence(oid('1.2.840.10045.4.3.2')),
    der(0x03, Buffer.concat([Buffer.from([0]), signature])),
  )
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  }
}

function der(tag: number, content: Uint8Array): Buffer {
  const length = content.length
  const head =
    length < 0x80 ? [tag, length] : length < 0x100 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(head), content])
}

const sequence = (...parts: Uint8Array[]) => der(0x30, Buffer.concat(parts))
const set = (...parts: Uint8Array[]) => der(0x31, Buffer.concat(parts))
const explicit = (index: number, content: Uint8Array) => der(0xa0 + index, content)
const integer = (value: Uint8Array) => der(0x02, value)
const octets = (value: Uint8Array) => der(0x04, value)
const utf8 = (value: string) => der(0x0c, Buffer.from(value))
const bool = (value: boolean) => der(0x01, Buffer.from([value ? 0xff : 0]))
const utcTime = (ms: number) =>
  der(0x17, Buffer.from(`${new Date(ms).toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`))

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const out = [first * 40 + second]
  for (const part of rest) {
    const groups = [part & 0x7f]
    for (let value = part >> 7; value > 0; value >>= 7) groups.unshift((value & 0x7f) | 0x80)
    out.push(...groups)
  }
  return der(0x06, Buffer.from(out))
}
