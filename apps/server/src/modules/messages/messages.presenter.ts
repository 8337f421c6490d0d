import { type MessageView, hiddenBody, shownButtons, wordsOf } from '@guiche/contract'
import { factsOf } from '#channels/facts'
import { isoTime } from '#platform/iso-time'
import { type SpeakerPart, maskNumber, maskNumbersIn, speakerOf } from '#modules/contacts'
import type { MediaLinks } from '#modules/media'
import type { SeenTicket } from '#modules/visibility'
import type { MessageRow, QuotedPart } from './messages.repository.ts'
import { shownBody } from './shown-body.ts'
import { shownId } from './shown-id.ts'
import { signatureOf } from './body/signature.ts'

export interface MessageViewer {
  links: MediaLinks
  /** The company hides the text of deleted messages (docs/requirements/workspace.md, section 4). */
  hidesDeleted: boolean
  /** Numbers are masked for this viewer (S67). */
  masked: boolean
  /** Whether the viewer sees a ticket. A message may quote one from a ticket that they do not see. */
  sees: (ticket: SeenTicket) => boolean
}

export function presentMessage(row: MessageRow, viewer: MessageViewer): MessageView {
  const { links, hidesDeleted, masked } = viewer
  const queue =
    row.ticket_queue_id !== null && row.queue_name !== null
      ? { id: row.ticket_queue_id, name: row.queue_name, color: row.queue_color ?? '' }
      : null
  const isHidden = hidesText(row, hidesDeleted)
  const file = isHidden ? null : row.file
  return {
    id: row.id,
    companyId: row.company_id,
    ticketId: row.ticket_id,
    conversationId: row.conversation_id,
    contactId: row.contact_id,
    queueId: row.ticket_queue_id,
    wid: shownId({ id: row.id, externalId: row.external_id }, masked),
    clientId: row.client_id,
    remoteJid: remoteJidOf(row, viewer),
    participant: participantOf(row, viewer),
    dataJson: dataJsonOf(row, viewer),
    body: isHidden ? hiddenBody : shownBody(row, row, masked),
    signature: isHidden ? null : signatureOf(row),
    fromMe: row.from_me,
    read: row.from_me || row.ack >= 3,
    ack: row.ack,
    ...failureOf(row, viewer),
    mediaType: row.media_type,
    mediaUrl: file?.state === 'ready' ? links.file(row.company_id, file.key) : null,
    thumbnailUrl: file?.thumbnail ? links.file(row.company_id, file.thumbnail) : null,
    mediaName: file?.name ?? null,
    mediaSize: file?.bytes ?? null,
    mediaWidth: file?.width ?? null,
    mediaHeight: file?.height ?? null,
    mediaSeconds: file?.seconds ?? null,
    mediaWave: file?.wave ?? null,
    mediaPages: file?.pages ?? null,
    mediaState: file ? stateOf(file.state) : null,
    isPrivate: row.is_private,
    isDeleted: row.deleted_at !== null,
    isEdited: row.edited_at !== null,
    isForwarded: row.is_forwarded,
    ...authorOf(row),
    contact: row.from_me ? null : presentContact(row, row.raw?.author, viewer),
    quotedMsgId: shownQuote(row, viewer)?.id ?? null,
    quotedMsg: presentQuoted(row, viewer),
    reactions: (row.reactions ?? []).map(({ emoji, sender }) => ({
      emoji,
      sender: masked ? maskNumber(sender) : sender,
      fromMe: sender === 'me',
    })),
    ...(!isHidden && partsOf(row.raw)),
    ...(row.is_of_other_way && { isOfOtherWay: true as const }),
    ticket: { id: row.ticket_id, queueId: row.ticket_queue_id, queue },
    createdAt: isoTime(row.sent_at),
    updatedAt: isoTime(row.edited_at ?? row.created_at),
  }
}

/** What a network has said belongs to one reason, and may contain numbers. */
function failureOf(
  { failure, refusal }: MessageRow,
  { masked }: MessageViewer,
): Pick<MessageView, 'failure' | 'failureDetails'> {
  if (!refusal || refusal.reason !== failure) return { failure }
  return { failure, failureDetails: masked ? maskNumbersIn(refusal.details) : refusal.details }
}

/** What stands beside the text. */
function partsOf(raw: MessageRow['raw']): Pick<MessageView, 'buttons' | 'referral' | 'writtenIn'> {
  const { template, referral, writtenIn } = raw ?? {}
  const buttons = template ? shownButtons(template.parts, template.values) : []
  return {
    ...(buttons.length > 0 && { buttons }),
    ...(referral && { referral }),
    ...(writtenIn && { writtenIn }),
  }
}

/** JSON text for existing clients: the caller of a call, or the author of a group message. */
function dataJsonOf(row: MessageRow, viewer: MessageViewer): string {
  const { call, author } = row.raw ?? {}
  if (!call && !author) return '{}'
  const pushName = presentContact(row, author, viewer).name
  return JSON.stringify({ pushName, ...(call && { call: { outcome: 'ringing', ...call } }) })
}

function authorOf(row: MessageRow): Pick<MessageView, 'origin' | 'user'> {
  if (row.origin === 'bot') return { origin: 'bot', user: null }
  const { sender_user_id: id, user_name: name } = row
  return { origin: originOf(row.origin), user: id !== null && name !== null ? { id, name } : null }
}

/** The customer, or the author of a group message. The name is masked because it can be a number. */
const presentContact = (row: MessageRow, author: SpeakerPart | null | undefined, { masked }: MessageViewer) => {
  const name = author ? speakerOf(author) : row.contact_name
  return { id: row.contact_id, name: masked ? maskNumbersIn(name) : name }
}

/** The chat, as existing clients name it. Null: its channel has no such addresses. */
function remoteJidOf({ address, channel }: MessageRow, { masked }: MessageViewer): string | null {
  if (factsOf(channel).linkedBy !== 'phone') return null
  const jid = address.includes('@') ? address : `${address.replace('+', '')}@s.whatsapp.net`
  return masked ? maskNumber(jid) : jid
}

/** Tells the participants of a group apart: the same value for all messages of one. */
function participantOf({ raw }: MessageRow, { masked }: MessageViewer): string | null {
  if (!raw?.author) return null
  const { kind, value } = raw.author.identity
  return `${masked ? maskNumber(value) : value}@${kind === 'phone' ? 's.whatsapp.net' : kind}`
}

/** The quoted message, if it belongs to another ticket. */
export const quotedElsewhere = ({ quoted, ticket_id }: MessageRow): QuotedPart | undefined =>
  quoted?.ticket.id === ticket_id ? undefined : (quoted ?? undefined)

function shownQuote(row: MessageRow, { sees }: MessageViewer): MessageRow['quoted'] {
  const elsewhere = quotedElsewhere(row)
  return elsewhere && !sees(elsewhere.ticket) ? null : row.quoted
}

/** The text of a deleted message is hidden if we have deleted it, or the company wants so. */
export const hidesText = ({ deleted_at, from_me }: MessageRow, hidesDeleted: boolean): boolean =>
  deleted_at !== null && (hidesDeleted || from_me)

function presentQuoted(row: MessageRow, viewer: MessageViewer): MessageView['quotedMsg'] {
  const { quoted_external_id, company_id } = row
  const { links } = viewer
  if (quoted_external_id === null) return null
  const quoted = shownQuote(row, viewer)
  // We may not have the quoted message (R9), or the viewer may not see its ticket. It is shown as missing then.
  if (!quoted)
    return {
      id: 0,
      wid: shownId({ id: 0, externalId: quoted_external_id }, viewer.masked),
      body: '',
      fromMe: false,
      mediaType: 'unknown',
      mediaUrl: null,
      mediaName: null,
      isDeleted: false,
      contact: null,
    }
  return {
    id: quoted.id,
    wid: shownId({ id: quoted.id, externalId: quoted.external_id }, viewer.masked),
    body: quoted.is_deleted ? hiddenBody : shownBody({ ...quoted, body: saidIn(quoted) }, row, viewer.masked),
    fromMe: quoted.from_me,
    mediaType: quoted.media_type,
    mediaUrl: quoted.file && !quoted.is_deleted ? links.file(company_id, quoted.file.key) : null,
    mediaName: quoted.file?.name ?? null,
    isDeleted: quoted.is_deleted,
    contact: quoted.from_me ? null : presentContact(row, quoted.author, viewer),
  }
}

const saidIn = (quoted: QuotedPart) => wordsOf({ body: quoted.body, signature: signatureOf(quoted) })

const states = ['ready', 'waiting', 'failed'] as const
const stateOf = (state: string): MessageView['mediaState'] => states.find((known) => known === state) ?? 'failed'

const origins = ['channel', 'user', 'phone', 'bot', 'campaign', 'schedule', 'api', 'import', 'system'] as const
const originOf = (origin: string): MessageView['origin'] => origins.find((known) => known === origin) ?? 'system'
