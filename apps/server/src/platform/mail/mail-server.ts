import { type MailEncryption, mailEncryptions } from '@guiche/contract'

export { mailEncryptions }

/** The server that accepts our mails, and who they come from. */
export interface MailServer {
  readonly host: string
  readonly port: number
  readonly encryption: MailEncryption
  /** Undefined: it asks for none. */
  readonly login: { readonly user: string; readonly password: string } | undefined
  readonly sender: { readonly name: string; readonly address: string }
}

/** The ports that servers listen on, unless they say otherwise. */
export const usualPorts: Readonly<Record<MailEncryption, number>> = { starttls: 587, tls: 465, none: 25 }

/** Whether a text may stand in a header: a line break would begin a header of somebody else's choice. */
export const isHeaderText = (text: string): boolean => !/[\p{Cc}\u2028\u2029]/u.test(text) && text.isWellFormed()
