import { rootCertificates } from 'node:tls'
import type { MailOutcome } from '@guiche/contract'
import { createTransport } from 'nodemailer'
import type { MailServer } from './mail-server.ts'

/** A mail in plain text to one address. */
export interface Letter {
  /** Part of its Message-ID. Each try uses the same one, so that a mail that arrives twice can be recognised as one. */
  id: string
  to: string
  subject: string
  text: string
}

export interface SmtpResult {
  outcome: Exclude<MailOutcome, 'expired' | 'noServer'>
  /** What the server answered, if it did. */
  reply: string
}

interface SmtpOptions {
  /** In ms: to connect, greet and encrypt; between two signs of life afterwards; in all. */
  patience?: { setup: number; silence: number; whole: number }
  /** A certificate to trust besides those that the runtime trusts. */
  authority?: string
}

const usualPatience = { setup: 10_000, silence: 30_000, whole: 60_000 }

/**
 * Hands one mail to the server and waits for its answer. If the line breaks between the end of the text and the answer,
 * the server may have accepted the mail all the same; then another try sends it a second time.
 */
export async function sendBySmtp(
  server: MailServer,
  { id, to, subject, text }: Letter,
  { patience = usualPatience, authority }: SmtpOptions = {},
): Promise<SmtpResult> {
  const { host, port, encryption, login, sender } = server
  const transport = createTransport({
    host,
    port,
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'none',
    ...(login && { auth: { user: login.user, pass: login.password } }),
    connectionTimeout: patience.setup,
    greetingTimeout: patience.setup,
    dnsTimeout: patience.setup,
    socketTimeout: patience.silence,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(authority !== undefined && { tls: { ca: [...rootCertificates, authority] } }),
  })
  try {
    const { response } = await transport.sendMail({
      from: sender,
      to: { name: '', address: to },
      subject,
      text,
      messageId: `<${id}@${domainOf(sender.address)}>`,
      // So that no out-of-office notice is sent back (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.timeout(patience.whole),
    })
    return { outcome: 'accepted', reply: oneLine(response) }
  } catch (error) {
    return resultOf(error)
  } finally {
    transport.close()
  }
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)

/** The fields that the library adds to its errors. */
interface SmtpError extends Error {
  code?: string
  /** The code of the system, such as ECONNREFUSED, before the library set its own. */
  originalCode?: string
  responseCode?: number
  response?: string
}

function resultOf(error: unknown): SmtpResult {
  if (!(error instanceof Error)) throw error
  const { response = '' }: SmtpError = error
  return { outcome: outcomeOf(error), reply: oneLine(response) }
}

function outcomeOf({ name, code, originalCode = '', responseCode = 0 }: SmtpError): SmtpResult['outcome'] {
  if (code === 'EABORT' || name === 'TimeoutError' || code === 'ETIMEDOUT' || originalCode === 'ETIMEDOUT')
    return 'timeout'
  if (code === 'EDNS') return 'unknownHost'
  if (/CERT|VERIFY|SELF_SIGNED/.test(originalCode)) return 'certificate'
  if (code === 'ETLS' || /SSL|TLS|EPROTO/.test(originalCode)) return 'noEncryption'
  // A server that lacks something for the moment answers 4xx to each command, also to the login.
  if (responseCode >= 400 && responseCode < 500) return 'delayed'
  if (code === 'EAUTH' || code === 'ENOAUTH' || responseCode === 530) return 'credentials'
  if (responseCode >= 500) return 'refused'
  if (/REFUSED|UNREACH|ENETDOWN/.test(originalCode)) return 'unreachable'
  // An address that the library takes for none: it never reaches a server.
  if (code === 'EENVELOPE') return 'refused'
  return 'lost'
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 300)
