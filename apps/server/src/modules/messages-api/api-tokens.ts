import { randomBytes } from 'node:crypto'
import { type Api, type ApiTokenView, type Parsed, apiScopes, limits, namedTokenPrefix } from '@guiche/contract'
import { factsOf } from '#channels/facts'
import { audit } from '#platform/audit'
import type { Ctx, UserCtx } from '#platform/context'
import { refusing } from '#platform/database/refusing'
import type { Keys } from '#platform/deps'
import { badRequest, notFound } from '#platform/errors'
import { isoTime } from '#platform/iso-time'
import { endingOf, maskedEnding } from '#platform/security/masked'
import { enterAddress, lockCompany, removeAddresses } from '#modules/companies'
import { getConnection } from '#modules/connections'
import {
  type ApiTokenRow,
  endOfDay,
  insertToken,
  listTokens,
  removeToken,
  tokensOfConnection,
} from './api-tokens.repository.ts'
import { hashOfNamedToken } from './recognize-program.ts'

/** The token is returned this once: only its hash is stored. */
export async function createToken(
  ctx: UserCtx,
  keys: Pick<Keys, 'namedTokenHash'>,
  { name, whatsappId, scopes, lastDay }: Parsed<Api['createApiToken']>['body'],
): Promise<{ token: string; record: ApiTokenView }> {
  await lockCompany(ctx)
  const { channel } = await getConnection(ctx, whatsappId)
  if (!factsOf(channel).mayStartConversation) throw invalid('whatsappId', 'cannotSend')
  const end = lastDay === null ? undefined : await endOfDay(ctx, lastDay)
  if (end?.is_past) throw invalid('lastDay', 'inPast')
  const token = `${namedTokenPrefix}${randomBytes(30).toString('base64url')}`
  const values = {
    name,
    connectionId: whatsappId,
    scopes: apiScopes.filter((scope) => scopes.includes(scope)),
    ending: endingOf(token),
    expiresAt: end?.at ?? null,
    userId: ctx.actor.userId,
  }
  const id = await refusing(insertToken(ctx, values, limits.apiTokensPerCompany), taken)
  if (id === undefined) throw badRequest('ERR_API_TOKEN_LIMIT')
  await enterAddress(ctx, { kind: 'named_token', key: hashOfNamedToken(keys, token), targetId: id })
  await audit(ctx, {
    action: 'apiToken.created',
    object: 'apiToken',
    objectId: id,
    detail: { name, connectionId: whatsappId },
  })
  ctx.emit('apiTokens.changed', { apiTokenId: id })
  const record = (await listTokens(ctx)).find((row) => row.id === id)
  if (!record) throw notFound('ERR_NO_API_TOKEN_FOUND')
  return { token, record: presentToken(record) }
}

const taken = { api_tokens_name: () => badRequest('ERR_NAME_ALREADY_EXISTS') }

const invalid = (field: string, message: string) =>
  badRequest('ERR_VALIDATION', { issues: [{ path: `body.${field}`, message }] })

export async function deleteToken(ctx: Ctx, id: number): Promise<void> {
  const removed = await removeToken(ctx, id)
  if (!removed) throw notFound('ERR_NO_API_TOKEN_FOUND')
  await removeAddresses(ctx, ['named_token'], id)
  await audit(ctx, { action: 'apiToken.deleted', object: 'apiToken', objectId: id, detail: { name: removed.name } })
  ctx.emit('apiTokens.changed', { apiTokenId: id })
}

/** A deleted connection sends nothing any more. */
export async function deleteTokensOf(ctx: Ctx, connectionId: number): Promise<void> {
  for (const id of await tokensOfConnection(ctx, connectionId)) await deleteToken(ctx, id)
}

export const presentToken = (row: ApiTokenRow): ApiTokenView => ({
  id: row.id,
  name: row.name,
  whatsapp: { id: row.connection_id, name: row.connection_name },
  scopes: apiScopes.filter((scope) => row.scopes.includes(scope)),
  ending: maskedEnding(row.ending),
  expiresAt: isoTime(row.expires_at),
  isExpired: row.is_expired,
  lastUsedAt: isoTime(row.last_used_at),
  createdBy: row.creator,
  createdAt: isoTime(row.created_at),
})
