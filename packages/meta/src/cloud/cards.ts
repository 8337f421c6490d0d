import { cardsOf, vCardOf } from '@guiche/contract'
import type { CloudCard } from './items.ts'

/** A card that came, as we keep cards. Meta sends the vCard itself only of people who share their own number. */
export function cardBody({ vcard, name, phones, emails, org }: CloudCard): string {
  if (vcard !== undefined && /BEGIN:VCARD/i.test(vcard) && /END:VCARD/i.test(vcard)) return vcard
  const [phone] = phones
  const whole = name.formatted_name || [name.first_name, name.last_name].filter(Boolean).join(' ')
  const number = (phone?.wa_id ?? phone?.phone ?? '').replaceAll(/\D/g, '')
  const card = vCardOf({ name: whole || org?.company || number, number })
  const others = [
    ...phones.slice(1).map((one) => `TEL:${written(one.phone ?? one.wa_id ?? '')}`),
    ...emails.map(({ email = '' }) => `EMAIL:${written(email)}`),
    ...(org?.company === undefined ? [] : [`ORG:${written(org.company)}`]),
  ]
  return card.replace(/END:VCARD$/, [...others, 'END:VCARD'].join('\n'))
}

const written = (value: string) => value.replaceAll(/\r?\n/g, ' ')

/** A card to send. The network wants two names, so the first word is the first name too. */
export function contactOf(vCard: string) {
  const [card = { name: '', number: '' }] = cardsOf(vCard)
  const name = card.name || card.number || '?'
  const emails = [...vCard.matchAll(/^(?:item\d+\.)?EMAIL[^:\r\n]*:(.+)$/gim)].map(([, email = '']) => ({
    email: email.trim(),
  }))
  return {
    name: { formatted_name: name, first_name: name.split(' ')[0] ?? name },
    ...(card.number && { phones: [{ phone: `+${card.number}`, type: 'CELL', wa_id: card.number }] }),
    ...(emails.length > 0 && { emails }),
  }
}
