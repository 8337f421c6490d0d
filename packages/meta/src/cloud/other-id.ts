/**
 * The id that a message has on the phone of its number, as a phone that was paired has told it: the network's id is wrapped around
 * it. Meta does not document that, so it may find a stored message, and its absence says nothing.
 */
export function otherIdIn(networkId: string): string | undefined {
  const [, encoded] = /^wamid\.([\w+/=-]{16,400})$/.exec(networkId) ?? []
  if (encoded === undefined) return undefined
  const [, wrapped] = wrapping.exec(Buffer.from(encoded, 'base64').toString('latin1')) ?? []
  if (wrapped === undefined) return undefined
  const id = wrapped.slice(1, 1 + wrapped.charCodeAt(0))
  return id.length === wrapped.charCodeAt(0) && /^[0-9A-Z]{8,64}$/.test(id) ? id : undefined
}

/** The number, who has written, and a text with its length before it. */
const wrapping = /^\x1c\x18[\s\S][0-9]{4,20}\x15[\s\S]\x00[\s\S]\x18([\s\S]{9,65})/
