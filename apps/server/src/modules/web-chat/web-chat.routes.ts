import type { HttpDetails } from '#platform/http/routes'
import type { Parts } from '#platform/parts'
import { badRequest } from '#platform/errors'
import type { MediaLinks } from '#modules/media'
import { type Knock, accessVisitor, accessWebChat } from './access-web-chat.ts'
import { bearerOf } from './bearer.ts'
import { createVisitor } from './create-visitor.ts'
import { listVisitorMessages } from './list-visitor-messages.ts'
import { readDesk, readLanguage } from './read-desk.ts'
import { sendVisitorMessage } from './send-visitor-message.ts'
import type { VisitorLimits } from './visitor-limits.ts'
import { presentArrived, presentForVisitor, presentLine } from './web-chat.presenter.ts'

interface Wiring {
  limits: VisitorLimits
  links: MediaLinks
  wakeInbox: (companyId: number) => void
}

export function webChatRoutes(parts: Parts, { limits, links, wakeInbox }: Wiring): void {
  const { routes, units, keys } = parts

  routes.handle('webChatInfo', async ({ params, http }) => {
    await limits.call(http.address)
    const webChat = await accessWebChat(parts, params.token, knockOf(http))
    const { look, texts, companyId } = webChat
    const { company, ...desk } = await units.read({ kind: 'connection', companyId }, (ctx) => readDesk(ctx, webChat))
    return {
      companyName: company.name,
      name: look.title || company.name,
      color: look.color,
      greeting: texts.greetingMessage,
      invitation: look.invitation,
      asksName: look.asksName,
      language: company.language,
      ...desk,
      attendant: null,
    }
  })

  routes.handle('createVisitor', async ({ params, body, http }) => {
    const { companyId, connectionId } = await accessWebChat(parts, params.token, knockOf(http))
    await limits.newcomer(http.address)
    return units.run({ kind: 'connection', companyId }, (ctx) =>
      createVisitor(ctx, keys, { connectionId, name: body.name ?? '', email: body.email ?? '' }),
    )
  })

  routes.handle('sendVisitorMessage', async ({ params, body, files, http }) => {
    if (files.length > 1) throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body', message: 'oneFile' }] })
    const [file] = files
    await limits.call(http.address)
    const visitor = await accessVisitor(parts, params.token, secretOf(http), knockOf(http))
    await limits.message(visitor.id, file !== undefined)
    const { companyId } = visitor.webChat
    const { id, body: text, quotedId } = body
    const { isNew, createdAt } = await units.run({ kind: 'connection', companyId }, (ctx) =>
      sendVisitorMessage(ctx, parts, visitor, { id, body: text, quotedId: quotedId ?? null, file }),
    )
    if (isNew) wakeInbox(companyId)
    else {
      await limits.repeated(visitor.id, file !== undefined)
      http.status(200)
    }
    return { id, createdAt: createdAt.toISOString() }
  })

  routes.handle('listVisitorMessages', async ({ params, query, http }) => {
    await limits.call(http.address)
    const visitor = await accessVisitor(parts, params.token, secretOf(http), knockOf(http))
    const { companyId } = visitor.webChat
    const { page, language } = await units.read({ kind: 'connection', companyId }, async (ctx) => ({
      page: await listVisitorMessages(ctx, visitor, query),
      language: await readLanguage(ctx),
    }))
    const said = page.said.map((part) =>
      'line' in part ? presentLine(part.line, language) : presentForVisitor(part.message, links),
    )
    return {
      messages: [...said, ...page.arrived.map((row) => presentArrived(companyId, row, links))],
      hasMore: page.hasMore,
    }
  })
}

const knockOf = (http: HttpDetails): Knock => ({ origin: http.origin, host: http.header('host') })

const secretOf = (http: HttpDetails): string => bearerOf(http.header('authorization'))
