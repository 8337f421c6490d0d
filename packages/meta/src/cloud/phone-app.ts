import type { PhoneContact } from '@guiche/channel'
import { z } from 'zod'
import type { GraphClient } from '../graph/graph-client.ts'
import { GraphError } from '../graph/graph-error.ts'
import { type NumberKey, digitsIn } from './number-access.ts'

/** What the app on a phone tells of itself, if the phone has a number too: its contacts, and what was written before. */
export type PhoneAppPart = 'contacts' | 'history'

const syncTypes: Record<PhoneAppPart, string> = { contacts: 'smb_app_state_sync', history: 'history' }

/** Refusals of that question. It may be asked once, and within a day after the number came. */
const alreadyAsked = 2593107
const tooLate = 2593108
/** The business keeps its history to itself. Told by a webhook. */
export const notShared = 2593109

const Accepted = z.object({ messaging_product: z.string() })

/** Asks for a part, which comes by webhooks. */
export async function askPhoneApp(
  graph: GraphClient,
  { phoneNumberId, token }: NumberKey,
  part: PhoneAppPart,
): Promise<'asked' | 'asked before' | 'too late'> {
  const path = `/${encodeURIComponent(phoneNumberId)}/smb_app_data`
  const json = { messaging_product: 'whatsapp', sync_type: syncTypes[part] }
  try {
    await graph.call({ method: 'POST', path, token, json, what: `ask a phone for its ${part}` }, Accepted)
    return 'asked'
  } catch (error) {
    if (error instanceof GraphError && error.code === alreadyAsked) return 'asked before'
    if (error instanceof GraphError && error.code === tooLate) return 'too late'
    throw error
  }
}

const text = z.string().default('').catch('')
const Contact = z.object({
  type: z.literal('contact'),
  contact: z.object({ full_name: text, first_name: text, phone_number: z.coerce.string() }),
  action: z.enum(['add', 'remove']),
})
const Contacts = z.object({ state_sync: z.array(z.unknown()) })

/** What was saved or removed on the phone, in order. */
export interface ContactNews {
  contact: PhoneContact
  isRemoved: boolean
}

export function readContactNews(value: unknown): ContactNews[] {
  const items = Contacts.safeParse(value).data?.state_sync ?? []
  return items.flatMap((item) => {
    const { contact, action } = Contact.safeParse(item).data ?? {}
    if (!contact) return []
    const name = contact.full_name || contact.first_name
    return {
      contact: { number: digitsIn(contact.phone_number), name, pushName: '', isKnown: true },
      isRemoved: action === 'remove',
    }
  })
}
