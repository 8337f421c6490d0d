import { ContactBody, ContactChange, type ContactView } from '@guiche/contract'
import { hasPhone } from '../../lib/phone.ts'

/** What the dialog asks. */
export interface ContactValues extends Record<string, unknown> {
  name: string
  number: string
  email: string
  extraInfo: { id: number | null; key: string; name: string; value: string }[]
}

/** A number that is masked for this person is neither shown to be changed nor sent back. */
export const isMasked = (number: string): boolean => /[*•]/.test(number)

export function valuesOf(contact: ContactView | undefined, given: Partial<ContactValues> = {}): ContactValues {
  return {
    name: contact?.name ?? '',
    number: contact && hasPhone(contact.number) && !isMasked(contact.number) ? contact.number : '',
    email: contact?.email ?? '',
    extraInfo: contact?.extraInfo.map(({ id, name, value }) => ({ id, key: String(id), name, value })) ?? [],
    ...given,
  }
}

/** A new contact needs a number; one that exists may have none (a visitor of the web chat). */
export const rulesFor = (contact: ContactView | undefined) =>
  contact
    ? ContactChange.pick({ name: true, number: true, email: true })
    : ContactBody.pick({ name: true, number: true, email: true })

export function bodyOf({ name, number, email, extraInfo }: ContactValues) {
  const filled = extraInfo.filter((info) => info.name.trim() !== '')
  return { name, number, email, extraInfo: filled.map(({ id, name: label, value }) => ({ id, name: label, value })) }
}
