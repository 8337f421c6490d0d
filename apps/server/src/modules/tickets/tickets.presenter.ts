import { type TicketBrief, type TicketView, limits } from '@guiche/contract'
import { factsOf } from '#channels/facts'
import { whyUnreached } from '#channels/reach'
import type { UserActor } from '#platform/context'
import { isoTime } from '#platform/iso-time'
import { maskNumbersIn, presentNumber, presentPicture, speakerOf } from '#modules/contacts'
import { maySeeTicket } from '#modules/visibility'
import { readBotMemory } from './bot-memory.ts'
import type { TicketRow } from './tickets.repository.ts'

interface Viewer {
  /** Numbers are masked for this viewer (S67). */
  masked: boolean
  /** The origin under which browsers reach this installation. */
  origin: string
}

export function presentTicket(row: TicketRow, viewer: Viewer): TicketView {
  const contactTags = row.contact_tags ?? []
  return {
    ...presentTicketCore(row, viewer),
    contact: {
      id: row.contact_id,
      companyId: row.company_id,
      name: presentName(row, viewer),
      number: numberOfContact(row, viewer),
      email: row.contact_email,
      ...presentPicture(row.contact_picture, viewer.origin),
      isGroup: row.is_group,
      active: row.contact_active,
      disableBot: row.contact_bot_disabled,
      acceptAudioMessage: row.contact_accepts_audio,
      lgpdAcceptedAt: isoTime(row.contact_lgpd_at),
      channel: factsOf(row.channel).shownAs,
      remoteJid: null,
      extraInfo: [],
      tags: contactTags,
      contactTags: contactTags.map((tag) => ({ contactId: row.contact_id, tagId: tag.id })),
      createdAt: isoTime(row.contact_created_at),
      updatedAt: isoTime(row.contact_updated_at),
    },
  }
}

/**
 * The answer to a call by a user. They may not be allowed to read the ticket, for example one that a colleague has; then it
 * shows who has it and no content.
 */
export function presentTicketTo(actor: UserActor, row: TicketRow, origin: string): TicketView {
  const view = presentTicket(row, { masked: actor.numbersMasked, origin })
  return maySeeTicket(actor, row)
    ? view
    : {
        ...view,
        lastMessage: '',
        hasFailed: false,
        unreadMessages: 0,
        tags: [],
        transfer: null,
        userRating: null,
        answerWindow: undefined,
      }
}

/** For who may call the customer (`mayCall`). */
export const withCallToken = (view: TicketView, token: string): TicketView => ({
  ...view,
  whatsapp: view.whatsapp && { ...view.whatsapp, wavoip: token },
})

/** Sent with each message to every browser that shows the ticket, therefore small. */
export function presentTicketBrief(row: TicketRow, viewer: Viewer): TicketBrief {
  const {
    id,
    uuid,
    status,
    channel,
    refuses,
    answerWindow,
    unreachable,
    isGroup,
    isBot,
    unreadMessages,
    lastMessage,
    fromMe,
    lastMessageAck,
    lastMessageAuthor,
    lastMessageAt,
    hasFailed,
    waitingSince,
    transfer,
    ...rest
  } = presentTicketCore(row, viewer)
  const { userId, user, queueId, queue, contactId, whatsappId, tags, userRating, closedAt, updatedAt } = rest
  return {
    id,
    uuid,
    status,
    channel,
    refuses,
    answerWindow,
    unreachable,
    isGroup,
    isBot,
    unreadMessages,
    // Lists show only the beginning.
    lastMessage: lastMessage.slice(0, limits.lastMessagePreview),
    fromMe,
    lastMessageAck,
    lastMessageAuthor,
    lastMessageAt,
    hasFailed,
    waitingSince,
    transfer: transfer && { ...transfer, note: transfer.note.slice(0, 80) },
    userId,
    user,
    queueId,
    queue,
    contactId,
    whatsappId,
    whatsapp: { id: row.connection_id, name: row.connection_name, hasCalls: canBeCalled(row, viewer) },
    tags,
    userRating,
    closedAt,
    updatedAt,
    contact: {
      id: contactId,
      name: presentName(row, viewer),
      number: numberOfContact(row, viewer),
      ...presentPicture(row.contact_picture, viewer.origin),
      isGroup,
      channel,
      tags: row.contact_tags ?? [],
    },
  }
}

/** The page of the service shows the number. */
const canBeCalled = ({ has_calls, contact_phone }: TicketRow, { masked }: Viewer) =>
  has_calls && contact_phone !== null && !masked

function presentTicketCore(row: TicketRow, viewer: Viewer): Omit<TicketView, 'contact'> {
  const bot = readBotMemory(row.bot)
  return {
    id: row.id,
    uuid: row.uuid,
    companyId: row.company_id,
    status: row.status,
    channel: factsOf(row.channel).shownAs,
    refuses: refusedBy(row.channel),
    answerWindow: presentWindow(row),
    unreachable: whyUnreachable(row),
    isGroup: row.is_group,
    isBot: bot.isBot,
    unreadMessages: row.unread_count,
    lastMessage: presentLastMessage(row, viewer),
    fromMe: row.last_from_me,
    lastMessageAck: row.last_ack,
    lastMessageAuthor: presentSpeaker(row, viewer),
    lastMessageAt: isoTime(row.last_message_at),
    hasFailed: row.has_failed,
    waitingSince: isoTime(row.waiting_since),
    transfer: presentTransfer(row),
    userId: row.user_id,
    user: row.user_id !== null && row.user_name !== null ? { id: row.user_id, name: row.user_name } : null,
    queueId: row.queue_id,
    queue:
      row.queue_id !== null && row.queue_name !== null
        ? { id: row.queue_id, name: row.queue_name, color: row.queue_color ?? '' }
        : null,
    contactId: row.contact_id,
    whatsappId: row.connection_id,
    whatsapp: {
      id: row.connection_id,
      name: row.connection_name,
      channel: factsOf(row.channel).shownAs,
      groupAsTicket: row.group_as_ticket ? 'enabled' : 'disabled',
      expiresTicket: row.idle_close_minutes,
      hasCalls: canBeCalled(row, viewer),
      wavoip: null,
    },
    tags: row.ticket_tags ?? [],
    userRating: row.rating,
    useIntegration: bot.useIntegration,
    integrationId: bot.integrationId,
    queueIntegration: row.integration && { id: row.integration.id, name: row.integration.name },
    ...(row.integration?.type === 'typebot' && {
      typebotSessionId: row.integration.session,
      typebotStatus: bot.useIntegration,
    }),
    promptId: bot.promptId,
    amountUsedBotQueues: bot.amountUsedBotQueues,
    amountUsedBotQueuesNPS: bot.amountUsedBotQueuesNPS,
    sendInactiveMessage: bot.sendInactiveMessage,
    lgpdSendMessageAt: bot.lgpdSendMessageAt,
    lgpdAcceptedAt: bot.lgpdAcceptedAt,
    isOutOfHour: bot.isOutOfHour,
    imported: isoTime(row.imported_at),
    closedAt: isoTime(row.closed_at),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  }
}

function refusedBy(channel: TicketRow['channel']): TicketView['refuses'] {
  const { edits, deletions, reactions } = factsOf(channel)
  return [
    ...(edits === 'never' ? (['edits'] as const) : []),
    ...(deletions === 'never' ? (['deletions'] as const) : []),
    ...(reactions ? [] : (['reactions'] as const)),
  ]
}

function whyUnreachable({ channel, moved_address: address }: TicketRow): TicketView['unreachable'] {
  const why = address === null ? undefined : whyUnreached(factsOf(channel), address)
  return why && (why === 'ERR_NO_GROUPS_HERE' ? 'group' : 'person')
}

function presentWindow({ channel, answer_window: window }: TicketRow): TicketView['answerWindow'] {
  if (!window) return undefined
  const { until, usualUntil } = window
  return { until: isoTime(until), usualUntil: isoTime(usualUntil), templates: factsOf(channel).templates }
}

function presentTransfer({ transferred_at, transferred_by, transferred_by_name, transfer_note }: TicketRow) {
  if (!transferred_at) return null
  const by =
    transferred_by !== null && transferred_by_name !== null ? { id: transferred_by, name: transferred_by_name } : null
  return { at: isoTime(transferred_at), by, note: transfer_note ?? '' }
}

/** The text of a contact card contains its number. */
const presentLastMessage = ({ last_message: text }: TicketRow, { masked }: Viewer) =>
  masked && text.startsWith('BEGIN:VCARD') ? maskNumbersIn(text) : text
const presentSpeaker = ({ last_speaker: speaker }: TicketRow, { masked }: Viewer) => {
  if (!speaker) return null
  const name = speakerOf(speaker)
  return masked ? maskNumbersIn(name) : name
}
const numberOfContact = (row: TicketRow, { masked }: Viewer) =>
  presentNumber({ id: row.contact_id, phone: row.contact_phone }, masked)
/** Contacts without a name have their number as their name. */
const presentName = (row: TicketRow, { masked }: Viewer) =>
  masked ? maskNumbersIn(row.contact_name) : row.contact_name
