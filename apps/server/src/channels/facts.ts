import type { ChannelFacts, StoredChannel } from '@guiche/channel'
import { facebook, instagram, whatsAppCloud } from './facts/meta.ts'
import { webChat } from './facts/web-chat.ts'
import { whatsAppWeb } from './facts/whatsapp-web.ts'

/** Also of channels that this installation cannot speak: their connections and customers may be in its tables. */
const facts: Record<StoredChannel, ChannelFacts> = {
  whatsapp: whatsAppWeb,
  whatsapp_cloud: whatsAppCloud,
  facebook,
  instagram,
  webchat: webChat,
}

export const allFacts: readonly ChannelFacts[] = Object.values(facts)

export const factsOf = (channel: StoredChannel): ChannelFacts => facts[channel]

/** The channels of which something holds, as connections store them. */
export const channelsThat = (holds: (facts: ChannelFacts) => boolean): StoredChannel[] =>
  allFacts.filter(holds).map(({ name }) => name)

/** The channel whose customers are known by such a name; of a contact that is known by nothing, a paired phone. */
export const factsOfKind = (known: string | null): ChannelFacts =>
  allFacts.find(({ reachedBy, alsoKnownBy }) => [...reachedBy, ...alsoKnownBy].some((kind) => kind === known)) ??
  whatsAppWeb
