import type { Identity } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { ownersOf } from '#modules/contacts'
import { type Wish, enter, enterPeople } from './opt-outs.repository.ts'

/**
 * Somebody has told their network that they want no marketing, or want it again. It is no answer to a message of ours. `person`: all
 * that the network calls them by.
 */
export async function hearPreference(ctx: Ctx, person: readonly Identity[], wish: Wish): Promise<void> {
  const owners = await ownersOf(ctx, person)
  const contacts = new Set(owners.flatMap((owner) => owner ?? []))
  for (const contactId of contacts) await enter(ctx, { ...wish, source: 'network', contactId })
  // Nobody has talked to them yet. One entry is one person.
  if (contacts.size === 0) await enterPeople(ctx, person.slice(0, 1), { ...wish, source: 'network' })
}
