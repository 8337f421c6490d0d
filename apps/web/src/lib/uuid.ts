const insecure: Pick<Crypto, 'getRandomValues'> & { randomUUID?: () => string } = crypto

/** A random id. Pages without HTTPS (a server in a local network) have no `crypto.randomUUID`. */
export function randomId(): string {
  return insecure.randomUUID?.() ?? uuidOf(insecure.getRandomValues(new Uint8Array(16)))
}

function uuidOf(bytes: Uint8Array): string {
  const marked = bytes.with(6, ((bytes[6] ?? 0) & 0x0f) | 0x40).with(8, ((bytes[8] ?? 0) & 0x3f) | 0x80)
  const text = [...marked].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
