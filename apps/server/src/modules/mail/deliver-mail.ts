import type { MailOutcome } from '@guiche/contract'
import type { Deps } from '#platform/deps'
import type { MailServer } from '#platform/mail/mail-server'
import { type SmtpResult, sendBySmtp } from '#platform/mail/smtp'
import { type MailTemplate, type MailValues, mailTemplates, writeMail } from './mail-templates.ts'
import { type UnsentMail, findUnsent, settleMail } from './mails.repository.ts'

declare module '#platform/work/jobs' {
  interface Jobs {
    'mail.send': { companyId: number; mailId: string }
  }
}

/** Tries for some eight hours: a server that asks to be tried later wants an hour at times. */
export const sendRules = {
  retryLimit: 14,
  retryDelay: 20,
  retryDelayMax: 3600,
  expireInSeconds: 180,
  atOnce: 2,
} as const

/** The server did not take a mail this time. The job is tried again. */
class MailNotSent extends Error {}

type DeliverDeps = Pick<Deps, 'units' | 'keys' | 'log'> & { findServer: () => Promise<MailServer | undefined> }

/**
 * One try of a mail. The server is spoken to between two units of work, so no transaction waits for it. A mail may arrive
 * twice: if the line breaks after its text was sent, or the process is killed before the outcome is stored.
 */
export async function deliverMail(
  { units, keys, log, findServer }: DeliverDeps,
  { companyId, mailId }: { companyId: number; mailId: string },
  { isLast }: { isLast: boolean },
): Promise<void> {
  const actor = { kind: 'system', companyId } as const
  const mail = await units.read(actor, (ctx) => findUnsent(ctx, keys.secretsAtRest, mailId))
  if (!mail) return
  const { outcome, reply } = await attempt(mail, findServer)
  const isOver = isEnd(outcome)
  const isFinal = isOver || isLast
  await units.run(actor, (ctx) => settleMail(ctx, mailId, { status: statusAfter(outcome, isFinal), outcome, isOver }))
  if (outcome === 'accepted') return
  const about = { companyId, mailId, template: mail.template, outcome, reply: reply.slice(0, 3) }
  if (isFinal) log.warn({ event: 'mail.not-sent', ...about }, 'a mail was not sent and will not be tried again')
  // Thrown also at the last try, so that the job is listed with those that were given up, and can be run again.
  if (!isOver) throw new MailNotSent(`the mail server did not take the mail: ${outcome}`)
}

async function attempt(
  mail: UnsentMail,
  findServer: () => Promise<MailServer | undefined>,
): Promise<{ outcome: MailOutcome; reply: string }> {
  if (mail.isExpired) return { outcome: 'expired', reply: '' }
  const server = await findServer()
  if (!server) return { outcome: 'noServer', reply: '' }
  return send(server, mail)
}

function send(server: MailServer, { id, recipient, template, language, values }: UnsentMail): Promise<SmtpResult> {
  if (!isTemplate(template)) throw new Error('a mail of a kind that this version does not know')
  // The values were stored with the template that they are for.
  const letter = writeMail(template, language, values as MailValues[typeof template])
  return sendBySmtp(server, { id, to: recipient, ...letter })
}

const isTemplate = (name: string): name is MailTemplate => mailTemplates.has(name)

/** Another try would end the same way. */
const isEnd = (outcome: MailOutcome) => ['accepted', 'refused', 'expired', 'noServer'].includes(outcome)

function statusAfter(outcome: MailOutcome, isFinal: boolean) {
  if (outcome === 'accepted') return 'sent'
  if (outcome === 'refused') return 'refused'
  return isFinal ? 'given_up' : 'waiting'
}
