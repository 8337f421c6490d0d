import type { App } from '../access/app.ts'
import { refuse } from '../refusals/refuse.ts'
import type { PageFriend } from './page-friend.ts'
import type { Sending } from './send-rules.ts'

const retired = ['ACCOUNT_UPDATE', 'CONFIRMED_EVENT_UPDATE', 'POST_PURCHASE_UPDATE']

/** Within a day anything may be written, within a week by people only, and later nothing. */
export function checkWindow({ messaging_type: type, tag }: Sending, friend: PageFriend, app: App): void {
  const { clock, settings } = friend.page.world
  if (!friend.lastSeenAt) throw refuse(100, { message: 'No matching user found', subcode: 2018001 })
  if (type === 'MESSAGE_TAG') checkTag(tag, app)
  const hours = type === 'MESSAGE_TAG' ? settings.humanAgentDays * 24 : settings.windowHours
  if (clock.now().getTime() - friend.lastSeenAt.getTime() < hours * 3_600_000) return
  throw refuse(10, { message: 'This message is sent outside of allowed window.', subcode: 2018278 })
}

function checkTag(tag: string | undefined, { features }: App): void {
  if (tag === undefined) throw refuse(100, { message: 'The parameter tag is required with MESSAGE_TAG' })
  if (retired.includes(tag))
    throw refuse(100, { message: `The message tag ${tag} is no longer supported`, subcode: 1893061 })
  if (tag !== 'HUMAN_AGENT') throw refuse(100, { message: `Param tag must be one of {HUMAN_AGENT}, but it is ${tag}` })
  if (!features.has('HUMAN_AGENT')) throw refuse(10, { message: 'The app is not approved for the Human Agent feature' })
}
