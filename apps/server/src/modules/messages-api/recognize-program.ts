import { createHmac } from 'node:crypto'
import type { StoredChannel } from '@guiche/channel'
import { type ApiScope, apiScopes, namedTokenPrefix } from '@guiche/contract'
import type { MachineActor } from '#platform/context'
import type { Deps, Keys } from '#platform/deps'
import { AppError, noPermission } from '#platform/errors'
import { bearerOf } from '#platform/http/bearer'
import type { HttpDetails } from '#platform/http/routes'
import { hashOfToken } from '#modules/connections'
import type { ProgramLimits } from './program-limits.ts'
import { type ProgramRow, findByNamedToken, findByOwnToken, noteUse } from './programs.repository.ts'

/** A program that has shown a valid token. */
export interface Program {
  actor: MachineActor & { kind: 'api' }
  companyId: number
  connectionId: number
  channel: StoredChannel
  /** Of the connection. */
  status: string
  /** Of a named token; 0: the token of the connection. */
  tokenId: number
  /** Counts its calls. */
  key: string
}

export const hashOfNamedToken = ({ namedTokenHash }: Pick<Keys, 'namedTokenHash'>, token: string): string =>
  createHmac('sha256', namedTokenHash).update(token).digest('hex')

/**
 * Recognises a program by the Authorization header alone: a token in an address would stand in logs (S61). The token of a
 * web chat is public, so it is not among those that are looked up. Counts the call.
 */
export async function recognizeProgram(
  { units, keys }: Pick<Deps, 'units' | 'keys'>,
  limits: ProgramLimits,
  { http, scope }: { http: HttpDetails; scope: ApiScope },
): Promise<Program> {
  const header = http.header('authorization')
  if (header === undefined) throw new AppError('ERR_SESSION_EXPIRED', 401)
  const token = bearerOf(header)
  const named = token.startsWith(namedTokenPrefix)
    ? await findByNamedToken(units.operator, hashOfNamedToken(keys, token))
    : undefined
  const found = named ?? (await findByOwnToken(units.operator, hashOfToken(keys, token)))
  if (!found) {
    await limits.guess(http.address)
    throw new AppError('ERR_INVALID_API_TOKEN', 403)
  }
  const program = programOf(found, named?.token_id ?? 0)
  await limits.call(program)
  if (!found.is_served) throw new AppError('ERR_SUBSCRIPTION_EXPIRED', 402)
  if (!found.has_feature) throw new AppError('ERR_PLAN_LIMIT', 403, { feature: 'useExternalApi' })
  if (!(named?.scopes ?? apiScopes).some((allowed) => allowed === scope)) throw noPermission()
  if (named?.is_use_old) await noteUse(units.operator, named)
  return program
}

function programOf(
  { company_id: companyId, connection_id: connectionId, ...row }: ProgramRow,
  tokenId: number,
): Program {
  return {
    actor: { kind: 'api', companyId, connectionId },
    companyId,
    connectionId,
    channel: row.channel,
    status: row.status,
    tokenId,
    key: `${companyId}:${connectionId}:${tokenId}`,
  }
}
