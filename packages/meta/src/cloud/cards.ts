import { Email, cardsOf, escapedOfCard, vCardOf, valuesIn } from '@guiche/contract'
import { z } from 'zod'
import type { CloudCard } from './items.ts'

/** A card that came, as we keep cards. Meta sends the vCard itself only of people who share their own number. */
export function cardBody(card: CloudCard): string {
  const { vcard, name, phones, emails, org, urls } = card
  if (vcard !== undefined && /BEGIN:VCARD/i.test(vcard) && /END:VCARD/i.test(vcard)) return vcard
  const numbers = phones.map((phone) => ({ ...phone, digits: digitsOf(phone.wa_id ?? phone.phone) }))
  const first = numbers.find(({ digits }) => digits !== '')
  const whole = name.formatted_name || [name.first_name, name.last_name].filter(Boolean).join(' ')
  const number = first?.digits ?? ''
  const others = [
    ...numbers
      .filter((phone) => phone !== first)
      .flatMap(({ phone, wa_id: id, digits }) => line('TEL', [phone || (id && `+${digits}`)])),
    ...emails.flatMap(({ email }) => line('EMAIL', [email])),
    ...line('ORG', [org?.company, org?.department]),
    ...line('TITLE', [org?.title]),
    ...card.addresses.flatMap(({ street, city, state, zip, country, country_code: code }) =>
      line('ADR', ['', '', street, city, state, zip, country || code]),
    ),
    ...urls.flatMap(({ url }) => line('URL', [url])),
    ...line('BDAY', [card.birthday]),
  ]
  // A card of nobody is shown by whatever it has.
  return vCardOf({ name: whole || org?.company || number || emails[0]?.email || urls[0]?.url || '', number, others })
}

const digitsOf = (text = ''): string => text.replaceAll(/\D/g, '')

/** Nothing, if all of its parts are empty. */
function line(field: string, parts: readonly (string | undefined)[]): string[] {
  const last = parts.findLastIndex(Boolean)
  if (last === -1) return []
  return [
    `${field}:${parts
      .slice(0, last + 1)
      .map((part = '') => escapedOfCard(part))
      .join(';')}`,
  ]
}

/** A card to send. The network wants two names, so the first word is the first name too. */
export function contactOf(vCard: string) {
  const [card = { name: '', number: '' }] = cardsOf(vCard)
  const name = card.name || card.number || '?'
  const [, ...otherNumbers] = firsts(vCard, 'TEL')
  const phones = [
    ...(card.number === '' ? [] : [{ phone: `+${card.number}`, type: 'CELL', wa_id: card.number }]),
    ...otherNumbers.map((phone) => ({ phone, type: 'CELL' })),
  ]
  const [[company = '', department = ''] = []] = valuesIn(vCard, 'ORG')
  const [title = ''] = firsts(vCard, 'TITLE')
  const [birthday = ''] = firsts(vCard, 'BDAY')
  // Meta refuses the whole card if one of these is malformed.
  const emails = firsts(vCard, 'EMAIL')
    .flatMap((text) => Email.safeParse(text).data ?? [])
    .map((email) => ({ email }))
  const urls = firsts(vCard, 'URL')
    .flatMap(addressIn)
    .map((url) => ({ url }))
  const addresses = valuesIn(vCard, 'ADR').map(([, , street = '', city = '', state = '', zip = '', country = '']) =>
    filled({ street, city, state, zip, country }),
  )
  const org = filled({ company, department, title })
  return {
    name: { formatted_name: name, first_name: name.split(' ')[0] ?? name },
    ...(phones.length > 0 && { phones }),
    ...(emails.length > 0 && { emails }),
    ...(Object.keys(org).length > 0 && { org }),
    ...(addresses.length > 0 && { addresses }),
    ...(urls.length > 0 && { urls }),
    ...(Day.safeParse(birthday).success && { birthday }),
  }
}

const Day = z.iso.date()

/** Address books often leave out `https://`. */
function addressIn(text: string): string[] {
  const address = [text, `https://${text}`].find((one) => Address.safeParse(one).success)
  return address === undefined ? [] : [address]
}

const Address = z.url({ protocol: /^https?$/ })

const firsts = (vCard: string, field: Parameters<typeof valuesIn>[1]): string[] =>
  valuesIn(vCard, field).flatMap(([first = '']) => first || [])

const filled = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
