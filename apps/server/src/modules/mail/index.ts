import { randomUUID } from 'node:crypto'
import { Email } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { badRequest } from '#platform/errors'
import { type MailServer, isHeaderText } from '#platform/mail/mail-server'
import { removeOld } from '#platform/work/retention'
import { deliverMail, sendRules } from './deliver-mail.ts'
import { findMailServer } from './mail-server.repository.ts'
import { mailRoutes } from './mail.routes.ts'
import { type MailTemplate, type MailValues, writeMail } from './mail-templates.ts'
import { insertMail, removeOldMails } from './mails.repository.ts'

export { type MailTemplate, type MailValues, writeText } from './mail-templates.ts'

interface MailOrder<T extends MailTemplate> {
  to: string
  template: T
  /** A language code, such as that of a user. */
  language: string
  values: MailValues[T]
  /** In seconds. A mail that could not be sent by then is not sent any more. */
  lifetime?: number
}

export interface Mail {
  /** False: what is sent is not sent, so whoever would mail should say so. */
  isConfigured(): Promise<boolean>
  /**
   * Sends a mail by a job, which is enqueued in this unit of work: no commit, no mail. Throws ERR_VALIDATION if the address
   * or the subject would add headers.
   */
  send<T extends MailTemplate>(ctx: Pick<Ctx, 'companyId' | 'db' | 'enqueue'>, order: MailOrder<T>): Promise<void>
}

/** `fixed`: the server that the environment names. */
export function registerMail(deps: Deps, { mailServer: fixed }: { mailServer: MailServer | undefined }): Mail {
  const { units, keys, jobs, log, retention } = deps
  const findServer = async () => fixed ?? findMailServer(units.operator, keys.secretsAtRest)
  mailRoutes(deps, fixed)
  jobs.define('mail.send', sendRules, (payload, attempt) =>
    deliverMail({ units, keys, log, findServer }, payload, attempt),
  )
  jobs.defineTimer('mail.sweep', '31 3 * * *', () =>
    removeOld({ units, log }, 'mails', (operator, most) => removeOldMails(operator, retention.dead, most)),
  )

  return {
    isConfigured: async () => (await findServer()) !== undefined,
    send: async (ctx, { to, template, language, values, lifetime }) => {
      const { subject } = writeMail(template, language, values)
      assertSafe({ to, subject })
      const id = randomUUID()
      await insertMail(ctx, keys.secretsAtRest, { id, recipient: to, template, language, values, lifetime })
      await ctx.enqueue('mail.send', { mailId: id })
    },
  }
}

/** One address and one line. */
function assertSafe({ to, subject }: { to: string; subject: string }): void {
  const path = !Email.safeParse(to).success ? 'to' : !isHeaderText(subject) ? 'subject' : undefined
  if (path) throw badRequest('ERR_VALIDATION', { issues: [{ path, message: 'invalid' }] })
}
