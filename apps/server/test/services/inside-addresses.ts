/** Addresses that no user may have called (S58), whatever way they are written and whatever their names stand for. */
export const insideAddresses: readonly string[] = [
  'http://127.0.0.1',
  'http://localhost.',
  'http://0.0.0.0',
  'http://[::1]',
  'http://[::ffff:169.254.169.254]',
  'http://[64:ff9b::7f00:1]',
  'http://2130706433',
  'http://0x7f.1',
  'http://017700000001',
  'http://169.254.169.254',
  'http://100.64.0.1',
  'http://198.18.0.1',
  'http://[fd00::1]',
  'http://metadata.google.internal',
  'https://two.example',
  'https://nobody.example',
  'http://8.8.8.8:22',
  'file:///etc/passwd',
  'gopher://8.8.8.8',
  'http://user@127.0.0.1',
  'https://user:password@bots.example',
  'bots.example',
]

/** What the names stand for. All others lead outside. */
const names: Record<string, string[]> = {
  'metadata.google.internal': ['169.254.169.254'],
  'two.example': ['8.8.8.8', '10.0.0.1'],
  'nobody.example': [],
}

/** Of no machine, here or outside. */
const missing = new Set(['mistyped.example', 'printer.lan'])

export async function resolveName(name: string) {
  if (missing.has(name)) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' })
  return (names[name] ?? ['8.8.8.8']).map((address) => ({ address, family: 4 }))
}
