import type { Channel } from '@guiche/channel'
import { channelsThat, factsOf } from '#channels/facts'
import type { Channels } from '#channels/registry'
import { type Actor, type Ctx, nameOfActor } from '#platform/context'
import { sql } from '#platform/database/sql'
import { AppError, badRequest } from '#platform/errors'
import type { Deps } from '#platform/deps'
import type { CreateLimiter, Limiter } from '#platform/security/rate-limits'
import { type ConnectionRow, connectionFor, findConnected } from '#modules/connections'
import { findContactByNumber } from './contacts.repository.ts'
import { digitsOf } from './save-contact.ts'

export interface NumberCheck {
  /** Checks a number that a user typed for a contact. Returns it in WhatsApp's form. */
  typed(actor: Actor, number: string): Promise<string>
  /** Checks the number of a contact before the first message to them. Undefined: there is nothing to check. */
  ofContact(actor: Actor, contactId: number, connectionId: number | null): Promise<string | undefined>
  /** Checks a number before the first message to it on a connection. Returns it in WhatsApp's form. */
  beforeFirst(actor: Actor, number: string, connection: AskedConnection): Promise<string>
  /** The same in a unit of work that writes the message: throws `NotAsked` if the number is to be checked before. */
  assertAsked(ctx: Ctx, number: string, connection: AskedConnection): Promise<void>
  /** Asks whether WhatsApp knows a number, and returns it in WhatsApp's form; null if not. Throws if nobody can be asked. */
  lookUp(actor: Actor, number: string, connectionId: number): Promise<string | null>
  /**
   * For work that can wait. Returns the number in WhatsApp's form, and null if nobody has it. Undefined: nobody can be
   * asked now, or the connection has been asked often enough in this hour; people who type numbers come first.
   */
  slowly(companyId: number, number: string): Promise<string | null | undefined>
}

type AskedConnection = Pick<ConnectionRow, 'id' | 'channel' | 'status'>

/** Nobody is asked within a unit of work. */
export class NotAsked extends Error {}

/** A fraction of what WhatsApp accepts of one phone, so that people can check numbers too. */
const slowPerHour = 120

async function isWithin(limiter: Limiter, key: string): Promise<boolean> {
  try {
    await limiter.take(key)
    return true
  } catch (error) {
    if (error instanceof AppError && error.status === 429) return false
    throw error
  }
}

/** The connection through which a number is checked. */
type Asked = Pick<ConnectionRow, 'id' | 'channel'>

const checkingChannels = channelsThat((facts) => facts.checksNumbers)

interface Wiring {
  channels: Channels
  createLimiter: CreateLimiter
}

/**
 * Asks WhatsApp whether a number exists. While no connection is online, numbers are accepted unchecked. Rate limited,
 * because attendants could use it to find valid numbers, and WhatsApp may punish that.
 */
export function createNumberCheck(
  { units, log }: Pick<Deps, 'units' | 'log'>,
  { channels, createLimiter }: Wiring,
): NumberCheck {
  const perActor = createLimiter({ name: 'number-check-user', points: 20, duration: 60, failsOpen: true })
  const perCompany = createLimiter({ name: 'number-check-company', points: 500, duration: 3600, failsOpen: true })
  const slow = createLimiter({ name: 'number-check-slow', points: slowPerHour, duration: 3600, failsOpen: true })
  return { typed, ofContact, beforeFirst, assertAsked, lookUp, slowly }

  async function typed(actor: Actor, number: string) {
    const digits = digitsOf(number)
    const { isKnown, connection } = await units.read(actor, async (ctx) => ({
      isKnown: (await findContactByNumber(ctx, digits)) !== undefined,
      connection: await findConnected(ctx, checkingChannels),
    }))
    return isKnown || connection === undefined ? digits : ask(actor, connection, digits)
  }

  async function ofContact(actor: Actor, contactId: number, chosenId: number | null) {
    const found = await units.read(actor, async (ctx) => {
      const { id, channel, status } = await connectionFor(ctx, chosenId)
      if (!canBeAsked({ id, channel, status })) return undefined
      const number = await numberOfStranger(ctx, contactId, id)
      return number === undefined ? undefined : { connection: { id, channel }, number }
    })
    return found && ask(actor, found.connection, found.number)
  }

  async function beforeFirst(actor: Actor, number: string, connection: AskedConnection) {
    const digits = digitsOf(number)
    if (!canBeAsked(connection)) return digits
    const isReached = await units.read(actor, (ctx) => isReachedOn(ctx, digits, connection.id))
    return isReached ? digits : ask(actor, connection, digits)
  }

  async function assertAsked(ctx: Ctx, number: string, connection: AskedConnection) {
    if (canBeAsked(connection) && !(await isReachedOn(ctx, digitsOf(number), connection.id))) throw new NotAsked()
  }

  async function lookUp(actor: Actor, number: string, connectionId: number) {
    const digits = digitsOf(number)
    const { id, channel, status } = await units.read(actor, (ctx) => connectionFor(ctx, connectionId))
    if (!canBeAsked({ id, channel, status })) throw badRequest('ERR_WAPP_NOT_INITIALIZED')
    return askWithin(actor, { id, channel }, digits)
  }

  async function ask(actor: Actor, connection: Asked, digits: string): Promise<string> {
    const known = await askWithin(actor, connection, digits)
    if (known === null) throw badRequest('ERR_WAPP_INVALID_CONTACT')
    return known
  }

  /** Counted for the actor and the company. */
  async function askWithin(actor: Actor, connection: Asked, digits: string): Promise<string | null> {
    const { companyId } = actor
    const connectionId = connection.id
    const channel = channels.find(connection.channel)
    if (!channel?.ask) return digits
    await perActor.take(`${companyId}:${nameOfActor(actor)}`)
    await perCompany.take(String(companyId))
    const known = await askNetwork(channel.ask, { companyId, connectionId, digits })
    if (known === undefined) throw new AppError('ERR_WAPP_CHECK_CONTACT', 400)
    return known
  }

  async function slowly(companyId: number, digits: string) {
    const connection = await units.read({ kind: 'system', companyId }, (ctx) => findConnected(ctx, checkingChannels))
    const channel = connection && channels.find(connection.channel)
    if (!connection || !channel?.ask) return undefined
    const connectionId = connection.id
    if (!(await isWithin(slow, `${companyId}:${connectionId}`)) || !(await isWithin(perCompany, String(companyId))))
      return undefined
    return askNetwork(channel.ask, { companyId, connectionId, digits })
  }

  /** Undefined: it did not answer. */
  async function askNetwork(
    network: NonNullable<Channel['ask']>,
    { companyId, connectionId, digits }: { companyId: number; connectionId: number; digits: string },
  ): Promise<string | null | undefined> {
    try {
      return await network({ about: 'number', companyId, connectionId, address: digits })
    } catch (err) {
      log.warn(
        { event: 'contact.number-check-failed', err, companyId, connectionId },
        'could not check a number at the network',
      )
      return undefined
    }
  }
}

const canBeAsked = ({ channel, status }: AskedConnection): boolean =>
  factsOf(channel).checksNumbers && status === 'connected'

/** Whether a contact has this number and needs no check, like a contact without `numberOfStranger`. */
async function isReachedOn(ctx: Ctx, digits: string, connectionId: number): Promise<boolean> {
  const { rows } = await sql<{ is_reached: boolean }>`
    select exists (
      select from contact_identities i
      where i.company_id = ${ctx.companyId} and i.kind = 'phone' and i.scope = '' and i.key = phone_key(${digits})
        and (exists (
            select from conversations v
            where v.company_id = i.company_id and v.contact_id = i.contact_id and v.connection_id = ${connectionId})
          or exists (
            select from contact_identities o
            where o.company_id = i.company_id and o.contact_id = i.contact_id and o.kind in ('lid', 'group')))) as is_reached`.execute(
    ctx.db,
  )
  return rows[0]?.is_reached ?? false
}

/** The number of a contact without another identity and without a conversation on the connection. */
async function numberOfStranger(ctx: Ctx, contactId: number, connectionId: number): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`
    select i.value from contact_identities i
    where i.company_id = ${ctx.companyId} and i.contact_id = ${contactId} and i.kind = 'phone'
      and not exists (select from conversations v where v.company_id = i.company_id and v.contact_id = i.contact_id and v.connection_id = ${connectionId})
      and not exists (select from contact_identities o where o.company_id = i.company_id and o.contact_id = i.contact_id and o.kind in ('lid', 'group'))
    order by i.id limit 1`.execute(ctx.db)
  return rows[0]?.value.replace(/\D/g, '')
}
