import { createHash } from 'node:crypto'
import type { Inbound } from '@guiche/channel'

/** Longer than the ids of any network, and short enough for an index. */
const plain = /^[\x21-\x7e]{1,255}$/

/**
 * What a channel tells, so that it can be stored whatever a stranger has put into it: an entry that can never be worked off
 * would hold up its chat. Undefined: it is about a message that cannot exist.
 */
export function soundInbound(inbound: Inbound): Inbound | undefined {
  if (inbound.kind === 'group') return inbound
  if (inbound.kind !== 'message') return plain.test(inbound.externalId) ? inbound : undefined
  const { externalId, quotedExternalId, media, ...message } = inbound
  return {
    ...message,
    externalId: plain.test(externalId) ? externalId : `odd-${createHash('sha256').update(externalId).digest('hex')}`,
    ...(quotedExternalId !== undefined && plain.test(quotedExternalId) && { quotedExternalId }),
    ...(media && { media: 'source' in media ? { ...media, bytes: sizeOf(media.bytes) } : media }),
  }
}

const sizeOf = (bytes: number | null) => (Number.isSafeInteger(bytes) && bytes !== null && bytes >= 0 ? bytes : null)
