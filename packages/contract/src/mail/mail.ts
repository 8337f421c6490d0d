import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { Done, Email, When, whole } from '../shared/fields.ts'

/** `starttls`: begins in clear and encrypts before anything is said. `tls`: encrypted from the first byte. */
export const mailEncryptions = ['starttls', 'tls', 'none'] as const
export type MailEncryption = (typeof mailEncryptions)[number]

/**
 * What came of a mail. `accepted`: the server took it. `delayed`: it asks for another try later. `refused`: it will never
 * take it. `lost`: the line broke; after the text was sent, nobody knows whether the mail was taken.
 */
export const mailOutcomes = [
  'accepted',
  'delayed',
  'refused',
  'unknownHost',
  'unreachable',
  'credentials',
  'certificate',
  'noEncryption',
  'timeout',
  'lost',
  'expired',
  'noServer',
] as const
export const MailOutcome = z.enum(mailOutcomes)
export type MailOutcome = z.output<typeof MailOutcome>

/** One line, because these texts stand in headers. Line breaks are refused and not removed: nobody types them. */
const HeaderText = z
  .string()
  .trim()
  .max(100, 'tooLong')
  .regex(/^\P{Cc}*$/u, 'invalid')

/** A host name or an address. */
const Host = z
  .string('required')
  .trim()
  .min(1, 'required')
  .max(253, 'tooLong')
  .regex(/^[a-z\d](?:[a-z\d.-]*[a-z\d])?$|^[\da-f:.]+$/i, 'invalidHost')

export const MailServerBody = z.object({
  host: Host,
  port: whole(1, 65_535),
  encryption: z.enum(mailEncryptions),
  /** Empty: the server asks for no login. */
  user: HeaderText.default(''),
  /** Empty: the stored one stays, if host, port and user stay too. */
  password: z.string().max(500, 'tooLong').default(''),
  senderName: HeaderText.default(''),
  senderAddress: Email,
})

export const MailServerView = z.object({
  /** `environment`: set by variables of the process, and not to be changed on a screen. */
  source: z.enum(['environment', 'screen', 'none']),
  host: z.string(),
  port: z.number(),
  encryption: z.enum(mailEncryptions),
  user: z.string(),
  hasPassword: z.boolean(),
  senderName: z.string(),
  senderAddress: z.string(),
  /** The latest mails that were not sent, newest first. */
  unsent: z.array(
    z.object({
      id: z.string(),
      companyId: z.number(),
      companyName: z.string(),
      recipient: z.string(),
      outcome: MailOutcome,
      at: When,
    }),
  ),
})
export type MailServerView = z.output<typeof MailServerView>

export const mailCalls = {
  getMailServer: endpoint({
    method: 'GET',
    path: '/mail-server',
    summary: 'The server that sends e-mails, without its password, and what it did not send',
    access: 'super',
    feature: 'none',
    answer: MailServerView,
  }),
  saveMailServer: endpoint({
    method: 'PUT',
    path: '/mail-server',
    summary: 'Set the server that sends e-mails',
    access: 'super',
    feature: 'none',
    body: MailServerBody,
    answer: MailServerView,
  }),
  removeMailServer: endpoint({
    method: 'DELETE',
    path: '/mail-server',
    summary: 'Send no e-mails any more',
    access: 'super',
    feature: 'none',
    answer: Done,
  }),
  testMailServer: endpoint({
    method: 'POST',
    path: '/mail-server/test',
    summary:
      "Send a mail to the caller's own address through a server that need not be stored, and say what came of it",
    access: 'super',
    feature: 'none',
    body: MailServerBody,
    answer: z.object({
      outcome: MailOutcome,
      recipient: z.string(),
      /** What the server answered, if it did. */
      reply: z.string(),
    }),
  }),
} as const
