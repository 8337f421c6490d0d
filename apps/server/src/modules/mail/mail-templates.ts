import { type Texts, textsIn } from '#texts'

/** What each mail needs to be written. A new mail is an entry here, its writer below, and its texts in four languages. */
export interface MailValues {
  test: { address: string }
  recoveryCode: { code: string }
  passwordChanged: { email: string }
  receipt: ReceiptValues
  /** To who is on call. */
  onCall: { customer: string; link: string }
  /** Written by the operator. */
  subscription: { subject: string; text: string }
}

/** All of them as they are read. */
export interface ReceiptValues {
  company: string
  invoice: string
  plan: string
  amount: string
  paidOn: string
  /** Until when the licence lasts now. */
  dueDate: string
  link: string
}

export type MailTemplate = keyof MailValues

interface WrittenMail {
  subject: string
  text: string
}

type Writers = { [T in MailTemplate]: (texts: Texts['mails'], values: MailValues[T]) => WrittenMail }

const writers: Writers = {
  test: ({ test }, { address }) => ({ subject: test.subject, text: test.text(address) }),
  recoveryCode: ({ recoveryCode }, { code }) => ({ subject: recoveryCode.subject, text: recoveryCode.text(code) }),
  passwordChanged: ({ passwordChanged }, { email }) => ({
    subject: passwordChanged.subject,
    text: passwordChanged.text(email),
  }),
  receipt: ({ receipt }, values) => ({ subject: receipt.subject(values), text: receipt.text(values) }),
  onCall: ({ onCall }, { customer, link }) => ({ subject: onCall.subject, text: onCall.text(customer, link) }),
  subscription: (_texts, letter) => letter,
}

export const mailTemplates: ReadonlySet<string> = new Set(Object.keys(writers))

export function writeMail<T extends MailTemplate>(template: T, language: string, values: MailValues[T]): WrittenMail {
  const { mails } = textsIn(language)
  const { subject, text } = writers[template](mails, values)
  return { subject, text: `${text}\n\n-- \n${mails.foot}\n` }
}

/** The text of a mail for a network that has no subjects. */
export const writeText = <T extends MailTemplate>(template: T, language: string, values: MailValues[T]): string =>
  writers[template](textsIn(language).mails, values).text
