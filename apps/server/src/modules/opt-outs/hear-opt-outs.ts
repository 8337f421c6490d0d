import { type TicketStatus, isWithBot, optInWords, optOutWords, wholeAnswer } from '@guiche/contract'
import { type Ctx, asBot } from '#platform/context'
import { sql } from '#platform/database/sql'
import { companyTexts } from '#modules/companies'
import { postAutomaticMessage } from '#modules/messages'
import { noteOptOuts } from '#modules/sending-guard'
import { closeTicket, lockTicket, readBotMemory } from '#modules/tickets'
import { enter, findOptOut } from './opt-outs.repository.ts'
import { readOwnWords } from './words.ts'

interface HeardMessage {
  id: number
  ticketId: number
  /** It created or reopened its ticket. */
  isFirst: boolean
  text: string
  hasFile: boolean
  isEcho: boolean
  isCall: boolean
  /** Sent while the connection was offline, so it gets no automatic answer. */
  isMissed: boolean
}

/** In days, after the last message of a campaign: what is said later is not about campaigns any more. */
const heardWithin = 7

interface Wish {
  message: HeardMessage
  isOut: boolean
  word: string
}

/** The messages that opt out, and those that opt in again. */
export interface HeardOptOuts {
  out: ReadonlySet<number>
  back: ReadonlySet<number>
}

/**
 * Opts people out of campaigns who write "parar", and in again who write "voltar": the whole message, soon after a campaign
 * has written to them, and not as an answer to a menu of the bot. Runs in the unit of work that stored the messages, before
 * anybody else answers them.
 *
 * Such a message opens no work for attendants: a ticket that it has opened is closed again at once, with the message and the
 * confirmation in it. In a ticket that is open anyway it stands among the other messages.
 */
export async function hearOptOuts(ctx: Ctx, messages: readonly HeardMessage[]): Promise<HeardOptOuts> {
  const out = new Set<number>()
  const back = new Set<number>()
  for (const wish of await wishesIn(ctx, messages))
    if (await hear(ctx, wish)) (wish.isOut ? out : back).add(wish.message.id)
  if (out.size + back.size === 0) return { out, back }
  const isHeard = ({ id }: HeardMessage) => out.has(id) || back.has(id)
  const opened = new Set(messages.flatMap((one) => (one.isFirst && isHeard(one) ? one.ticketId : [])))
  for (const ticketId of opened)
    if (messages.every((one) => one.ticketId !== ticketId || isHeard(one))) await closeAgain(ctx, ticketId)
  return { out, back }
}

const backWords: ReadonlySet<string> = new Set(Object.values(optInWords))

/** The messages that say one of the words. Most companies need one statement in a second for all of their messages. */
async function wishesIn(ctx: Ctx, messages: readonly HeardMessage[]): Promise<Wish[]> {
  const wishes: Wish[] = []
  for (const message of messages) {
    if (message.isEcho || message.isCall || message.hasFile) continue
    const word = wholeAnswer(message.text)
    if (word === '') continue
    if (backWords.has(word)) wishes.push({ message, isOut: false, word })
    else if (optOutWords.includes(word) || (await readOwnWords(ctx)).has(word))
      wishes.push({ message, isOut: true, word })
  }
  return wishes
}

/** False: it means something else here. */
async function hear(ctx: Ctx, { message, isOut, word }: Wish): Promise<boolean> {
  const place = await findPlace(ctx, message.ticketId)
  if (!place || isInMenu(place)) return false
  const { contact_id: contactId, is_recent: isRecent } = place
  if (!isOut && !(await mayReturn(ctx, place))) return false
  if (isOut && !isRecent) return false
  const isNew = await enter(ctx, {
    isOut,
    source: 'word',
    contactId,
    writtenTo: place.person_key,
    messageId: message.id,
    campaignId: isOut ? place.campaign_id : null,
    word,
  })
  // Too many of them pause the number that wrote to them.
  if (isNew && isOut && place.conversation_id !== null) await noteOptOuts(ctx, [place.conversation_id])
  // Once, and not to what was said while the phone was offline (docs/adr/0006).
  if (isNew && !message.isMissed) await confirm(ctx, message.ticketId, isOut)
  return true
}

/** Who has opted out by a word may take that back as long as the confirmation says. */
async function mayReturn(ctx: Ctx, { contact_id, is_recent, now }: Place): Promise<boolean> {
  const { is_out, created_at } = await findOptOut(ctx, contact_id)
  if (!is_out || !created_at) return false
  return is_recent || now.getTime() - created_at.getTime() < heardWithin * 86_400_000
}

interface Place {
  contact_id: number
  status: TicketStatus
  user_id: number | null
  bot: unknown
  now: Date
  /** A campaign has written to them within the last days. */
  is_recent: boolean
  /** In which it has. */
  conversation_id: number | null
  /** Null: it was deleted. */
  campaign_id: number | null
  person_key: string | null
}

const isInMenu = ({ status, user_id, bot }: Place): boolean =>
  isWithBot({ status, userId: user_id, isBot: readBotMemory(bot).isBot })

/** The last message of a campaign to the person, on any connection. One that waits in the outbox has not been read by them. */
async function findPlace(ctx: Ctx, ticketId: number): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select t.contact_id, t.status, t.user_id, t.bot, now() as now, s.id is not null as is_recent, s.conversation_id, s.campaign_id, s.person_key
    from tickets t
    left join lateral (
      select m.id, m.conversation_id, l.campaign_id, r.person_key
      from conversations v
      join messages m on m.company_id = v.company_id and m.conversation_id = v.id and m.origin = 'campaign'
        and m.sent_at > now() - make_interval(days => ${heardWithin})
      left join campaign_messages l on l.company_id = m.company_id and l.message_id = m.id
      left join campaign_recipients r on r.company_id = l.company_id and r.id = l.recipient_id
      where v.company_id = t.company_id and v.contact_id = t.contact_id
        and (m.ack > 0 or m.failure = 'ERR_SENDING_WAPP_MSG' or exists (
          select from outbox o
          where o.company_id = m.company_id and o.conversation_id = m.conversation_id and o.message_id = m.id and o.attempts > 0))
      order by m.sent_at desc, m.id desc limit 1) s on true
    where t.company_id = ${ctx.companyId} and t.id = ${ticketId} and not t.is_group`.execute(ctx.db)
  return rows[0]
}

async function confirm(ctx: Ctx, ticketId: number, isOut: boolean): Promise<void> {
  const ticket = await lockTicket(ctx, ticketId)
  if (!ticket) return
  const { optOut } = await companyTexts(ctx)
  await postAutomaticMessage(ctx, ticket, isOut ? optOut.out : optOut.back)
}

async function closeAgain(ctx: Ctx, ticketId: number): Promise<void> {
  const ticket = await lockTicket(ctx, ticketId)
  if (ticket?.status === 'pending' && ticket.user_id === null) await closeTicket(asBot(ctx), ticket)
}
