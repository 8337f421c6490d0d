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

/** The way that tells of the past like this. Undefined: none does, or several do. */
export function wayThatSends(history: ChannelFacts['sendsHistory']): StoredChannel | undefined {
  const ways = channelsThat(({ sendsHistory }) => sendsHistory === history)
  return ways.length === 1 ? ways[0] : undefined
}

/** The way that has given a message its id, as the mark of the id says. Undefined: it has none. */
export const wayOfId = (id: string): StoredChannel | undefined =>
  allFacts.find(({ idPrefix }) => idPrefix !== null && id.startsWith(idPrefix))?.name

/** Whether the id of a message holds the number of its customer, in other letters. Ids that have a mark do. */
export const holdsNumber = (externalId: string): boolean => wayOfId(externalId) !== undefined

/** Patterns of the ids that the ways with a mark give, which no other way gives. */
export const markedIds: readonly string[] = allFacts.flatMap(({ idPrefix }) =>
  idPrefix === null ? [] : `${idPrefix}%`,
)
