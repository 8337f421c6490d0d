import type { Refusal } from '@guiche/pix-testserver/answer'
import { callerOf } from '../access/authorise.ts'
import type { Token } from '../access/tokens.ts'
import type { Ask, Reply } from '../http/ask.ts'
import { someMid } from '../ids.ts'
import { obeying100 } from '../refusals/obey.ts'
import { sendAsPlanned } from '../refusals/next-send.ts'
import { hidden, refuse } from '../refusals/refuse.ts'
import { thenTell } from '../webhooks/then-tell.ts'
import type { World } from '../world.ts'
import { checkWindow } from './check-window.ts'
import { echo } from './echo.ts'
import type { InstagramAccount } from './instagram-account.ts'
import { type PageFile, fileFor } from './page-files.ts'
import type { PageFriend } from './page-friend.ts'
import type { PageMessage } from './page-message.ts'
import type { Page } from './page.ts'
import { Sending, type SendingMessage } from './send-rules.ts'

/** `POST /{page}/messages`: to somebody on Messenger or on Instagram, which the id of the recipient tells. */
export async function send(ask: Ask, page: Page, world: World): Promise<Reply> {
  const token = mayWrite(ask, page, world)
  const sending = obeying100(Sending, ask.params)
  const friend = friendOf(page, sending.recipient.id, token, world)
  const { refusedWith } = friend.page
  if (refusedWith !== undefined) throw refuse(refusedWith)
  if (friend.failsWith !== undefined)
    throw refuse(friend.failsWith, friend.failsWith === 551 ? { subcode: 1545041 } : {})
  if (sending.sender_action !== undefined) return act(sending, friend)
  const { message } = sending
  if (!message) throw refuse(100, { message: 'The parameter message is required' })
  return sendAsPlanned(page.nextSends, async () => {
    checkText(message, friend.page)
    checkWindow(sending, friend, token.app)
    checkRate(message, friend.page, world)
    return accept(sending, message, friend, token, await fileIn(ask, message, friend.page))
  })
}

/** A page's own token. The permission of the network is asked once it is known whom it is for. */
function mayWrite(ask: Ask, page: Page, world: World): Token {
  const token = callerOf(ask, world)
  if (token.page !== page) throw hidden(page.id, ask.method)
  const tasks = token.member?.pages.get(page)
  if (token.member && !(tasks?.has('MESSAGING') || tasks?.has('MODERATE')))
    throw refuse(200, { message: 'The member may not write for this page' })
  return token
}

function friendOf(page: Page, id: string, { scopes }: Token, { directory }: World): PageFriend {
  const friend = directory.find(id)
  if (friend?.kind !== 'friend' || (friend.page !== page && friend.page !== page.instagram))
    throw refuse(100, { message: 'No matching user found', subcode: 2018001 })
  const scope = friend.page.kind === 'page' ? 'pages_messaging' : 'instagram_manage_messages'
  if (!scopes.has(scope)) throw refuse(200, { message: `Requires ${scope} permission to manage the object` })
  if (friend.page.kind === 'instagram' && !friend.page.allowsMessages)
    throw refuse(200, { message: 'The account does not allow access to messages' })
  return friend
}

function checkText({ text }: SendingMessage, { kind }: Page | InstagramAccount): void {
  if (text === undefined) return
  if (kind === 'page' && text.length > 2000)
    throw refuse(100, { message: 'Length of param message[text] must be less than or equal to 2000', subcode: 2018032 })
  if (kind === 'instagram' && Buffer.byteLength(text) > 1000)
    throw refuse(100, {
      message: 'Length of param message[text] must be less than or equal to 1000 bytes',
      subcode: 2534037,
    })
}

function checkRate(
  { attachment }: SendingMessage,
  { id, friends }: Page | InstagramAccount,
  { limits, buckets, clock }: World,
): void {
  const now = clock.now()
  const isMedia = attachment?.type === 'audio' || attachment?.type === 'video'
  const most = limits.pageCallsPerPerson * [...friends.values()].filter(({ lastSeenAt }) => lastSeenAt).length
  if (!buckets.take(`page calls ${id}`, { burst: most, perSecond: most / 86_400 }, now)) throw tooMany(32, id)
  if (!buckets.take(`page ${isMedia ? 'media' : 'texts'} ${id}`, isMedia ? limits.pageMedia : limits.page, now))
    throw tooMany(613, id)
}

/** With the header that tells how much is used up. */
function tooMany(code: number, id: string): Refusal {
  const refusal = refuse(code)
  const usage = [
    { type: 'messenger', call_count: 100, total_cputime: 0, total_time: 0, estimated_time_to_regain_access: 1 },
  ]
  refusal.answer.headers = { 'x-business-use-case-usage': JSON.stringify({ [id]: usage }) }
  return refusal
}

function fileIn(
  ask: Ask,
  { attachment }: SendingMessage,
  page: Page | InstagramAccount,
): Promise<PageFile> | undefined {
  if (!attachment || attachment.type === 'template') return undefined
  return fileFor(page.kind, attachment.type, attachment.payload.url, ask.files.get('filedata'))
}

function accept(
  { reply_to }: Sending,
  message: SendingMessage,
  friend: PageFriend,
  { app }: Token,
  file: PageFile | undefined,
): Promise<Reply> {
  const { page, person } = friend
  const mid = someMid()
  const at = page.world.clock.now()
  const stored: PageMessage = { mid, direction: 'out', friend, at, choices: choicesIn(message) }
  page.messages.set(mid, stored)
  const tell = async () => {
    const { text, attachment, metadata } = message
    const shown = text ?? (attachment?.type === 'template' ? attachment.payload.text : '')
    const attachments =
      attachment && attachment.type !== 'template'
        ? [
            {
              type: attachment.type,
              payload: { url: attachment.payload.url ?? `${page.world.baseUrl()}/picture/${mid}` },
            },
          ]
        : attachment && [attachment]
    // The person need not wait until somebody has heard of it.
    const told = echo(
      page,
      friend,
      { ...(text !== undefined && { text }), ...(attachments && { attachments }) },
      { mid, at, appId: Number(app.id), ...(metadata !== undefined && { metadata }) },
    )
    const arrived = person.whenOnline(async () => {
      person.inbox.add({
        id: mid,
        from: page.id,
        type: attachment?.type ?? 'text',
        text: shown,
        content: { ...message },
        file,
        quotes: reply_to?.mid,
        at,
      })
      stored.isDelivered = true
      await told
      const chat = person.at(page)
      if (person.confirmsDelivery) await chat.deliver()
      if (person.readsAtOnce) await chat.read({ mid })
    })
    await Promise.all([told, arrived])
  }
  return thenTell(page.world, { status: 200, body: { recipient_id: friend.id, message_id: mid } }, tell)
}

function choicesIn({ quick_replies = [], attachment }: SendingMessage): PageMessage['choices'] {
  const quick = quick_replies.map(({ title = '', payload = '' }) => ({ title, payload, isQuickReply: true }))
  const buttons = attachment?.type === 'template' ? attachment.payload.buttons : []
  return [
    ...quick,
    ...buttons.flatMap((one) =>
      one.type === 'postback' ? { title: one.title, payload: one.payload, isQuickReply: false } : [],
    ),
  ]
}

/** Typing, seen, and on Instagram a reaction. */
function act({ sender_action: action, payload }: Sending, friend: PageFriend): Reply {
  const isReaction = action === 'react' || action === 'unreact'
  if (isReaction && (friend.page.kind === 'page' || !payload))
    throw refuse(100, { message: `sender_action ${action} is not supported here` })
  friend.actions.push(payload ? { action: action ?? '', ...payload } : { action: action ?? '' })
  return { status: 200, body: { recipient_id: friend.id } }
}
