import type { Ctx } from '#platform/context'
import { notFound } from '#platform/errors'
import { externalIdOf } from '#channels/web-chat'
import { type MessageRow, findMessages } from '#modules/messages'
import { type Visitor, findVisitor } from '#modules/visitors'
import {
  type ArrivedRow,
  type SystemMessageRow,
  type Point,
  type StreamRow,
  findArrived,
  findSystemMessagePoint,
  findMessagePoint,
  selectStream,
} from './conversation.repository.ts'

export type Said = { message: MessageRow } | { systemMessage: SystemMessageRow }

export interface VisitorPage {
  /** Oldest first. */
  said: Said[]
  /** Received but not processed yet; they come after everything else. */
  arrived: ArrivedRow[]
  hasMore: boolean
}

interface Where {
  after?: string | undefined
  before?: string | undefined
}

const perPage = 50

/** A page of the visitor's conversation: after a position, before one, or the newest. */
export async function listVisitorMessages(ctx: Ctx, visitor: Visitor, where: Where): Promise<VisitorPage> {
  // Read first: a message that is processed meanwhile is then found twice instead of not at all.
  const arrived = await findArrived(ctx, visitor.webChat.connectionId, `visitor:${visitor.id}`)
  const conversationId = visitor.conversation_id ?? (await conversationSince(ctx, visitor))
  const reference = where.after ?? where.before
  const isArrived = arrived.findIndex(({ payload }) => payload.externalId === externalIdOf(visitor.id, reference ?? ''))
  if (isArrived >= 0 && where.after !== undefined)
    return { said: [], arrived: arrived.slice(isArrived + 1), hasMore: false }
  if (conversationId === null)
    return { said: [], arrived: where.before === undefined ? arrived.filter(isAfter(where.after)) : [], hasMore: false }

  const isAscending = where.after !== undefined
  const point =
    reference === undefined || isArrived >= 0
      ? undefined
      : await pointOf(ctx, conversationId, visitor.id, { reference, isAscending })
  const from = point && (isAscending ? { after: point } : { before: point })
  const stream = await selectStream(ctx, { conversationId, from, isAscending, most: perPage + 1 })
  const page = where.after !== undefined && isTime(where.after) ? wholeMoments(stream) : stream.slice(0, perPage)
  const said = await filled(ctx, isAscending ? page : page.toReversed())
  const hasMore = stream.length > page.length
  const isNewest = isAscending ? !hasMore : where.before === undefined
  return { said, arrived: isNewest ? withoutSaid(arrived, said).filter(isAfter(where.after)) : [], hasMore }
}

/**
 * Clients continue after the millisecond of the last message, so a page must not end within one. If one millisecond has
 * more messages than a page, clients have to continue by id.
 */
function wholeMoments(stream: StreamRow[]): StreamRow[] {
  const next = stream[perPage]?.created_at.getTime()
  const page = stream.slice(0, perPage)
  const whole = page.filter(({ created_at }) => created_at.getTime() !== next)
  return whole.length > 0 ? whole : page
}

const isAfter =
  (reference: string | undefined) =>
  ({ received_at }: ArrivedRow): boolean =>
    reference === undefined || !isTime(reference) || received_at.getTime() > Date.parse(reference)

/** The visitor's first message may have been processed after the visitor was read. */
const conversationSince = async (ctx: Ctx, { id, webChat }: Visitor) =>
  (await findVisitor(ctx, webChat.connectionId, id))?.conversation_id ?? null

/**
 * Resolves a reference: a time, a log entry, or a message by the id that the visitor knows. Undefined if it is not in
 * this conversation.
 */
async function pointOf(
  ctx: Ctx,
  conversationId: number,
  visitorId: string,
  { reference, isAscending }: { reference: string; isAscending: boolean },
): Promise<Point> {
  if (isTime(reference)) return edgeOf(Date.parse(reference), isAscending)
  const systemId = /^line-(\d{1,15})$/.exec(reference)?.[1]
  const point = systemId
    ? await findSystemMessagePoint(ctx, conversationId, Number(systemId))
    : await findMessagePoint(ctx, conversationId, [reference, externalIdOf(visitorId, reference)])
  if (!point) throw notFound('ERR_NO_MESSAGE_FOUND')
  return point
}

const farthest = Date.UTC(9999, 0)

/**
 * Clients know times in milliseconds only, so a page continues after the last or before the first microsecond of one.
 */
const edgeOf = (time: number, isAscending: boolean): Point => ({
  at: new Date(Math.min(Math.max(isAscending ? time + 1 : time, 0), farthest)).toISOString(),
  rank: -1,
  id: 0,
})

const isTime = (text: string) =>
  /^\d{4}-\d\d-\d\dT[\d:.]{5,20}(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))

async function filled(ctx: Ctx, stream: StreamRow[]): Promise<Said[]> {
  const ids = stream.filter(({ rank }) => rank === 0).map(({ id }) => id)
  const messages = await findMessages(ctx, ids)
  const byId = new Map(messages.map((message) => [message.id, message]))
  return stream.flatMap(({ rank, id, kind, user_name, created_at }): Said[] => {
    if (rank === 1) return [{ systemMessage: { id, kind: kind ?? '', user_name, created_at } }]
    const message = byId.get(id)
    return message ? [{ message }] : []
  })
}

function withoutSaid(arrived: ArrivedRow[], said: Said[]): ArrivedRow[] {
  const known = new Set(said.map((part) => ('message' in part ? part.message.external_id : '')))
  return arrived.filter(({ payload }) => !known.has(payload.externalId))
}
