import { randomUUID } from 'node:crypto'
import { channelsThat } from '#channels/facts'
import type { Channels } from '#channels/registry'
import type { Ctx } from '#platform/context'
import type { Db } from '#platform/database/sql'
import type { Deps } from '#platform/deps'
import type { Runnable } from '#platform/process/runnable'
import { platformCompany } from '#modules/companies'
import { findConnected } from '#modules/connections'
import type { Mail, MailTemplate } from '#modules/mail'
import { createPrivateDelivery } from './deliver-private-messages.ts'
import { type CalledUser, type Notice, type NoticeRecipient, type NoticedCompany, dialled } from './notice.ts'
import { type Recipient, endPrivateMessage, insertPrivateMessage } from './private-messages.repository.ts'

export type { NoticeRecipient } from './notice.ts'
export { withoutPrivateMessages } from './without-private-messages.ts'

/** Ways to reach a user outside of the product. */
export interface UserNotices {
  /** False: nobody can be told anything, so whoever would tell should say so. */
  isPossible(): Promise<boolean>
  /**
   * Tells a user something by the WhatsApp of the platform's company or, without it or without a number, by e-mail. It is
   * stored sealed, and stands in no conversation. Call it in a transaction of the operator, because the two companies
   * differ, and `wake` after its commit.
   */
  tell<T extends MailTemplate>(
    operator: Db,
    to: NoticeRecipient,
    notice: Notice<T>,
  ): Promise<'message' | 'mail' | 'nothing'>
  /** The same to a company's number, by WhatsApp only. */
  writeToCompany<T extends MailTemplate>(
    operator: Db,
    to: NoticedCompany,
    notice: Notice<T>,
  ): Promise<'message' | 'noNumber' | 'noConnection'>
  /**
   * Tells a user something over a connection of their own company, in its unit of work. If that does not deliver it, it is
   * mailed, if it can be. Returns the id of the message; null: there is no connection for it.
   */
  writeOverOwn<T extends MailTemplate>(ctx: Ctx, to: CalledUser, notice: Notice<T>): Promise<string | null>
  /** Messages that still wait for their connection are not sent any more. */
  takeBack(ctx: Ctx, messageIds: readonly string[]): Promise<void>
  wake(): void
}

/** Networks where somebody can be written to by their number, without having written first. */
const byNumber = channelsThat(
  ({ reachedBy, mayStartConversation }) => mayStartConversation && reachedBy.includes('phone'),
)

export function registerUserNotices(
  deps: Deps,
  wiring: { channels: Channels; mail: Mail },
): Runnable & { notices: UserNotices } {
  const { units, jobs, keys } = deps
  const { mail } = wiring
  const delivery = createPrivateDelivery(deps, wiring)

  const connected = (db: Db) => findConnected({ companyId: platformCompany, db }, byNumber)

  /** Over a connection of the company. `address`: in digits, with the country code. */
  async function writeOver(
    from: Pick<Ctx, 'companyId' | 'db'>,
    address: string | undefined,
    recipient: Recipient,
    notice: Notice,
  ) {
    if (address === undefined) return { way: 'noNumber' } as const
    const connection = await findConnected(from, byNumber)
    if (!connection) return { way: 'noConnection' } as const
    const message = { id: randomUUID(), connectionId: connection.id, address, recipient, notice }
    await insertPrivateMessage(from, keys.secretsAtRest, message)
    return { way: 'message', id: message.id } as const
  }

  const write = async (db: Db, phone: string, recipient: Recipient, notice: Notice) =>
    (await writeOver({ companyId: platformCompany, db }, dialled(phone), recipient, notice)).way

  return {
    ...delivery,
    notices: {
      isPossible: async () => (await connected(units.operator)) !== undefined || mail.isConfigured(),
      tell: async (db, to, notice) => {
        const { phone } = to
        if (phone !== null && (await write(db, phone, to, notice)) === 'message') return 'message'
        if (!(await mail.isConfigured())) return 'nothing'
        const { companyId, email, language } = to
        await mail.send({ companyId, db, enqueue: jobs.enqueueFor(db, companyId) }, { to: email, language, ...notice })
        return 'mail'
      },
      writeToCompany: (db, { phone, ...company }, notice) =>
        write(db, phone, { ...company, userId: null, email: null }, notice),
      writeOverOwn: async (ctx, { number, ...to }, notice) => {
        ctx.afterCommit(() => delivery.wake(ctx.companyId))
        const written = await writeOver(ctx, number, to, notice)
        return written.way === 'message' ? written.id : null
      },
      takeBack: async (ctx, messageIds) => {
        for (const id of messageIds) await endPrivateMessage(ctx, id, 'failed')
      },
      wake: () => {
        delivery.wake(platformCompany)
        jobs.wake('mail.send')
      },
    },
  }
}
