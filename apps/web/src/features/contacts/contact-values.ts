import { ContactBody, ContactChange, type ContactView } from '@guiche/contract'
import { hasPhone } from '../../lib/phone.ts'

/** The values of the dialog's form. */
export interface ContactValues extends Record<string, unknown> {
  name: string
  number: string
  email: string
  extraInfo: { id: number | null; key: string; name: string; value: string }[]
}

/** A number that is masked for this user is neither editable nor sent back. */
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

/** A new contact needs a number; an existing one may have none (a visitor of the web chat). */
export const rulesFor = (contact: ContactView | undefined) =>
  contact
    ? ContactChange.pick({ name: true, number: true, email: true })
    : ContactBody.pick({ name: true, number: true, email: true })

export function bodyOf({ name, number, email, extraInfo }: ContactValues) {
  const filled = extraInfo.filter((info) => info.name.trim() !== '')
  return { name, number, email, extraInfo: filled.map(({ id, name: label, value }) => ({ id, name: label, value })) }
}
