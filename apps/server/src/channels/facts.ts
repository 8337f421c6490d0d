import type { ChannelFacts, StoredChannel } from '@guiche/channel'
import { facebook, instagram, whatsAppCloud } from './facts/meta.ts'
import { webChat } from './facts/web-chat.ts'
import { whatsAppWeb } from './facts/whatsapp-web.ts'

/**
 * Includes channels that this installation does not run, because their connections and customers may be in its tables.
 */
const facts: Record<StoredChannel, ChannelFacts> = {
  whatsapp: whatsAppWeb,
  whatsapp_cloud: whatsAppCloud,
  facebook,
  instagram,
  webchat: webChat,
}

export const allFacts: readonly ChannelFacts[] = Object.values(facts)

export const factsOf = (channel: StoredChannel): ChannelFacts => facts[channel]

/** The stored names of the channels that satisfy the condition. */
export const channelsThat = (condition: (facts: ChannelFacts) => boolean): StoredChannel[] =>
  allFacts.filter(condition).map(({ name }) => name)

/** The channel of a kind of identity. Contacts without any belong to paired phones. */
export const factsOfKind = (known: string | null): ChannelFacts =>
  allFacts.find(({ reachedBy, alsoKnownBy }) => [...reachedBy, ...alsoKnownBy].some((kind) => kind === known)) ??
  whatsAppWeb

/** Whether the id of a message holds the number of its customer, in other letters. Ids that have a mark do. */
export const holdsNumber = (externalId: string): boolean =>
  allFacts.some(({ idPrefix }) => idPrefix !== null && externalId.startsWith(idPrefix))

/** Patterns of the ids that the ways with a mark give, which no other way gives. */
export const markedIds: readonly string[] = allFacts.flatMap(({ idPrefix }) =>
  idPrefix === null ? [] : `${idPrefix}%`,
)
