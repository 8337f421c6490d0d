import type { Deps } from '#platform/deps'
import type { Runnable } from '#platform/process/runnable'
import type { CreateLimiter } from '#platform/security/rate-limits'
import type { WebChatChannel } from '#channels/web-chat'
import { mediaPaths } from '#modules/media'
import type { Presence } from '#modules/users'
import { createVisitorHandlers } from './visitor-handlers.ts'
import { createVisitorLimits } from '#modules/visitors'
import { watchChatStatus } from './watch-chat-status.ts'
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
  const limits = createVisitorLimits(createLimiter, deps.publicUrl)
  const handlers = createVisitorHandlers(deps, { channel, links, presence, limits })
  allowOrigins(deps)
  webChatRoutes(deps, { limits, links, presence })
  webChatPages(deps)
  channel.serve(handlers)
  webChatLive(deps, { channel, links, tellStatus: handlers.tellStatus })
  return watchChatStatus(deps, { channel, presence, tellStatus: handlers.tellStatus })
}
