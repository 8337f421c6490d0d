import { createHash } from 'node:crypto'
import { type Api, type Parsed, signedWith } from '@guiche/contract'
import { factsOf } from '#channels/facts'
import type { Ctx } from '#platform/context'
import { together } from '#platform/database/together'
import type { Deps } from '#platform/deps'
import { AppError, badRequest, notFound } from '#platform/errors'
import type { UploadedFile } from '#platform/http/uploads'
import { NotAsked, type NumberCheck, againIfTaken, digitsOf, refusingTaken } from '#modules/contacts'
import {
  type Reached,
  assertQueueAndUser,
  findOrCreateConversations,
  openTicketWith,
  reachContactOn,
} from '#modules/conversations'
import { type StoredUpload, keepFile, storeUpload, withUploads } from '#modules/media'
import { findTemplateNamed } from '#modules/message-templates'
import { assertInWindow, assertMayWrite, insertPosted, templateContent } from '#modules/messages'
import { hasOptedOut } from '#modules/opt-outs'
import { type SendingGuard, heldError } from '#modules/sending-guard'
import { type LockedTicket, closeTicket } from '#modules/tickets'
import { findGroup, findUserName } from './api-messages.repository.ts'
import { type LinkedFile, assertKind, withLinkedFile } from './linked-file.ts'
import type { Program } from './recognize-program.ts'
import { type RepeatableCall, claimKey, findEarlier, keepAnswer } from './requests.repository.ts'
import { type Counted, type Counts, countUsage } from './usages.repository.ts'

type SendingDeps = Pick<Deps, 'units' | 'outside' | 'storage' | 'diskRoom'> & {
  numbers: NumberCheck
  guard: SendingGuard
}

export interface Sending {
  fields: Parsed<Api['sendApiMessage']>['body']
  files: readonly UploadedFile[]
  link?: LinkedFile
  /** The Idempotency-Key. */
  key: string | undefined
}

/**
 * Sends what a program has asked for, and returns the ids of its messages. A call that is repeated with its key gets those
 * of the first one, also if the process was killed in between: they are stored in one transaction.
 */
export async function sendForProgram(deps: SendingDeps, program: Program, sending: Sending): Promise<number[]> {
  const { actor, companyId, connectionId, channel, status } = program
  const { fields, files, link, key } = sending
  const call = key === undefined ? undefined : { key, fingerprint: fingerprintOf(sending) }
  const earlier = call && (await deps.units.read(actor, (ctx) => findEarlier(ctx, program, call)))
  if (earlier) return earlier
  if (fields.noRegister) throw badRequest('ERR_API_NEEDS_TICKET')
  assertReaches(program)
  const checked = () => deps.numbers.beforeFirst(actor, fields.number, { id: connectionId, channel, status })
  const send = (all: readonly UploadedFile[], number: string, isAsked: boolean) =>
    withUploads(deps, { companyId, files: all, store: storeUpload }, (uploads) => {
      if (link) for (const upload of uploads) assertKind(upload, link.kind)
      const sent = { ...deps, fields: { ...fields, number }, uploads, call, isAsked }
      return againIfTaken(() => deps.units.run(actor, (ctx) => post(ctx, program, sent)))
    })
  const sendText = async () => {
    const number = digitsOf(fields.number)
    try {
      return await send([], number, false)
    } catch (error) {
      if (error instanceof NotAsked) return send([], await checked(), true)
      throw error
    }
  }
  const sendOther = async () => {
    const number = isGroup(fields.number) ? fields.number : await checked()
    return link ? withLinkedFile(deps, link, (file) => send([file], number, true)) : send(files, number, true)
  }
  try {
    // Most texts are for people who need no check, which is seen in the unit of work that stores the text.
    return await (isGroup(fields.number) || link || files.length > 0 ? sendOther() : sendText())
  } catch (error) {
    // A bad sign that was seen by this call was undone with it.
    if (error instanceof AppError && error.code === 'ERR_SENDING_PAUSED')
      await deps.units.run(actor, (ctx) => deps.guard.room(ctx, connectionId))
    throw error
  }
}

/** Equal for calls with the same fields and files. */
function fingerprintOf({ fields, files, link }: Sending): Buffer {
  const contents = files.map(({ name, sha256 }) => [name, sha256.toString('hex')])
  return createHash('sha256')
    .update(JSON.stringify([fields, contents, link]))
    .digest()
}

/** As in existing programs. */
const isGroup = (number: string) => number.length > 17

/** People have to link the phone again in these states; in all others it is about to be connected. */
const unlinked = new Set(['disconnected', 'qrcode', 'passkey'])

function assertReaches({ channel, status }: Program): void {
  const { mayStartConversation, reachedBy } = factsOf(channel)
  if (!mayStartConversation || !reachedBy.includes('phone')) throw badRequest('ERR_WAPP_INVALID_CONTACT')
  if (unlinked.has(status)) throw badRequest('ERR_WAPP_NOT_INITIALIZED')
}

interface Post {
  guard: SendingGuard
  numbers: NumberCheck
  /** The number needs no check any more. */
  isAsked: boolean
  fields: Sending['fields']
  uploads: readonly StoredUpload[]
  call: RepeatableCall | undefined
}

async function post(ctx: Ctx, program: Program, sent: Post): Promise<number[]> {
  const { guard, fields, uploads, call } = sent
  // The same call may have come twice at the same moment.
  if (call && !(await claimKey(ctx, program, call))) return (await findEarlier(ctx, program, call)) ?? []
  const template = await templateOf(ctx, program, fields)
  const isMarketing = fields.marketing || template?.category === 'marketing'
  if (isMarketing && (await hasOptedOut(ctx, fields.number))) throw badRequest('ERR_OPTED_OUT')
  if (fields.queueId !== null || fields.userId !== null) await assertQueueAndUser(ctx, fields)
  // One round trip. If the number may not start this talk, what was made for it is undone.
  const [place, start] = await together([
    reach(ctx, program, sent),
    isGroup(fields.number) ? undefined : guard.start(ctx, program.connectionId, { number: fields.number }),
  ])
  if (start?.hold) throw heldError(start.hold)
  const ticket = await openTicketWith(ctx, place, fields.queueId, fields.userId)
  assertMayWrite(ctx, ticket)
  if (!template) assertInWindow(ctx, ticket)
  const text = { ...(await signed(ctx, fields)), after: fields.msdelay }
  const ids: number[] = []
  if (template) {
    const content = await templateContent(ctx, ticket, template)
    // Nothing can be added to approved wording, so it has no signature.
    ids.push((await insertPosted(ctx, ticket, { ...text, signedBy: '', content: async () => content })).id)
  } else if (uploads.length === 0) ids.push((await insertPosted(ctx, ticket, text)).id)
  for (const [nth, upload] of uploads.entries()) {
    const caption = nth === 0 ? text : { body: '', after: fields.msdelay }
    const { id } = await insertPosted(ctx, ticket, { ...caption, content: () => keepFile(ctx, upload) })
    ids.push(id)
  }
  if (fields.closeTicket && mayClose(ticket, fields.userId)) await closeTicket(ctx, ticket)
  if (call) await keepAnswer(ctx, program, call, ids)
  const [first] = ids
  if (start && first !== undefined) await guard.countOne(ctx, start, first)
  countUsage(ctx, countsOf(uploads))
  return ids
}

/** The template that is sent instead of a text; undefined: a text is. */
async function templateOf(ctx: Ctx, { connectionId }: Program, { template }: Sending['fields']) {
  if (!template) return undefined
  const found = await findTemplateNamed(ctx, connectionId, template)
  if (!found) throw notFound('ERR_NO_TEMPLATE_FOUND')
  return { templateId: found.id, category: found.category, values: template.values }
}

async function reach(ctx: Ctx, program: Program, { fields: { number }, numbers, isAsked }: Post): Promise<Reached> {
  const { connectionId } = program
  if (isGroup(number)) {
    const contactId = await findGroup(ctx, number)
    const reached = contactId !== undefined && (await reachContactOn(ctx, contactId, [connectionId]))
    if (!reached) throw notFound('ERR_NO_CONTACT_FOUND')
    return reached
  }
  const from = { kind: 'phone', value: number } as const
  const sender = { connectionId, from, aliases: [], name: '', email: '', isGroup: false }
  const mayMake = isAsked ? undefined : numbers.assertAsked(ctx, number, { ...program, id: connectionId })
  const [place] = await refusingTaken(findOrCreateConversations(ctx, [sender], mayMake))
  if (!place) throw badRequest('ERR_WAPP_INVALID_CONTACT')
  return { ...place, connectionId }
}

async function signed(
  ctx: Ctx,
  { body, userId, sendSignature }: Sending['fields'],
): Promise<{ body: string; signedBy?: string }> {
  const name = sendSignature && userId !== null && body !== '' ? await findUserName(ctx, userId) : undefined
  return name === undefined ? { body } : { body: signedWith(name, body), signedBy: name }
}

/** A program does not end what a person is doing, unless it has named that person. */
const mayClose = ({ status, user_id, is_group }: LockedTicket, userId: number | null): boolean =>
  status !== 'closed' && !is_group && (user_id === null || user_id === userId)

function countsOf(uploads: readonly StoredUpload[]): Counts {
  if (uploads.length === 0) return { texts: 1 }
  const counts: Counts = {}
  for (const upload of uploads) counts[kindOf(upload)] = (counts[kindOf(upload)] ?? 0) + 1
  return counts
}

function kindOf({ mime, mediaType }: StoredUpload): Counted {
  if (mediaType === 'image') return 'images'
  if (mediaType === 'video') return 'videos'
  return mime === 'application/pdf' ? 'pdfs' : 'others'
}
