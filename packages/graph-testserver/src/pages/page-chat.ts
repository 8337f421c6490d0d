import { someId, someMid } from '../ids.ts'
import type { Person } from '../people/person.ts'
import { tellPage } from '../webhooks/tell.ts'
import { type EchoOptions, editInInbox, unsendInInbox, writeInInbox } from './echo.ts'
import type { InstagramAccount } from './instagram-account.ts'
import { PageFriend } from './page-friend.ts'
import type { PageFile } from './page-files.ts'
import type { Page } from './page.ts'

export interface PageOptions {
  mid?: string
  at?: Date
}

interface AttachmentOptions extends PageOptions {
  title?: string
  stickerId?: number
  /** Anything else beside the address. */
  beside?: object
}

export interface Sent {
  mid: string
}

export type PageChat = ReturnType<typeof pageChat>

/** What a person does in the conversation with a page or an Instagram account. */
export function pageChat(person: Person, page: Page | InstagramAccount, id = someId()) {
  const { world } = page
  const friend = world.directory.add(new PageFriend(page, person, id))
  page.friends.set(person, friend)
  const isInstagram = page.kind === 'instagram'
  const event = (at: Date) => ({ sender: { id }, recipient: { id: page.id }, timestamp: at.getTime() })

  async function happen(
    field: string,
    content: object,
    {
      at = world.clock.now(),
      opens = true,
      isStandby = false,
    }: { at?: Date; opens?: boolean; isStandby?: boolean } = {},
  ): Promise<void> {
    if (opens) friend.lastSeenAt = at
    // Nothing of Instagram is told while the switch on the phone is off.
    if (page.kind === 'instagram' && !page.allowsMessages) return
    await tellPage(world, page, { field, item: { ...event(at), ...content }, isStandby })
  }

  async function say(
    content: object,
    { mid = someMid(), at = world.clock.now() }: PageOptions = {},
    isStandby = false,
  ): Promise<Sent> {
    page.messages.set(mid, { mid, direction: 'in', friend, at, choices: [] })
    await happen(isStandby ? 'standby' : 'messages', { message: { mid, ...content } }, { at, isStandby })
    return { mid }
  }

  return {
    friend,
    text: (text: string, options?: PageOptions) => say({ text }, options),
    /** A file, by the address where it lies. */
    attachment(
      type: string,
      url: string | undefined,
      { title, stickerId, beside, ...options }: AttachmentOptions = {},
    ) {
      const payload = {
        ...(url !== undefined && { url }),
        ...(title !== undefined && { title }),
        ...(stickerId !== undefined && { sticker_id: stickerId }),
        ...beside,
      }
      return say({ attachments: [{ type, payload }] }, options)
    },
    /** An attachment in any form, such as `ephemeral` without a payload. */
    attachments: (attachments: readonly object[], options?: PageOptions) => say({ attachments }, options),
    reply: (mid: string, text: string, options?: PageOptions) => say({ text, reply_to: { mid } }, options),
    replyToStory: (story: { id: string; url: string }, text: string, options?: PageOptions) =>
      say({ text, reply_to: { story } }, options),
    unsupported: (options?: PageOptions) => say({ is_unsupported: true }, options),
    /** Another app owns the thread. */
    standby: (text: string, options?: PageOptions) => say({ text }, options, true),
    /** Taps a quick reply or a button of a message of the business. */
    async choose(mid: string, title: string, options: PageOptions = {}): Promise<Sent> {
      const choice = page.messages.get(mid)?.choices.find((one) => one.title === title || one.payload === title)
      if (!choice) throw new Error(`there is no ${title} in ${mid}`)
      if (choice.isQuickReply) return say({ text: choice.title, quick_reply: { payload: choice.payload } }, options)
      return this.postback(choice.title, choice.payload, options)
    },
    async postback(
      title: string,
      payload: string,
      { mid = someMid(), at, referral }: PageOptions & { referral?: object } = {},
    ): Promise<Sent> {
      await happen(
        'messaging_postbacks',
        { postback: { mid, title, payload, ...(referral && { referral }) } },
        at ? { at } : {},
      )
      return { mid }
    },
    async react(
      mid: string,
      reaction: string,
      emoji?: string,
      { at, isTaken = false }: PageOptions & { isTaken?: boolean } = {},
    ): Promise<void> {
      const content = isTaken
        ? { mid, action: 'unreact' }
        : { mid, action: 'react', reaction, ...(emoji !== undefined && { emoji }) }
      await happen('message_reactions', { reaction: content }, at ? { at } : {})
    },
    /** Takes a message back, on Instagram. */
    async unsend(mid: string, { at }: PageOptions = {}): Promise<void> {
      await happen('messages', { message: { mid, is_deleted: true } }, { ...(at && { at }), opens: false })
    },
    async edit(mid: string, text: string, { at, times = 1 }: PageOptions & { times?: number } = {}): Promise<void> {
      await happen(
        isInstagram ? 'message_edit' : 'message_edits',
        { message_edit: { mid, text, num_edit: times } },
        at ? { at } : {},
      )
    },
    /** Reads everything: Messenger says until when, Instagram says which message. */
    async read({ at, watermark, mid }: PageOptions & { watermark?: Date } = {}): Promise<void> {
      const moment = at ?? world.clock.now()
      const last =
        mid ?? [...page.messages.values()].findLast((one) => one.direction === 'out' && one.friend === friend)?.mid
      const field = isInstagram ? 'messaging_seen' : 'message_reads'
      await happen(
        field,
        { read: isInstagram ? { mid: last } : { watermark: (watermark ?? moment).getTime() } },
        { at: moment, opens: false },
      )
    },
    /** Got everything until then. Messenger alone tells it. */
    async deliver({ at, watermark, mids }: PageOptions & { watermark?: Date; mids?: string[] } = {}): Promise<void> {
      if (isInstagram) return
      const moment = at ?? world.clock.now()
      await happen(
        'message_deliveries',
        { delivery: { ...(mids && { mids }), watermark: (watermark ?? moment).getTime() } },
        { at: moment, opens: false },
      )
    },
    /** Comes through a link or an advertisement. */
    async refer(referral: object, { at }: PageOptions = {}): Promise<void> {
      await happen(isInstagram ? 'messaging_referral' : 'messaging_referrals', { referral }, at ? { at } : {})
    },
    /** Somebody of the business answers in the inbox of the page, or in Instagram's own app. `appId`: in another program. */
    answerFromInbox: (text: string, options?: EchoOptions) => writeInInbox(page, friend, text, options),
    sendFromInbox: (type: string, file: PageFile, options?: EchoOptions) =>
      writeInInbox(page, friend, { type, file }, options),
    editInInbox: (mid: string, text: string) => editInInbox(page, friend, mid, text),
    async unsendInInbox(mid: string): Promise<void> {
      if (page.kind === 'instagram') await unsendInInbox(page, friend, mid)
    },
    /** Anything else that happens in the conversation. */
    raw: (field: string, content: object, options?: { at?: Date; opens?: boolean }) => happen(field, content, options),
  }
}
