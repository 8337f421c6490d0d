import type { SendResult } from '@guiche/channel'
import type { Channels } from '#channels/registry'
import type { Deps } from '#platform/deps'
import { type CompanyWorker, createCompanyWorker } from '#platform/work/company-worker'
import { type Mail, writeText } from '#modules/mail'
import {
  type TakenMessage,
  companiesWithPrivateMessages,
  endPrivateMessage,
  postponePrivateMessage,
  takePrivateMessage,
} from './private-messages.repository.ts'

interface Wiring {
  channels: Channels
  mail: Mail
}

/** In seconds, the pauses between the tries over the connection; the last one repeats. */
const pauses = [2, 4, 8, 16]

/**
 * Sends what waits for users over the connections that this process serves. What a connection cannot deliver is mailed
 * instead.
 */
export function createPrivateDelivery({ units, jobs, keys, log }: Deps, { channels, mail }: Wiring): CompanyWorker {
  return createCompanyWorker(
    { name: 'messages to users', role: 'channels', drain, look: () => companiesWithPrivateMessages(units.operator) },
    log,
  )

  async function drain(companyId: number, goesOn: () => boolean) {
    const actor = { kind: 'system', companyId } as const
    while (goesOn()) {
      const served = channels.served(companyId)
      const message = await units.run(actor, (ctx) => takePrivateMessage(ctx, keys.secretsAtRest, served))
      if (!message) return
      await settle(companyId, message, await attempt(companyId, message))
    }
  }

  /** One try, outside of a transaction. The network recognises a second try by its id. */
  async function attempt(companyId: number, message: TakenMessage): Promise<SendResult['status']> {
    const { id, connectionId, template, language, values } = message
    if (message.left <= 0) return 'rejected'
    const channel = channels.find(message.channel)
    if (!channel) return 'held'
    try {
      const address = channel.ask
        ? await channel.ask({ about: 'number', companyId, connectionId, address: message.address })
        : message.address
      // The number has no account.
      if (address === null) return 'rejected'
      const about = { companyId, connectionId, address, messageId: 0, externalId: id }
      const { status } = await channel.send({ ...about, kind: 'text', body: writeText(template, language, values) })
      return status
    } catch (err) {
      log.warn({ event: 'user-notice.try-failed', err, companyId, connectionId }, 'could not send a message to a user')
      return 'retry'
    }
  }

  async function settle(companyId: number, message: TakenMessage, status: SendResult['status']) {
    const { id, connectionId, tries, isLate } = message
    const actor = { kind: 'system', companyId } as const
    if (status === 'sent') return void (await units.run(actor, (ctx) => endPrivateMessage(ctx, id, 'sent')))
    if (message.left > 0 && (status === 'rejected' || isLate) && (await mailInstead(companyId, message))) return
    if (status !== 'rejected') {
      const pause = pauses[tries - 1] ?? pauses.at(-1) ?? 0
      return units.run(actor, (ctx) => postponePrivateMessage(ctx, id, pause))
    }
    await units.run(actor, (ctx) => endPrivateMessage(ctx, id, 'failed'))
    log.warn({ event: 'user-notice.not-sent', companyId, connectionId }, 'a message to a user could not be sent')
  }

  /** False: there is no mail server, or no address. */
  async function mailInstead(companyId: number, message: TakenMessage): Promise<boolean> {
    const { id, email: to, template, language, values, left: lifetime, recipientCompanyId } = message
    if (to === null || !(await mail.isConfigured())) return false
    await units.operator.transaction().execute(async (db) => {
      if (!(await endPrivateMessage({ companyId, db }, id, 'mailed'))) return
      await mail.send(
        { companyId: recipientCompanyId, db, enqueue: jobs.enqueueFor(db, recipientCompanyId) },
        {
          to,
          template,
          language,
          values,
          lifetime,
        },
      )
    })
    jobs.wake('mail.send')
    return true
  }
}
