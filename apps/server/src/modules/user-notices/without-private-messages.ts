import type { Inbound } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { findPrivateIds } from './private-messages.repository.ts'

/**
 * Leaves out the phone's copies of what was sent to users, such as codes: as messages of a conversation, attendants would
 * read them (S34).
 */
export async function withoutPrivateMessages<I extends Inbound>(ctx: Ctx, inbound: readonly I[]): Promise<I[]> {
  const ids = inbound.flatMap((one) => (isOwnCopy(one) ? one.externalId : []))
  if (ids.length === 0) return [...inbound]
  const known = await findPrivateIds(ctx, ids)
  return inbound.filter((one) => !isOwnCopy(one) || !known.has(one.externalId))
}

/** The ids of messages that are sent from here are uuids; those of phones are not. */
const isOwnCopy = <I extends Inbound>(one: I): one is I & { kind: 'message' } =>
  one.kind === 'message' && one.isEcho === true && isUuid(one.externalId)

const isUuid = (id: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)
