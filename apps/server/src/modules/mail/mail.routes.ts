import { randomUUID } from 'node:crypto'
import { audit } from '#platform/audit'
import type { UserCtx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { isoTime } from '#platform/iso-time'
import { AppError, notFound } from '#platform/errors'
import type { MailServer } from '#platform/mail/mail-server'
import { sendBySmtp } from '#platform/mail/smtp'
import { findUser } from '#modules/sessions'
import { completed, presentMailServer } from './mail-server.ts'
import { findMailServer, forgetMailServer, keepMailServer } from './mail-server.repository.ts'
import { writeMail } from './mail-templates.ts'
import { listUnsent } from './mails.repository.ts'

/** `fixed`: the server that the environment names, which no screen can change. */
export function mailRoutes({ routes, units, keys, publicUrl }: Deps, fixed: MailServer | undefined): void {
  const { operator } = units
  const findStored = () => findMailServer(operator, keys.secretsAtRest)

  routes.handle('getMailServer', present)

  routes.handle('saveMailServer', async ({ body, run }) => {
    assertChangeable()
    const server = completed(body, await findStored())
    await run(async (ctx) => {
      await auditServer(ctx, { host: server.host, port: server.port, sender: server.sender.address })
      await keepMailServer(operator, keys.secretsAtRest, server)
    })
    return present()
  })

  routes.handle('removeMailServer', async ({ run }) => {
    assertChangeable()
    await run(async (ctx) => {
      await auditServer(ctx, { host: '' })
      await forgetMailServer(operator)
    })
    return { message: 'Mail server removed' }
  })

  routes.handle('testMailServer', async ({ actor, body, read }) => {
    const server = fixed ?? completed(body, await findStored())
    const user = await read((ctx) => findUser(ctx, actor.userId))
    if (!user) throw notFound('ERR_NO_USER_FOUND')
    const letter = writeMail('test', user.language, { address: publicUrl.href })
    const result = await sendBySmtp(server, { id: randomUUID(), to: user.email, ...letter })
    return { ...result, recipient: user.email }
  })

  async function present() {
    const server = fixed ?? (await findStored())
    const source = fixed ? ('environment' as const) : server ? ('screen' as const) : ('none' as const)
    const unsent = await listUnsent(operator)
    return {
      source,
      ...presentMailServer(server),
      unsent: unsent.map(({ id, company_id: companyId, company_name: companyName, recipient, outcome, ended_at }) => ({
        id,
        companyId,
        companyName,
        recipient,
        outcome,
        at: isoTime(ended_at),
      })),
    }
  }

  function assertChangeable() {
    if (fixed) throw new AppError('ERR_SET_BY_ENVIRONMENT', 409)
  }
}

const auditServer = (ctx: UserCtx, after: Record<string, unknown>) =>
  audit(ctx, { action: 'mail_server.changed', object: 'mailServer', detail: { after } })
