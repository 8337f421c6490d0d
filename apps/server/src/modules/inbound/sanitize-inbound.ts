import { createHash } from 'node:crypto'
import type { Inbound } from '@guiche/channel'

/** What we have offered has no longer ones. Anything else is what the customer wrote. */
const validChoice = /^[^\p{Cc}]{1,255}$/u

/** Longer than the ids of any network, and short enough for an index. */
const validId = /^[\x21-\x7e]{1,255}$/

/**
 * Replaces everything that cannot be stored, whatever a stranger sends, because an entry that always fails would hold
 * up its chat. Undefined: the event is about a message that cannot exist.
 */
export function sanitizeInbound(inbound: Inbound): Inbound | undefined {
  if (inbound.kind === 'group' || inbound.kind === 'reached') return inbound
  if (inbound.kind === 'taken' && !validId.test(inbound.networkId)) return undefined
  if (inbound.kind !== 'message') return validId.test(inbound.externalId) ? inbound : undefined
  const { externalId, quotedExternalId, choiceId, media, ...message } = inbound
  return {
    ...message,
    externalId: validId.test(externalId) ? externalId : `odd-${createHash('sha256').update(externalId).digest('hex')}`,
    ...(quotedExternalId !== undefined && validId.test(quotedExternalId) && { quotedExternalId }),
    ...(choiceId !== undefined && validChoice.test(choiceId) && { choiceId }),
    ...(media && { media: 'source' in media ? { ...media, bytes: sizeOf(media.bytes) } : media }),
  }
}

const sizeOf = (bytes: number | null) => (Number.isSafeInteger(bytes) && bytes !== null && bytes >= 0 ? bytes : null)
