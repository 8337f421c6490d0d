import { readNumber } from '@guiche/contract'
import type { MailTemplate, MailValues } from '#modules/mail'

/** A user of any company. */
export interface NoticeRecipient {
  companyId: number
  userId: number
  email: string
  /** As entered with the user. */
  phone: string | null
  /** A language code. */
  language: string
}

/** A user at a number that was read before: `phone` may lack the country code, and this one has it. */
export interface CalledUser extends Omit<NoticeRecipient, 'phone'> {
  /** In digits, with the country code. */
  number: string
}

/** A company as such, by the number that it gave. */
export interface NoticedCompany {
  companyId: number
  /** As entered with the company. */
  phone: string
  /** A language code. */
  language: string
}

/** The text of a mail, which also goes over WhatsApp. */
export interface Notice<T extends MailTemplate = MailTemplate> {
  template: T
  values: MailValues[T]
  /** In seconds. Later it would be of no use. */
  lifetime: number
}

/** The number of a user in digits, with the country code: people also enter it without, and then it is Brazil's. */
export function dialled(phone: string): string | undefined {
  const read = readNumber(phone)
  if ('number' in read) return read.number
  const digits = phone.replaceAll(/\D/g, '')
  // Too long for one without a country code.
  return digits.length > 11 && digits.length <= 15 ? digits : undefined
}
