import type { Parts } from '#platform/parts'
import type { CreateLimiter } from '#platform/security/rate-limits'
import type { WebChatChannel } from '#channels/web-chat'
import { mediaPaths } from '#modules/media'
import type { Presence } from '#modules/users'
import { createVisitorDesk } from './visitor-desk.ts'
import { createVisitorLimits } from '#modules/visitors'
import { watchDesks } from './watch-desks.ts'
import { allowOrigins } from './web-chat.cors.ts'
import { webChatLive } from './web-chat.live.ts'
import { webChatPages } from './web-chat.pages.ts'
import { webChatRoutes } from './web-chat.routes.ts'

interface Wiring {
  channel: WebChatChannel
  presence: Presence
  createLimiter: CreateLimiter
}

export function registerWebChat(parts: Parts, { channel, presence, createLimiter }: Wiring): void {
  const links = mediaPaths(parts)
  const desk = createVisitorDesk(parts, { channel, links, presence })
  const limits = createVisitorLimits(createLimiter, parts.publicUrl)
  allowOrigins(parts)
  webChatRoutes(parts, { limits, links, presence })
  webChatPages(parts)
  channel.serve(desk)
  webChatLive(parts, { channel, links, tellStatus: desk.tellStatus })
  watchDesks(parts, { channel, presence, tellStatus: desk.tellStatus })
}
