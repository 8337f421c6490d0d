import { someMid } from '../ids.ts'
import { tellPage } from '../webhooks/tell.ts'
import type { InstagramAccount } from './instagram-account.ts'
import type { PageFile } from './page-files.ts'
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
  const item = { ...byPage(page, friend), timestamp: at.getTime(), message }
  await tellPage(page.world, page, { field: page.kind === 'page' ? 'message_echoes' : 'messages', item })
  return { mid }
}

const inboxAppId = 26_390_203_743_090

/** A text, or a file of a type such as image. */
type Said = string | { type: string; file: PageFile }

/** Somebody answers in the inbox of the page, or in Instagram's own app. */
export async function writeInInbox(
  page: Page | InstagramAccount,
  friend: PageFriend,
  said: Said,
  options: EchoOptions = {},
): Promise<{ mid: string }> {
  const { mid = someMid(), at = page.world.clock.now() } = options
  const isText = typeof said === 'string'
  const shown = isText ? { type: 'text', text: said } : { type: said.type, text: '', file: said.file }
  const content = isText ? { text: said } : attachmentOf(page, said)
  page.messages.set(mid, { mid, direction: 'out', friend, at, choices: [] })
  friend.person.inbox.add({ id: mid, from: page.id, ...shown, content: { ...content }, at })
  return echo(page, friend, content, { ...(page.kind === 'page' && { appId: inboxAppId }), ...options, mid, at })
}

function attachmentOf({ world }: Page | InstagramAccount, { type, file }: Exclude<Said, string>) {
  const { bytes, mimeType, name } = file
  const path = world.directory.layDown({ bytes, mimeType, ...(name !== undefined && { name }) })
  return { attachments: [{ type, payload: { url: `${world.baseUrl()}${path}` } }] }
}

/** Somebody changes there what was written. */
export async function editInInbox(
  page: Page | InstagramAccount,
  friend: PageFriend,
  mid: string,
  text: string,
): Promise<void> {
  const item = { ...byPage(page, friend), message_edit: { mid, text, num_edit: 1 } }
  await tellPage(page.world, page, { field: page.kind === 'page' ? 'message_edits' : 'message_edit', item })
}

/** Takes it back, on Instagram. */
export async function unsendInInbox(account: InstagramAccount, friend: PageFriend, mid: string): Promise<void> {
  const item = { ...byPage(account, friend), message: { mid, is_echo: true, is_deleted: true } }
  await tellPage(account.world, account, { field: 'messages', item })
}

const byPage = (page: Page | InstagramAccount, friend: PageFriend) => ({
  sender: { id: page.id },
  recipient: { id: friend.id },
  timestamp: page.world.clock.now().getTime(),
})
