import type { Parts } from '#platform/parts'
import type { CreateLimiter } from '#platform/rate-limits'
import type { WebChatChannel } from '#channels/web-chat'
import { mediaLinks } from '#modules/media'
import { createVisitorDesk } from './visitor-desk.ts'
import { createVisitorLimits } from './visitor-limits.ts'
import { watchDesks } from './watch-desks.ts'
import { allowOrigins } from './web-chat.cors.ts'
import { webChatLive } from './web-chat.live.ts'
import { webChatPages } from './web-chat.pages.ts'
import { webChatRoutes } from './web-chat.routes.ts'
import { guardUploads } from './web-chat.uploads.ts'

interface Wiring {
  channel: WebChatChannel
  /** Something was stored that is to be worked off. */
  wakeInbox: (companyId: number) => void
  createLimiter: CreateLimiter
}

export function registerWebChat(parts: Parts, { channel, wakeInbox, createLimiter }: Wiring): void {
  const links = mediaLinks(parts)
  const desk = createVisitorDesk(parts, { channel, links, wakeInbox })
  const limits = createVisitorLimits(createLimiter)
  allowOrigins(parts)
  guardUploads(parts, limits)
  webChatRoutes(parts, { limits, links, wakeInbox })
  webChatPages(parts)
  channel.serve(desk)
  webChatLive(parts, { channel, links, tellStatus: desk.tellStatus })
  watchDesks(parts, { channel, tellStatus: desk.tellStatus })
}
