import { createHmac } from 'node:crypto'
import type { Ctx } from '#platform/context'
import type { Keys } from '#platform/deps'
import { enterAddress, removeAddresses } from '#modules/companies'
import { keepSealed, readSealed, removeSealed } from './sealed-token.ts'

/** Tokens of connections are sealed, to be shown to admins, and found by their hash when a program sends one (S61, S62). */
export type TokenKeys = Pick<Keys, 'secretsAtRest' | 'connectionTokenHash'>

/**
 * The token of a connection whose token is secret. Undefined: it has none. That of a web chat is part of its public
 * address, and stored with the connection.
 */
export const readToken = (ctx: Ctx, keys: TokenKeys, connectionId: number): Promise<string | undefined> =>
  readSealed(ctx, keys.secretsAtRest, 'connection_tokens', connectionId)

export const keepToken = (ctx: Ctx, keys: TokenKeys, connectionId: number, token: string): Promise<void> =>
  keepSealed(ctx, keys.secretsAtRest, 'connection_tokens', connectionId, token)

/** Lets programs be recognised by this token, and no longer by an earlier one. False: it is used elsewhere. */
export async function enterToken(ctx: Ctx, keys: TokenKeys, connectionId: number, token: string): Promise<boolean> {
  await removeAddresses(ctx, ['api_token'], connectionId)
  return enterAddress(ctx, { kind: 'api_token', key: hashOfToken(keys, token), targetId: connectionId })
}

export const hashOfToken = ({ connectionTokenHash }: Pick<TokenKeys, 'connectionTokenHash'>, token: string): string =>
  createHmac('sha256', connectionTokenHash).update(token).digest('hex')

export const removeToken = (ctx: Ctx, connectionId: number): Promise<void> =>
  removeSealed(ctx, 'connection_tokens', connectionId)
