/**
 * The id that a message has on the phone of its number, as a phone that was paired has told it: the network's id is wrapped around
 * it. Meta does not document that, so it may find a stored message, and its absence says nothing.
 */
export function otherIdIn(networkId: string): string | undefined {
  const [, encoded] = /^wamid\.([\w+/=-]{16,400})$/.exec(networkId) ?? []
  if (encoded === undefined) return undefined
  const bytes = Buffer.from(encoded, 'base64')
  // A number with its length before it, by whom it was written, and the id with its length before it.
  const after = 3 + (bytes[2] ?? 0)
  if (bytes[0] !== 0x1c || bytes[1] !== 0x18 || bytes[after] !== 0x15 || bytes[after + 4] !== 0x18) return undefined
  const length = bytes[after + 5] ?? 0
  const id = bytes.toString('latin1', after + 6, after + 6 + length)
  return id.length === length && /^[0-9A-Z]{8,64}$/.test(id) ? id : undefined
}
