import { randomUUID } from 'node:crypto'
import { type Api, type Parsed, readNumber } from '@guiche/contract'
import { type Ctx, type UserActor, actingAs } from '#platform/context'
import { sql } from '#platform/database/sql'
import type { Deps } from '#platform/deps'
import { badRequest } from '#platform/errors'
import type { Limiter } from '#platform/security/rate-limits'
import {
  accessCampaign,
  comesApart,
  fillText,
  findUsable,
  hasText,
  laterFilesOf,
  leftOut,
  missing,
  openTickets,
  templateFor,
} from '#modules/campaigns'
import type { NumberCheck } from '#modules/contacts'
import { findOrCreateConversations } from '#modules/conversations'
import { type MessageContent, contentOfTemplate, postCampaignMessages } from '#modules/messages'
import { type Hold, type SendingGuard, heldError } from '#modules/sending-guard'
import { lockTickets } from '#modules/tickets'
import { findPlannedConnections } from './connections.repository.ts'
import { personOf, personValues } from './person-texts.ts'
import { type Plan, planOf } from './plan.ts'

interface Services extends Pick<Deps, 'units'> {
  numbers: NumberCheck
  guard: SendingGuard
  /** Tests of a user. */
  limiter: Limiter
}

type Wanted = Parsed<Api['testCampaign']>['body']

/** Then a number starts nothing by itself, not even a test. */
const closed: ReadonlySet<Hold['reason']> = new Set(['failures', 'optOuts', 'logout', 'quality', 'limited', 'tier'])

/**
 * Sends one text of a campaign, with its files, to a number of the user's own. The message is like those of the campaign and not
 * one of them: it has no row in `campaign_messages`, so no campaign counts it.
 *
 * The number guardian counts it like every send that starts a talk. It refuses a test on a number that is paused or limited by
 * the network. It allows one in quiet hours and beyond the budget of the day, because the user writes to themselves.
 */
export async function sendTest(
  { units, numbers, guard, limiter }: Services,
  actor: UserActor,
  { id, wanted }: { id: number; wanted: Wanted },
): Promise<number> {
  // It writes, because a number that nobody has asked about yet begins its warm-up.
  const { connection, typed, hold } = await units.run(actor, async (ctx) => {
    const plan = planOf(await accessCampaign(ctx, id))
    textOf(plan, wanted)
    const [planned] = await findPlannedConnections(ctx, plan.connectionIds.slice(0, 1))
    if (!planned?.is_connected) throw badRequest('ERR_WAPP_NOT_INITIALIZED')
    const given = numberOf(wanted)
    await assertMayGet(ctx, id, given)
    const { id: connectionId, channel } = planned
    const hold = (await guard.room(ctx, connectionId)).closed
    return { connection: { id: connectionId, channel, status: 'connected' }, typed: given, hold }
  })
  // After the commit: a bad sign that was seen just now has paused the number.
  if (hold && closed.has(hold.reason)) throw heldError(hold)
  await limiter.take(`${actor.companyId}:${actor.userId}`)
  const connectionId = connection.id
  const number = await numbers.beforeFirst(actor, typed, connection)
  return units.run(actor, async (ctx) => {
    const plan = planOf(await accessCampaign(ctx, id))
    const { key } = wanted
    const person =
      key === null ? { name: actor.name, number, email: '', variables: {} } : await personOf(ctx, plan, key)
    const values = await personValues(ctx, plan, person)
    const template = await templateOf(ctx, plan, { connectionId, wanted, values })
    const start = await guard.start(ctx, connectionId, { number })
    const messageId = await post(
      actingAs(ctx, { kind: 'campaign', companyId: actor.companyId, campaignId: id }),
      plan,
      {
        connectionId,
        number,
        body: fillText(textOf(plan, wanted), values),
        template,
        hasFile: !wanted.isQuestion,
      },
    )
    if (start) await guard.countAnyway(ctx, start, messageId)
    return messageId
  })
}

/** People type their own number without the code of the country. */
function numberOf({ number }: Wanted): string {
  const read = readNumber(number)
  if (!('number' in read)) throw badRequest('ERR_WAPP_INVALID_CONTACT')
  return read.number
}

/** Whoever blocked or refused the company's messages gets no test either. */
async function assertMayGet(ctx: Ctx, campaignId: number, number: string): Promise<void> {
  const { rows } = await sql<{ reason: string | null }>`
    select ${leftOut(ctx, campaignId)} as reason
    from (select phone_key(${number}) as key, false as is_group, null::boolean as is_valid, true as is_confirmed) p`.execute(
    ctx.db,
  )
  const reason = rows[0]?.reason ?? null
  if (reason === null) return
  throw badRequest(reason === 'invalid' || reason === 'own' ? 'ERR_WAPP_INVALID_CONTACT' : 'ERR_CONTACT_BLOCKED')
}

const choiceOf = ({ templates, confirmation_templates }: Plan, { variant, isQuestion }: Wanted) =>
  (isQuestion ? confirmation_templates : templates)?.[variant - 1]

interface Choosing {
  connectionId: number
  wanted: Wanted
  values: ReadonlyMap<string, string>
}

/** Undefined: the variant is a text. */
async function templateOf(
  ctx: Ctx,
  plan: Plan,
  { connectionId, wanted, values }: Choosing,
): Promise<MessageContent | undefined> {
  const choice = choiceOf(plan, wanted)
  if (!choice) return undefined
  const template = (await findUsable(ctx, connectionId, plan))?.get(choice.templateId)
  if (!template) throw badRequest('ERR_TEMPLATE_NOT_USABLE')
  const filled = templateFor(template, choice, values)
  if (!filled) throw badRequest('ERR_TEMPLATE_VALUES')
  return contentOfTemplate(filled)
}

/** The text of a variant. Only one with a template, and a campaign with a file, may have none. */
function textOf(plan: Plan, wanted: Wanted): string {
  if (choiceOf(plan, wanted)) return ''
  const { messages, confirmations, file } = plan
  const { variant, isQuestion } = wanted
  const text = (isQuestion ? confirmations : messages)[variant - 1] ?? ''
  const isComplete = hasText(text) || (!isQuestion && file !== null && !messages.some(hasText))
  if (!isComplete) throw missing('variant', 'emptyVariant')
  return text
}

interface Test {
  connectionId: number
  number: string
  body: string
  template: MessageContent | undefined
  hasFile: boolean
}

async function post(
  ctx: Ctx<{ readonly kind: 'campaign'; readonly companyId: number; readonly campaignId: number }>,
  plan: Plan,
  { connectionId, number, body, template, hasFile }: Test,
): Promise<number> {
  const [conversation] = await findOrCreateConversations(ctx, [
    { connectionId, from: { kind: 'phone', value: number }, aliases: [], name: '', email: '', isGroup: false },
  ])
  if (!conversation) throw badRequest('ERR_WAPP_INVALID_CONTACT')
  const { conversationId } = conversation
  const tickets = await openTickets(ctx, [conversationId])
  const [ticket] = await lockTickets(ctx, [...tickets.values()])
  const place = ticket ?? { id: null, status: null, conversation_id: conversationId, connection_id: connectionId }
  const content = template ?? (hasFile && plan.file ? plan.file : undefined)
  const message = { place, due: new Date() }
  const isApart = comesApart(content ?? null, body)
  const later = hasFile ? await laterFilesOf(ctx, plan.fileListId) : []
  const parts = [
    ...(isApart ? [{ body }, { body: '', content }] : [{ body, content }]),
    ...later.map(({ caption, ...file }) => ({ body: caption, content: file })),
  ]
  let first: number | undefined
  for (const part of parts) {
    const [messageId] = await postCampaignMessages(ctx, [
      {
        ...message,
        externalId: randomUUID(),
        body: part.body,
        ...(part.content && { content: part.content }),
      },
    ])
    first ??= messageId
  }
  if (first === undefined) throw new Error('the test was not stored')
  return first
}
