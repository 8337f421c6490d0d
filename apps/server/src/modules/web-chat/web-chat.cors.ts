import type { Deps } from '#platform/deps'
import { noPermission } from '#platform/errors'
import { findWebChat, mayUse } from '#modules/visitors'

interface Asking {
  token: string
  origin: string | undefined
}

/**
 * Lets pages of other sites read the answers of the chat calls, without credentials, if the chat's connection allows
 * their origin. An unknown token may be read by everybody, so that a page learns that its chat is gone.
 */
export function allowOrigins({ http, units, origins }: Deps): void {
  http.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/web-chat/')) return
    const withoutOurs = { ...route.config, cors: false }
    route.config = withoutOurs
  })

  http.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (origin === undefined || !request.routeOptions.url?.startsWith('/web-chat/')) return
    reply.header('vary', 'Origin')
    const allowed = await allowedFor({ token: request.url.split(/[/?]/)[2] ?? '', origin })
    if (allowed === undefined) return
    reply.header('access-control-allow-origin', allowed).header('access-control-expose-headers', 'Retry-After')
  })

  for (const url of ['/web-chat/:token', '/web-chat/:token/*']) {
    http.options(url, async (_request, reply) => {
      if (!reply.hasHeader('access-control-allow-origin')) throw noPermission()
      return reply
        .code(204)
        .header('access-control-allow-methods', 'GET, POST')
        .header('access-control-allow-headers', 'Authorization, Content-Type')
        .header('access-control-max-age', '600')
        .send()
    })
  }

  async function allowedFor({ token, origin }: Asking): Promise<string | undefined> {
    const webChat = await findWebChat(units, token)
    if (!webChat || webChat.look.origins.length === 0) return '*'
    return mayUse(webChat.look.origins, origins, origin) ? origin : undefined
  }
}
