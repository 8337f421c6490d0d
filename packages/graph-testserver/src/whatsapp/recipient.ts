import type { PhoneNumber } from '../business/phone-number.ts'
import { digitsOf, sameNumber } from '../people/brazil.ts'
import type { Person } from '../people/person.ts'
import { refuse } from '../refusals/refuse.ts'

export interface Recipient {
  person: Person | undefined
  /** As the business named it. */
  to: string
  isByNumber: boolean
  /** How the answer repeats it. */
  contact: object
}

/** To whom a message goes: by number, else by the id within the portfolio. */
export function recipientOf(
  number: PhoneNumber,
  { to, recipient }: { to?: string | undefined; recipient?: string | undefined },
): Recipient {
  if (to !== undefined && to !== '') return byNumber(number, to)
  if (recipient === undefined) throw refuse(131008, { details: "Parameter 'to' or 'recipient' is missing." })
  return byUserId(number, recipient)
}

function byNumber(number: PhoneNumber, to: string): Recipient {
  const digits = digitsOf(to, number.display)
  if (digits === undefined) throw refuse(131009, { details: `Parameter 'to': ${to} is not a phone number.` })
  if (sameNumber(digits, number.display)) throw refuse(131021, { details: 'The recipient cannot be the sender.' })
  const { world, account } = number
  const person = world.directory.personByNumber(digits)
  const ofUser = person && world.settings.tellsUserIds ? { user_id: person.userIdAt(account.business) } : {}
  return {
    person,
    to: person?.waId ?? digits,
    isByNumber: true,
    contact: { input: to, wa_id: person?.waId ?? digits, ...ofUser },
  }
}

function byUserId(number: PhoneNumber, userId: string): Recipient {
  if (!/^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/.test(userId))
    throw refuse(131009, { details: `Parameter 'recipient': ${userId} is not a business-scoped user id.` })
  const person = number.world.directory.personByUserId(number.account.business, userId)
  const known = person && number.knowsNumberOf(person) ? { wa_id: person.waId } : {}
  return { person, to: userId, isByNumber: false, contact: { input: userId, ...known, user_id: userId } }
}
