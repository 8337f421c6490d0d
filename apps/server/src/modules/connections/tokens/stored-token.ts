import type { Ctx } from '#platform/context'
import { keepSealed, readSealed, removeSealed } from './sealed-token.ts'

/**
 * The token of a connection whose token is secret (S62). Undefined: it has none. That of a web chat is part of its public
 * address, and stored with the connection.
 */
export const readToken = (ctx: Ctx, key: Buffer, connectionId: number): Promise<string | undefined> =>
  readSealed(ctx, key, 'connection_tokens', connectionId)

export const keepToken = (ctx: Ctx, key: Buffer, connectionId: number, token: string): Promise<void> =>
  keepSealed(ctx, key, 'connection_tokens', connectionId, token)

export const removeToken = (ctx: Ctx, connectionId: number): Promise<void> =>
  removeSealed(ctx, 'connection_tokens', connectionId)
