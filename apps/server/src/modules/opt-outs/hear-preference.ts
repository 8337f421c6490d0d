import type { Identity } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { ownersOf } from '#modules/contacts'
import { enter, optOutPeople } from './opt-outs.repository.ts'

/**
 * Somebody has told their network that they want no marketing, or want it again. It is no answer to a message of ours. `person`: all
 * that the network calls them by.
 */
export async function hearPreference(ctx: Ctx, person: readonly Identity[], isOut: boolean): Promise<void> {
  const owners = await ownersOf(ctx, person)
  const contacts = new Set(owners.flatMap((owner) => owner ?? []))
  for (const contactId of contacts) await enter(ctx, { isOut, source: 'network', contactId })
  // Nobody has talked to them yet, so there is nothing to come back from. One entry is one person.
  if (isOut && contacts.size === 0) await optOutPeople(ctx, person.slice(0, 1), 'network')
}
