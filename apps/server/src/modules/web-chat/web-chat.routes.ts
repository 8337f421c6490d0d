import type { HttpDetails } from '#platform/http/routes'
import type { Deps } from '#platform/deps'
import { badRequest } from '#platform/errors'
import { type MediaLinks, storeUpload, withUploads } from '#modules/media'
import { valuesWithoutTicket } from '#modules/messages'
import type { Presence } from '#modules/users'
import { type VisitorLimits, accessVisitor, accessWebChat, createVisitor } from '#modules/visitors'
import { bearerOf } from '#platform/http/bearer'
import { readNow } from './chat-status.repository.ts'
import { listVisitorMessages } from './list-visitor-messages.ts'
import { readChatStatus, readLanguage } from './read-chat-status.ts'
import { sendVisitorMessage } from './send-visitor-message.ts'
import { admitUpload } from './web-chat.uploads.ts'
import { presentArrived, presentForVisitor, presentSystemMessage } from './web-chat.presenter.ts'

interface Wiring {
  limits: VisitorLimits
  links: MediaLinks
  presence: Presence
}

export function webChatRoutes(deps: Deps, { limits, links, presence }: Wiring): void {
  const { routes, units, keys } = deps

  routes.handle('webChatInfo', async ({ params, http }) => {
    await limits.call(http.address)
    const webChat = await accessWebChat(deps, params.token, http.origin)
    const { look, texts, companyId, connectionId, connection } = webChat
    const { company, now, ...status } = await units.read(
      { kind: 'connection', companyId, connectionId },
      async (ctx) => ({
        ...(await readChatStatus(ctx, webChat, presence)),
        now: await readNow(ctx),
      }),
    )
    const { name, timezone, language } = company
    const values = valuesWithoutTicket({ connection: connection.name, company: name, timezone, language, now })
    return {
      companyName: name,
      name: look.title || name,
      color: look.color,
      greeting: texts.greetingMessage,
      values: Object.fromEntries(values),
      invitation: look.invitation,
      asksName: look.asksName,
      language,
      ...status,
      attendant: null,
    }
  })

  routes.handle('createVisitor', async ({ params, body, http }) => {
    const { companyId, connectionId } = await accessWebChat(deps, params.token, http.origin)
    await limits.newcomer(http.address)
    return units.run({ kind: 'connection', companyId, connectionId }, (ctx) =>
      createVisitor(ctx, keys, { connectionId, name: body.name ?? '', email: body.email ?? '' }),
    )
  })

  routes.admitForm('sendVisitorMessage', (call) => admitUpload(deps, limits, call))

  routes.handle('sendVisitorMessage', async ({ params, body, files, http }) => {
    if (files.length > 1) throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body', message: 'oneFile' }] })
    const hasFile = files.length > 0
    await limits.call(http.address)
    const visitor = await accessVisitor(deps, params.token, secretOf(http), http.origin)
    await limits.message(visitor.id, hasFile)
    const { companyId, connectionId } = visitor.webChat
    const { id, body: text, quotedId } = body
    const { isNew, createdAt } = await withUploads(deps, { companyId, files, store: storeUpload }, ([upload]) =>
      units.run({ kind: 'connection', companyId, connectionId }, (ctx) =>
        sendVisitorMessage(ctx, visitor, { id, body: text, quotedId: quotedId ?? null, upload }),
      ),
    )
    if (!isNew) {
      await limits.repeated(visitor.id, hasFile)
      http.status(200)
    }
    return { id, createdAt: createdAt.toISOString() }
  })

  routes.handle('listVisitorMessages', async ({ params, query, http }) => {
    await limits.call(http.address)
    const visitor = await accessVisitor(deps, params.token, secretOf(http), http.origin)
    const { companyId, connectionId } = visitor.webChat
    const { page, language } = await units.read({ kind: 'connection', companyId, connectionId }, async (ctx) => ({
      page: await listVisitorMessages(ctx, visitor, query),
      language: await readLanguage(ctx),
    }))
    const said = page.said.map((part) =>
      'systemMessage' in part
        ? presentSystemMessage(part.systemMessage, language)
        : presentForVisitor(part.message, links),
    )
    return {
      messages: [...said, ...page.arrived.map((row) => presentArrived(companyId, row, links))],
      hasMore: page.hasMore,
    }
  })
}

const secretOf = (http: HttpDetails): string => bearerOf(http.header('authorization'))
