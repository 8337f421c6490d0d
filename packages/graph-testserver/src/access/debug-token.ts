import { type Ask, type Reply, textOf } from '../http/ask.ts'
import { hidden, refuse } from '../refusals/refuse.ts'
import type { World } from '../world.ts'
import { appTokenOf, callerOf, endOf } from './authorise.ts'
import { type Token, tokenEnds } from './tokens.ts'

const dataAccessDays = 90

/** `GET /debug_token`: what a token opens, for the app that it belongs to. */
export function debugToken(ask: Ask, world: World): Reply {
  const caller = callerOf(ask, world)
  const value = textOf(ask, 'input_token')
  if (value === undefined) throw refuse(100, { message: 'The parameter input_token is required.' })
  const token = world.tokens.find(value) ?? appTokenOf(value, world)
  if (!token)
    return {
      status: 200,
      body: { data: { is_valid: false, scopes: [], error: { code: 190, message: 'Invalid OAuth access token.' } } },
    }
  if (token.app !== caller.app) throw hidden(token.app.id, ask.method)
  return { status: 200, body: { data: viewOf(token, world) } }
}

function viewOf(token: Token, world: World) {
  const end = endOf(token, world)
  const { app, kind, scopes, issuedAt, expiresAt, member, page } = token
  return {
    app_id: app.id,
    type: kind,
    application: app.name,
    is_valid: end === undefined,
    issued_at: unix(issuedAt),
    // 0: never.
    expires_at: expiresAt ? unix(expiresAt) : 0,
    data_access_expires_at:
      kind === 'SYSTEM_USER' ? 0 : unix(new Date(issuedAt.getTime() + dataAccessDays * 86_400_000)),
    scopes: [...scopes],
    granular_scopes: [...scopes].map((scope) => ({ scope, ...targetsOf(token, scope, world) })),
    ...(page && { profile_id: page.id }),
    ...(member && { user_id: member.id }),
    ...(end && { error: { code: 190, message: tokenEnds[end].text, subcode: tokenEnds[end].subcode } }),
  }
}

/** Which things a permission is for; all of them if nothing was chosen. */
function targetsOf({ targets }: Token, scope: string, { directory }: World) {
  if (!targets) return {}
  const kind = scope.startsWith('whatsapp_')
    ? 'account'
    : scope.startsWith('instagram_')
      ? 'instagram'
      : scope.startsWith('pages_')
        ? 'page'
        : 'business'
  const ids = [...targets].filter((id) => directory.find(id)?.kind === kind)
  return ids.length === 0 ? {} : { target_ids: ids }
}

const unix = (moment: Date) => Math.floor(moment.getTime() / 1000)
