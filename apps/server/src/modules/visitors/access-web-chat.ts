import type { WebChatSettings } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import type { Units } from '#platform/database/unit-of-work'
import { AppError, noPermission, notFound } from '#platform/errors'
import type { Origins } from '#platform/origins'
import type { Keys } from '#platform/deps'
import { storableText } from '#platform/text'
import {
  type ConnectionRow,
  type ConnectionSettings,
  findConnectionByToken,
  findConnectionOfVisitor,
  getConnection,
} from '#modules/connections'
import { type GivenSecret, isSame, readSecret } from './visitor-secret.ts'
import { mayUse } from './web-chat.policy.ts'
import { type VisitorRow, findVisitor } from './visitors.repository.ts'

export interface WebChat {
  companyId: number
  connectionId: number
  connection: ConnectionRow
  texts: ConnectionSettings
  look: WebChatSettings
}

interface ChatDeps {
  units: Units
  keys: Keys
  origins: Origins
}

/** The chat of a token; undefined if there is none. */
export async function findWebChat(units: Units, token: string): Promise<WebChat | undefined> {
  const connection = await findConnectionByToken(units, storableText(token))
  return connection && webChatOf(connection)
}

/** The chat of a visitor who is already authenticated. */
export const getWebChat = async (ctx: Ctx, connectionId: number): Promise<WebChat> =>
  webChatOf(await getConnection(ctx, connectionId))

function webChatOf(connection: ConnectionRow): WebChat {
  const { settings } = connection
  if (!settings.webChat) throw new Error(`connection ${connection.id} has no visitors`)
  return {
    companyId: connection.company_id,
    connectionId: connection.id,
    connection,
    texts: settings,
    look: settings.webChat,
  }
}

/** Throws 404 for an unknown token, and 403 for a page that may not use the chat. */
export async function accessWebChat(
  { units, origins }: ChatDeps,
  token: string,
  origin: string | undefined,
): Promise<WebChat> {
  const webChat = await findWebChat(units, token)
  if (!webChat) throw notFound('ERR_NO_WAPP_FOUND')
  if (!mayUse(webChat.look.origins, origins, origin)) throw noPermission()
  return webChat
}

/** The chat of a visitor who is not authenticated yet. */
export interface ClaimedChat {
  webChat: WebChat
  given: GivenSecret
}

/** Finds the chat by a visitor's secret alone, which begins with the visitor's id. */
export async function accessChatOfVisitor(
  deps: ChatDeps,
  secret: string,
  origin: string | undefined,
): Promise<ClaimedChat> {
  const given = readSecret(deps.keys.visitorHash, secret)
  const connection = given && (await findConnectionOfVisitor(deps.units.operator, given.visitorId))
  if (!connection) throw unknownVisitor()
  const webChat = webChatOf(connection)
  if (!mayUse(webChat.look.origins, deps.origins, origin)) throw noPermission()
  return { webChat, given }
}

export interface Visitor extends VisitorRow {
  webChat: WebChat
}

/** The visitor of this secret in the chat of this token. All failures give the same answer (401). */
export async function accessVisitor(
  deps: ChatDeps,
  token: string,
  secret: string,
  origin: string | undefined,
): Promise<Visitor> {
  const webChat = await accessWebChat(deps, token, origin)
  const given = readSecret(deps.keys.visitorHash, secret)
  if (!given) throw unknownVisitor()
  return accessVisitorIn(deps, { webChat, given })
}

/** The visitor of this secret. */
export async function accessVisitorIn(
  { units }: Pick<ChatDeps, 'units'>,
  { webChat, given }: ClaimedChat,
): Promise<Visitor> {
  const { companyId, connectionId } = webChat
  const visitor = await units.read({ kind: 'connection', companyId, connectionId }, (ctx) =>
    findVisitor(ctx, connectionId, given.visitorId),
  )
  if (!visitor || !isSame(visitor.secret_hash, given.hash)) throw unknownVisitor()
  return { ...visitor, webChat }
}

const unknownVisitor = () => new AppError('ERR_SESSION_EXPIRED', 401)
