import { createHmac } from 'node:crypto'
import { type Ask, textOf } from '../http/ask.ts'
import { hidden, refuse } from '../refusals/refuse.ts'
import type { World } from '../world.ts'
import { type Token, tokenEnds } from './tokens.ts'

/** Who calls, with the proof that its app requires. */
export function callerOf(ask: Ask, world: World): Token {
  const token = bearerOf(ask, world)
  checkProof(ask, token)
  return token
}

/** Whose token it is. One that is missing, unknown, expired or ended is refused with 190. */
export function bearerOf(ask: Ask, world: World): Token {
  if (ask.token === undefined) throw refuse(190, { message: 'An access token is required to request this resource.' })
  const token = world.tokens.find(ask.token) ?? appTokenOf(ask.token, world)
  if (!token) throw refuse(190, { message: 'Invalid OAuth access token - Cannot parse access token' })
  const end = endOf(token, world)
  if (end) throw refuse(190, { message: tokenEnds[end].text, subcode: tokenEnds[end].subcode })
  if (token.app.refusedWith !== undefined) throw refuse(token.app.refusedWith)
  return token
}

/** That who calls knows the secret of the app too. A proof that is sent has to be right, whether or not the app requires one. */
function checkProof(ask: Ask, { value, kind, app }: Token): void {
  const proof = textOf(ask, 'appsecret_proof')
  if (proof === undefined && (!app.requiresProof || kind === 'APP')) return
  if (proof === undefined)
    throw refuse(100, { message: 'API calls from the server require an appsecret_proof argument' })
  if (proof === createHmac('sha256', app.secret).update(value).digest('hex')) return
  throw refuse(100, { message: 'Invalid appsecret_proof provided in the API argument' })
}

/** Why a token opens nothing any more. */
export function endOf(token: Token, { clock }: World) {
  if (token.end) return token.end
  return token.expiresAt && token.expiresAt <= clock.now() ? 'expired' : undefined
}

/** An app's token needs no issuing. */
export function appTokenOf(value: string, { directory, clock }: World): Token | undefined {
  const [id = '', secret] = value.split('|')
  const app = directory.find(id)
  if (app?.kind !== 'app' || app.secret !== secret) return undefined
  return { value, kind: 'APP', app, scopes: new Set(), issuedAt: clock.now() }
}

interface Wanted {
  /** One of these is enough. */
  scopes: readonly string[]
  /** The account, page or business that the token has to reach. */
  reaches: readonly string[]
  /** What is asked for, if the token cannot see it. */
  id: string
}

/** A caller with the permission who may see the thing. Without the permission: 10; what cannot be seen does not exist. */
export function authorise(ask: Ask, world: World, { scopes, reaches, id }: Wanted): Token {
  const token = callerOf(ask, world)
  if (token.kind === 'APP' || !reaches.some((target) => canReach(token, target))) throw hidden(id, ask.method)
  if (scopes.some((scope) => token.scopes.has(scope))) return token
  const message = `Application does not have permission for this action: it needs ${scopes.join(' or ')}`
  throw refuse(10, { message })
}

export function canReach({ targets, page, member, business }: Token, id: string): boolean {
  if (page) return page.id === id || page.instagram?.id === id
  if (targets && !targets.has(id)) return false
  if (business) return business.id === id || business.accounts.some((account) => account.id === id)
  if (!member) return false
  return (
    member.id === id ||
    member.businesses.some((one) => one.id === id || one.accounts.some((account) => account.id === id)) ||
    [...member.pages.keys()].some((one) => one.id === id || one.instagram?.id === id)
  )
}
