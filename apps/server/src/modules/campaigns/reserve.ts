import { randomUUID } from 'node:crypto'
import type { Actor, Ctx } from '#platform/context'
import { readReach } from '#modules/companies'
import { findOrCreateConversations } from '#modules/conversations'
import { type Place, postCampaignMessages } from '#modules/messages'
import type { Room, SendingGuard } from '#modules/sending-guard'
import { lockTickets } from '#modules/tickets'
import { readCampaignSettings } from './tables/settings.ts'
import { laterFilesOf, postFiles } from './attachments/post-files.ts'
import { type PaceState, pauseWithin, planPace } from './rules/pace.ts'
import {
  type Candidate,
  type LockedTurn,
  type Turn,
  countSending,
  findLeftOut,
  giveUpTried,
  keepReserved,
  leaveOut,
  lockCandidates,
  lockPeople,
  lockTurn,
  mostWaiting,
  openTickets,
  postpone,
  refilledAt,
} from './tables/reserve.repository.ts'
import { type Wording, chooseWording } from './wordings/choose-wording.ts'
import { findSendable } from './wordings/templates.ts'
import { comesApart, valuesFor } from './wordings/texts.ts'

export type CampaignActor = Extract<Actor, { kind: 'campaign' }>

interface Options {
  guard: SendingGuard
  /** What the connection may still do today. */
  room: Room
  /** In ms. No pause between two messages is shorter. */
  leastPause: number
  /** The network can tell whether it has a number, and is asked before the first message. */
  checksNumbers: boolean
}

/**
 * Gives the next people of a connection their messages, as far as these are due in the next seconds: text, connection and
 * external id are chosen and stored with message and outbox entry in one unit of work, so each person gets one message,
 * whoever is killed. Returns how many people were dealt with.
 */
export async function reserveNext(ctx: Ctx<CampaignActor>, turn: Turn, options: Options): Promise<number> {
  const locked = await lockTurn(ctx, turn)
  if (!locked || locked.is_behind || locked.waiting > refilledAt) return 0
  const usable = await findSendable(ctx, turn.connection_id, locked)
  // The next turn says so.
  if (!usable) return 0
  const { variables, ...pace } = await readCampaignSettings(ctx)
  const listed = await laterFilesOf(ctx, locked.file_list_id)
  const times = planPace(
    pace,
    { nextAt: locked.next_at ?? 0, inRow: locked.in_row },
    {
      ...locked,
      most: Math.ceil((mostWaiting - locked.waiting) / (1 + listed.length)),
      leastPause: Math.max(options.leastPause, await hourlyPause(ctx)),
    },
  )
  const { guard, room, checksNumbers } = options
  const most = Math.min(times.length, room.people)
  const candidates = await lockCandidates(ctx, turn, { most, left: room.left, checksNumbers })
  const tried = candidates.filter((person) => wasTriedElsewhere(person, turn))
  await giveUpTried(
    ctx,
    tried.map(({ id }) => id),
  )
  const people = candidates.filter((person) => !tried.includes(person))
  await lockPeople(
    ctx,
    people.map(({ person_key }) => person_key),
  )
  await leaveOut(
    ctx,
    people.filter(({ reason }) => reason !== null),
  )
  const free = people.filter(({ reason, is_talking, is_confirmed }) => !reason && (!is_talking || is_confirmed))
  const wordings = new Map(
    free.map((person) => [
      person.id,
      chooseWording(
        {
          texts: person.step === 'request' ? locked.confirmations : locked.messages,
          templates: person.step === 'request' ? locked.confirmation_templates : locked.templates,
          usable,
        },
        {
          before: person.is_tried ? person.variant : null,
          values: valuesFor({ turn: locked, person, variables }),
        },
      ),
    ]),
  )
  const wanted = free.filter(({ id }) => wordings.get(id))
  await leaveOut(
    ctx,
    free.flatMap(({ id }) => (wordings.get(id) ? [] : { id, reason: 'templateValues' })),
  )
  const { placed: found, busy } = await findPlaces(ctx, turn, wanted)
  const placed = await withoutLeftOut(ctx, turn, found)
  const freeIds = new Set(free.map(({ id }) => id))
  await postpone(ctx, [
    ...people.filter(({ id, reason }) => reason === null && !freeIds.has(id)).map(({ id }) => id),
    ...busy.map(({ id }) => id),
  ])
  const last = times[placed.length - 1]?.after
  if (last) {
    const messageIds = await write(ctx, turn, { locked, listed, placed, wordings, times, last })
    await guard.count(
      ctx,
      room,
      messageIds.map((messageId, nth) => ({ messageId, isKnown: placed[nth]?.person.is_known ?? false })),
    )
  }
  return candidates.length
}

const wasTriedElsewhere = ({ is_tried, connection_id }: Candidate, turn: Turn) =>
  is_tried && connection_id !== turn.connection_id

/** In ms. A longer pause keeps the company within what its plan allows in an hour. */
async function hourlyPause(ctx: Ctx): Promise<number> {
  const { perHour } = await readReach(ctx)
  return perHour === null ? 0 : pauseWithin(perHour, await countSending(ctx))
}

interface Placed {
  person: Candidate
  place: Place
}

/**
 * Finds or creates the conversations and locks them. A contact is created with the name of the sheet, and one that is known
 * keeps its own. Who has begun a talk in the meantime is left until that ends, unless they have said yes and wait for it.
 */
async function findPlaces(
  ctx: Ctx<CampaignActor>,
  { connection_id }: Turn,
  people: readonly Candidate[],
): Promise<{ placed: Placed[]; busy: Candidate[] }> {
  if (people.length === 0) return { placed: [], busy: [] }
  const conversations = await findOrCreateConversations(
    ctx,
    people.map(({ number, name, email }) => ({
      connectionId: connection_id,
      from: { kind: 'phone' as const, value: number.replace(/\D/g, '') },
      aliases: [],
      name,
      email,
      isGroup: false,
    })),
  )
  const tickets = await openTickets(
    ctx,
    conversations.map(({ conversationId }) => conversationId),
  )
  const locked = new Map(
    (await lockTickets(ctx, [...tickets.values()])).map((ticket) => [ticket.conversation_id, ticket]),
  )
  const placed: Placed[] = []
  const busy: Candidate[] = []
  for (const [nth, person] of people.entries()) {
    const conversationId = conversations[nth]?.conversationId
    if (conversationId === undefined) continue
    const ticket = locked.get(conversationId)
    const place = ticket ?? { id: null, status: null, conversation_id: conversationId, connection_id }
    if (ticket && !person.is_confirmed) busy.push(person)
    else placed.push({ person, place })
  }
  return { placed, busy }
}

/**
 * They and their conversations are locked now. Who has opted out while we waited for that gets nothing, nor does who got a
 * message of another campaign meanwhile that was one of as many as they may get.
 */
async function withoutLeftOut(ctx: Ctx, { campaign_id }: Turn, placed: readonly Placed[]): Promise<Placed[]> {
  const gone = await findLeftOut(
    ctx,
    campaign_id,
    placed.map(({ person }) => person.id),
  )
  await leaveOut(
    ctx,
    [...gone].map(([id, reason]) => ({ id, reason })),
  )
  return placed.filter(({ person }) => !gone.has(person.id))
}

interface Written {
  locked: LockedTurn
  /** Files that come after each message. */
  listed: Awaited<ReturnType<typeof laterFilesOf>>
  placed: readonly Placed[]
  /** By the id of the person. */
  wordings: ReadonlyMap<number, Wording | undefined>
  times: readonly { at: number; after: PaceState }[]
  /** After the last of these messages. */
  last: PaceState
}

const placeInTime = ({ at, after }: Written['times'][number]) => ({
  due: new Date(at),
  spacing: Math.max(0, after.nextAt - at) / 1000,
})

/** Returns the messages, without files that come apart. */
async function write(
  ctx: Ctx<CampaignActor>,
  turn: Turn,
  { locked, listed, placed, wordings, times, last }: Written,
): Promise<number[]> {
  const { file_id: fileId, media_type: mediaType } = locked
  const file = fileId === null || mediaType === null ? undefined : { fileId, mediaType }
  const messages = placed.map(({ person, place }, nth) => {
    const wording = wordings.get(person.id)
    if (!wording) throw new Error('nothing was chosen for this person')
    const { variant, body, content } = wording
    const hasFile = file !== undefined && person.step === 'content'
    const isApart = hasFile && comesApart(file, body)
    return {
      person,
      variant,
      isApart,
      message: {
        place,
        externalId: (person.is_tried && person.external_id) || randomUUID(),
        body,
        ...placeInTime(times[nth] ?? { at: locked.now, after: last }),
        ...(hasFile && !isApart && { content: file }),
        ...(content && { content }),
      },
    }
  })
  const ids = await postCampaignMessages(
    ctx,
    messages.map(({ message }) => message),
  )
  const filesOf = await postFiles(
    ctx,
    messages.map(({ person, isApart, message: { place, due } }) => ({
      recipientId: person.id,
      place,
      due,
      files: [...(file && isApart ? [{ ...file, caption: '' }] : []), ...(person.step === 'content' ? listed : [])],
    })),
  )
  await keepReserved(
    ctx,
    turn,
    messages.flatMap(({ person, variant, message }, nth) => {
      const messageId = ids[nth]
      if (messageId === undefined) return []
      return {
        recipient_id: person.id,
        variant,
        external_id: message.externalId,
        message_id: messageId,
        kind: person.step,
        file_message_ids: filesOf.get(person.id) ?? [],
      }
    }),
    { next_at: new Date(last.nextAt), in_row: last.inRow },
  )
  return ids
}
