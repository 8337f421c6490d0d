import { someMid } from '../ids.ts'
import { tellPage } from '../webhooks/tell.ts'
import type { InstagramAccount } from './instagram-account.ts'
import type { PageFriend } from './page-friend.ts'
import type { Page } from './page.ts'

export interface EchoOptions {
  mid?: string
  at?: Date
  /** The app that sent it; the page's inbox has one too. */
  appId?: number
  metadata?: string
}

/** Tells the apps what the page or account has written: sender and recipient are the other way round. */
export async function echo(
  page: Page | InstagramAccount,
  friend: PageFriend,
  content: object,
  { mid = someMid(), at = page.world.clock.now(), appId, metadata }: EchoOptions = {},
): Promise<{ mid: string }> {
  const message = {
    mid,
    is_echo: true,
    ...(appId !== undefined && { app_id: appId }),
    ...(metadata !== undefined && { metadata }),
    ...content,
  }
  const item = { sender: { id: page.id }, recipient: { id: friend.id }, timestamp: at.getTime(), message }
  await tellPage(page.world, page, { field: page.kind === 'page' ? 'message_echoes' : 'messages', item })
  return { mid }
}

const inboxAppId = 26_390_203_743_090

/** Somebody answers in the inbox of the page, or in Instagram's own app. */
export async function writeInInbox(
  page: Page | InstagramAccount,
  friend: PageFriend,
  text: string,
  options: EchoOptions = {},
): Promise<{ mid: string }> {
  const { mid = someMid(), at = page.world.clock.now() } = options
  page.messages.set(mid, { mid, direction: 'out', friend, at, choices: [] })
  friend.person.inbox.add({ id: mid, from: page.id, type: 'text', text, content: { text }, at })
  return echo(page, friend, { text }, { ...(page.kind === 'page' && { appId: inboxAppId }), ...options, mid, at })
}
