import type { ContactBody, ContactChange } from '@guiche/contract'
import type { z } from 'zod'
import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { refusing } from '#platform/database/refusing'
import { AppError, badRequest, notFound } from '#platform/errors'
import {
  type ContactRow,
  type ContactValues,
  type FieldValue,
  type LockedContact,
  addIdentities,
  changeContact,
  findContacts,
  insertContact,
  insertContacts,
  lockContact,
  setNumber,
  replaceFields,
  toggle,
} from './contacts.repository.ts'
import { assertSeesCurrentTickets } from '#modules/visibility'
import { presentNumber } from './contacts.presenter.ts'
import { keptIfMasked } from './mask-number.ts'

type NewContact = z.output<typeof ContactBody>
type Change = z.output<typeof ContactChange>

export async function createContact(ctx: Ctx, body: NewContact): Promise<ContactRow> {
  const phone = digitsOf(body.number)
  const contactId = await insertContact(ctx, { ...valuesOf(body), name: body.name, phone })
  await refusing(setNumber(ctx, contactId, phone), duplicated)
  await replaceFields(ctx, contactId, fieldsOf(body.extraInfo ?? []))
  ctx.emit('contact.saved', { contactId, isNew: true })
  return getContact(ctx, contactId)
}

/**
 * Absent fields are left as they are. Extra information, if sent, is replaced as a whole. Numbers that are sent back
 * masked stay as they are stored.
 */
export async function updateContact(ctx: Ctx, contactId: number, change: Change): Promise<ContactRow> {
  const contact = await lockContact(ctx, contactId)
  if (!contact) throw notFound('ERR_NO_CONTACT_FOUND')

  const phone = newNumberOf(contact, change.number ?? '')
  if (phone && contact.is_group) throw badRequest('ERR_WAPP_INVALID_CONTACT')
  if (phone) await changeNumber(ctx, contact, phone)
  const name = change.name === undefined ? undefined : keptIfMasked(change.name, contact.name)
  await changeContact(ctx, contactId, { ...valuesOf({ ...change, name }), phone })
  if (change.extraInfo) {
    const { fields } = await getContact(ctx, contactId)
    await replaceFields(ctx, contactId, withoutMasks(fieldsOf(change.extraInfo), fields ?? []))
  }
  return emitSaved(ctx, contactId)
}

/** New messages in the contact's conversations go to the new number. */
async function changeNumber(ctx: Ctx, { id, phone }: LockedContact, number: string): Promise<void> {
  await assertSeesCurrentTickets(ctx, id)
  await refusing(setNumber(ctx, id, number), duplicated)
  await audit(ctx, {
    action: 'contact.number',
    object: 'contact',
    objectId: id,
    detail: { before: phone, after: number },
  })
}

export async function toggleOf(
  ctx: Ctx,
  contactId: number,
  what: 'bot_disabled' | 'accepts_audio',
): Promise<ContactRow> {
  if (!(await toggle(ctx, contactId, what))) throw notFound('ERR_NO_CONTACT_FOUND')
  return emitSaved(ctx, contactId)
}

export async function getContact(ctx: Ctx, contactId: number): Promise<ContactRow> {
  const [contact] = await findContacts(ctx, [contactId])
  if (!contact) throw notFound('ERR_NO_CONTACT_FOUND')
  return contact
}

const duplicated = { contact_identities_company_id_kind_scope_key_key: () => badRequest('ERR_DUPLICATED_CONTACT') }

/** A number is stored as its digits, with the country code. */
export function digitsOf(number: string): string {
  const digits = number.replace(/[\s().+-]/g, '')
  if (!/^\d{8,15}$/.test(digits)) throw badRequest('ERR_WAPP_INVALID_CONTACT')
  return digits
}

/** Undefined for an empty number, and for a masked or stand-in number that the client sends back unchanged. */
export function newNumberOf(contact: Pick<ContactRow, 'id' | 'phone'>, sent: string): string | undefined {
  const known = ['', presentNumber(contact, false), presentNumber(contact, true)]
  return known.includes(sent) ? undefined : digitsOf(sent)
}

const valuesOf = ({ name, email, disableBot, acceptAudioMessage }: Change): ContactValues => ({
  name,
  email,
  bot_disabled: disableBot,
  accepts_audio: acceptAudioMessage,
})

/** Clients that send no ids send a masked field as one of the same name and value. */
function withoutMasks(sent: readonly FieldValue[], stored: readonly (FieldValue & { id: number })[]): FieldValue[] {
  return sent.map((field) => {
    const known = stored.find((one) => (field.id === null ? isSameMasked(field, one) : field.id === one.id))
    return known
      ? { ...field, name: keptIfMasked(field.name, known.name), value: keptIfMasked(field.value, known.value) }
      : field
  })
}

const isSameMasked = (sent: FieldValue, stored: FieldValue) =>
  (['name', 'value'] as const).every((part) => keptIfMasked(sent[part], stored[part]) === stored[part])

/** A row without a name was left empty in the form. */
const fieldsOf = (fields: NonNullable<Change['extraInfo']>): FieldValue[] =>
  fields.filter(({ name }) => name !== '').map(({ id, name, value }) => ({ id: id ?? null, name, value }))

export async function emitSaved(ctx: Ctx, contactId: number): Promise<ContactRow> {
  ctx.emit('contact.saved', { contactId })
  return getContact(ctx, contactId)
}

/** A contact of an import. */
interface Imported {
  /** Empty: the contact is called by its number. */
  name: string
  number: string
  email?: string
  lid?: string | null
}

const numberIsTaken = () => new AppError('ERR_DUPLICATED_CONTACT', 409)

/** For `againIfTaken`: somebody else may store one of the numbers at the same moment. */
export const refusingTaken = <T>(work: Promise<T>): Promise<T> =>
  refusing(work, {
    contact_identities_company_id_kind_scope_key_key: numberIsTaken,
    // A deadlock with somebody who stores the same numbers.
    '40P01': numberIsTaken,
  })

/** Adds the contacts of an import, and returns their ids in the same order. */
export async function createContacts(ctx: Ctx, contacts: readonly Imported[]): Promise<number[]> {
  if (contacts.length === 0) return []
  const ids = await insertContacts(
    ctx,
    contacts.map(({ name, number, email = '' }) => ({
      name: name || number,
      is_nameless: name === '',
      email,
      is_group: false,
      phone: number,
    })),
  )
  const identities = contacts.flatMap(({ number, lid }, nth) => {
    const contact_id = ids[nth] ?? null
    return [{ contact_id, kind: 'phone', value: number }, ...(lid ? [{ contact_id, kind: 'lid', value: lid }] : [])]
  })
  await refusingTaken(addIdentities(ctx, identities))
  return ids
}

const maxTries = 5

/** Does the work again if somebody else stored one of its numbers at the same moment. */
export async function againIfTaken<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      const isTaken = error instanceof AppError && error.code === 'ERR_DUPLICATED_CONTACT'
      if (!isTaken || tries === maxTries) throw error
    }
  }
}
