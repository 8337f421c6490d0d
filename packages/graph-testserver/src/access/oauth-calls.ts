import { type Ask, type Reply, textOf } from '../http/ask.ts'
import { refuse } from '../refusals/refuse.ts'
import type { World } from '../world.ts'
import type { App } from './app.ts'
import { endOf } from './authorise.ts'
import type { LoginCodes } from './login-codes.ts'
import { type Token, tokenEnds } from './tokens.ts'

/** `GET /oauth/access_token`: for a code, for a short token, or for the app itself. */
export function accessToken(ask: Ask, world: World, codes: LoginCodes): Reply {
  const app = appIn(ask, world)
  const grant = textOf(ask, 'grant_type')
  if (grant === 'client_credentials') return { status: 200, body: { access_token: app.token, token_type: 'bearer' } }
  if (grant === 'fb_exchange_token') return exchange(ask, world, app)
  return redeem(ask, world, codes, app)
}

function appIn(ask: Ask, { directory }: World): App {
  const id = textOf(ask, 'client_id')
  if (id === undefined) throw refuse(101, { message: 'Missing client_id parameter.' })
  const app = directory.find(id)
  if (app?.kind !== 'app')
    throw refuse(101, { message: 'Error validating application. Cannot get application info due to a system error.' })
  if (textOf(ask, 'client_secret') !== app.secret) throw refuse(1, { message: 'Error validating client secret.' })
  return app
}

/** A long token for a short one of the same app and member. */
function exchange(ask: Ask, world: World, app: App): Reply {
  const short = world.tokens.find(textOf(ask, 'fb_exchange_token') ?? '')
  if (short?.app !== app || short.kind !== 'USER') throw refuse(190, { message: 'Invalid OAuth access token.' })
  const end = endOf(short, world)
  if (end) throw refuse(190, { message: tokenEnds[end].text, subcode: tokenEnds[end].subcode })
  return { status: 200, body: lasting(world, { ...short, isLong: true }, world.settings.longTokenSeconds) }
}

function redeem(ask: Ask, world: World, codes: LoginCodes, app: App): Reply {
  const code = codes.find(textOf(ask, 'code') ?? '')
  if (!code || code.app !== app) throw refuse(100, { message: 'Invalid verification code format.' })
  if (code.isUsed) throw refuse(100, { message: 'This authorization code has been used.', subcode: 36009 })
  if (code.expiresAt <= world.clock.now())
    throw refuse(100, { message: 'This authorization code has expired.', subcode: 36007 })
  if (code.redirectUri !== undefined && code.redirectUri !== textOf(ask, 'redirect_uri'))
    throw refuse(100, {
      message:
        'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
      subcode: 36008,
    })
  code.isUsed = true
  const issuedAt = world.clock.now()
  const { member, scopes, targets, business } = code
  if (business) {
    const { value } = world.tokens.issue({ kind: 'SYSTEM_USER', app, scopes, issuedAt, targets, business, member })
    return { status: 200, body: { access_token: value, token_type: 'bearer' } }
  }
  return {
    status: 200,
    body: lasting(world, { kind: 'USER', app, scopes, issuedAt, targets, member }, world.settings.shortTokenSeconds),
  }
}

function lasting(world: World, token: Omit<Token, 'value'>, seconds: number) {
  const issuedAt = world.clock.now()
  const { value } = world.tokens.issue({ ...token, issuedAt, expiresAt: new Date(issuedAt.getTime() + seconds * 1000) })
  return { access_token: value, token_type: 'bearer', expires_in: seconds }
}
