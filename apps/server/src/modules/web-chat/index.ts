import type { Deps } from '#platform/deps'
import type { Runnable } from '#platform/process/runnable'
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

export function registerWebChat(deps: Deps, { channel, presence, createLimiter }: Wiring): Runnable {
  const links = mediaPaths(deps)
  const desk = createVisitorDesk(deps, { channel, links, presence })
  const limits = createVisitorLimits(createLimiter, deps.publicUrl)
  allowOrigins(deps)
  webChatRoutes(deps, { limits, links, presence })
  webChatPages(deps)
  channel.serve(desk)
  webChatLive(deps, { channel, links, tellStatus: desk.tellStatus })
  return watchDesks(deps, { channel, presence, tellStatus: desk.tellStatus })
}
