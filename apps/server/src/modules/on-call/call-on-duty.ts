import { maskNumbersIn, presentNumber } from '#modules/contacts'
import { findPerson } from '#modules/sessions'
import { type TicketRow, findTicket } from '#modules/tickets'
import type { UserNotices } from '#modules/user-notices'
import type { Ctx, UserActor } from '#platform/context'
import type { Deps } from '#platform/deps'
import { type CompanyWorker, createCompanyWorker } from '#platform/work/company-worker'
import {
  type DuePerson,
  companiesToLook,
  isMuch,
  keepNotice,
  letRest,
  lockPerson,
  takePerson,
  takeUnsent,
  ticketsToTell,
} from './due.repository.ts'
import { isOnDuty } from './duty.ts'
import { readDays } from './on-call.repository.ts'

/**
 * Calls who is on duty when a customer waits and nobody serves them (docs/requirements/house.md, section 2). Each notice is stored with
 * its message in one unit of work, so it is sent once, whatever is killed and however many processes do this.
 */
export function createOnCallWorker(
  { units, log, publicUrl: { origin } }: Pick<Deps, 'units' | 'log' | 'publicUrl'>,
  { notices }: { notices: Pick<UserNotices, 'writeOverOwn'> },
): CompanyWorker {
  return createCompanyWorker(
    { name: 'on call', role: 'worker', drain, look: () => companiesToLook(units.operator) },
    log,
  )

  async function drain(companyId: number, goesOn: () => boolean) {
    const system = { kind: 'system', companyId } as const
    while (goesOn()) {
      const person = await units.run(system, takePerson)
      if (!person) return
      if (!isOnDuty(readDays(person.days), person.now, person.timezone)) continue
      // Who may not log in any more is not called.
      const actor = await findPerson(units, { companyId, userId: person.user_id })
      if (actor) await units.run(system, (ctx) => tellPerson(ctx, actor, person))
    }
  }

  async function tellPerson(ctx: Ctx, actor: UserActor, person: DuePerson) {
    // Another process may look at the same person if this one was slow: what it told is seen then.
    if (!(await lockPerson(ctx, person.id))) return
    // The connection was lost after a message had been stored, or the network did not take it.
    for (const ticketId of await takeUnsent(ctx, actor.userId)) tellInHouse(ctx, { ticketId, userId: actor.userId })
    const ticketIds = await ticketsToTell(ctx, actor, person)
    for (const ticketId of ticketIds) await tell(ctx, actor, person, ticketId)
    if (isMuch(ticketIds)) await letRest(ctx, person.id)
  }

  async function tell(ctx: Ctx, actor: UserActor, person: DuePerson, ticketId: number) {
    const { companyId } = ctx
    const { user_id: userId, phone: number, email, language, interval_minutes } = person
    const ticket = await findTicket(ctx, ticketId)
    if (!ticket) return
    const values = {
      customer: nameAndNumber(ticket, { masked: actor.numbersMasked }),
      link: `${origin}/tickets/${ticket.uuid}`,
    }
    const to = { companyId, userId, number, email, language: language ?? 'pt' }
    // When the next one is due, this one is of no use any more.
    const notice = { template: 'onCall', values, lifetime: interval_minutes * 60 } as const
    const messageId = await notices.writeOverOwn(ctx, to, notice)
    await keepNotice(ctx, { ticketId, userId, messageId })
    if (messageId === null) tellInHouse(ctx, { ticketId, userId })
  }

  function tellInHouse(ctx: Ctx, { ticketId, userId }: { ticketId: number; userId: number }) {
    ctx.emit('onCall.noticed', { ticketId, userId })
    ctx.afterCommit(() =>
      log.warn(
        { event: 'on-call.no-connection', companyId: ctx.companyId, userId, ticketId },
        'a person on call was told in the application, because no connection has carried the message',
      ),
    )
  }
}

type Customer = Pick<TicketRow, 'contact_id' | 'contact_name' | 'contact_phone'>

/** A visitor of the web chat has no number. */
function nameAndNumber(
  { contact_id: id, contact_name, contact_phone: phone }: Customer,
  { masked }: { masked: boolean },
) {
  // Contacts without a name have their number as their name.
  const name = masked ? maskNumbersIn(contact_name) : contact_name
  return phone === null ? name : `${name} / ${presentNumber({ id, phone }, masked)}`
}
