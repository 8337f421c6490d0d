import { describe, expect, test } from 'vitest'
import { errorOf, longToken, pageScopes, testWorld, userLogin } from './world.ts'

const world = testWorld()

const redeem = (code: unknown, others: Record<string, string> = {}, app = world.shop.app) => {
  const params = new URLSearchParams({ client_id: app.id, client_secret: app.secret, code: String(code), ...others })
  return world.call('GET', `/oauth/access_token?${params.toString()}`, { token: null })
}

/** What a click in the window does, through the address that the window uses. */
const choose = async (opening: object, choice: object) => {
  const answer = await world.call('POST', '/login/choose', { token: null, body: { opening, choice } })
  return { ...answer, result: answer.body }
}

const signup = (change: object = {}) => ({
  client_id: world.shop.app.id,
  config_id: world.shop.app.configId,
  response_type: 'code',
  extras: { setup: {}, featureType: '', sessionInfoVersion: '3' },
  ...change,
})

const codeIn = (result: Record<string, unknown>) => {
  const { authResponse } = Object(result['response'])
  return Object(authResponse).code
}

describe('Embedded Signup', () => {
  const member = () => world.shop.owner.id

  test('ends with a code and the ids, and the code opens the account alone', async () => {
    const other = world.shop.business.account('Second')
    const { result } = await choose(signup(), { kind: 'finish', member: member(), account: world.shop.account.id })
    expect(result['message']).toEqual({
      type: 'WA_EMBEDDED_SIGNUP',
      event: 'FINISH',
      data: { phone_number_id: '106540352242922', waba_id: '102290129340398', business_id: world.shop.business.id },
    })
    const { status, body } = await redeem(codeIn(result))
    expect([status, body]).toEqual([200, { access_token: expect.any(String), token_type: 'bearer' }])
    const token = String(body['access_token'])
    expect((await world.call('POST', '/102290129340398/subscribed_apps', { token })).body).toEqual({ success: true })
    expect((await world.call('GET', `/${other.id}`, { token })).status).toBe(400)
    const { body: debugged } = await world.call('GET', `/debug_token?input_token=${token}`, {
      token: world.shop.app.token,
    })
    expect(JSON.stringify(debugged)).toContain(
      '{"scope":"whatsapp_business_management","target_ids":["102290129340398"]}',
    )
  })

  test('makes a new account with a number that has to be registered', async () => {
    const { result } = await choose(signup(), { kind: 'finish', member: member(), number: '5511955555555' })
    const { data } = Object(result['message'])
    const token = String((await redeem(codeIn(result))).body['access_token'])
    const path = `/${data.phone_number_id}`
    expect((await world.call('GET', `${path}?fields=status`, { token })).body).toMatchObject({ status: 'PENDING' })
    const body = { messaging_product: 'whatsapp', pin: '123456' }
    expect((await world.call('POST', `${path}/register`, { token, body })).body).toEqual({ success: true })
    expect((await world.call('GET', `${path}?fields=status`, { token })).body).toMatchObject({ status: 'CONNECTED' })
  })

  test('keeps the phone app, and that number is not registered', async () => {
    const extras = { setup: {}, featureType: 'whatsapp_business_app_onboarding', sessionInfoVersion: '3' }
    const { result } = await choose(signup({ extras }), {
      kind: 'finishPhoneApp',
      member: member(),
      number: '5511955555555',
    })
    expect(result['message']).toMatchObject({ event: 'FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING' })
    const { data } = Object(result['message'])
    const token = String((await redeem(codeIn(result))).body['access_token'])
    expect(
      (await world.call('GET', `/${data.phone_number_id}?fields=is_on_biz_app,status`, { token })).body,
    ).toMatchObject({ is_on_biz_app: true, status: 'CONNECTED' })
    const body = { messaging_product: 'whatsapp', pin: '123456' }
    expect(errorOf(await world.call('POST', `/${data.phone_number_id}/register`, { token, body }))).toMatchObject({
      code: 133000,
    })
  })

  test('ends without a number', async () => {
    const { result } = await choose(signup(), { kind: 'finishOnlyAccount', member: member() })
    expect(result['message']).toEqual({
      type: 'WA_EMBEDDED_SIGNUP',
      event: 'FINISH_ONLY_WABA',
      data: { waba_id: expect.any(String), business_id: world.shop.business.id },
    })
  })

  test('is left, or reports an error', async () => {
    const nothing = { status: 'unknown', authResponse: null }
    const left = await choose(signup(), { kind: 'leave', step: 'PHONE_NUMBER_SETUP' })
    expect(left.result).toMatchObject({
      response: nothing,
      message: { type: 'WA_EMBEDDED_SIGNUP', event: 'CANCEL', data: { current_step: 'PHONE_NUMBER_SETUP' } },
    })
    const { result } = await choose(signup(), { kind: 'reportError', message: 'No way' })
    expect(result).toMatchObject({
      response: nothing,
      message: {
        event: 'CANCEL',
        data: {
          error_message: 'No way',
          error_id: expect.any(String),
          session_id: expect.any(String),
          timestamp: expect.stringMatching(/^\d+$/),
        },
      },
    })
  })

  test('needs the configuration of the app, and asks for a code', async () => {
    const choice = { kind: 'finish', member: member(), account: world.shop.account.id }
    for (const change of [{ config_id: '1' }, { response_type: 'token' }])
      expect((await choose(signup(change), choice)).status).toBe(400)
    expect((await choose(signup({ client_id: '1' }), choice)).status).toBe(400)
  })
})

describe('a code', () => {
  const code = async (change: object = {}) => {
    const { result } = await choose(signup(change), {
      kind: 'finish',
      member: world.shop.owner.id,
      account: world.shop.account.id,
    })
    return result
  }

  test('is good once, for thirty seconds, for its app', async () => {
    const first = codeIn(await code())
    expect((await redeem(first, {}, world.server.app('Other'))).status).toBe(400)
    expect((await redeem(first)).status).toBe(200)
    expect(errorOf(await redeem(first))).toMatchObject({ code: 100, error_subcode: 36009 })
    const second = codeIn(await code())
    await world.server.clock.turn({ seconds: 30 })
    expect(errorOf(await redeem(second))).toMatchObject({ code: 100, error_subcode: 36007 })
    expect((await redeem('unknown')).status).toBe(400)
  })

  test('of a redirection comes with the state, and wants the same address again', async () => {
    const redirect_uri = 'https://guiche.example/volta'
    const { redirect } = await code({ redirect_uri, state: 's1' })
    const { origin, pathname, searchParams } = new URL(String(redirect))
    expect([origin + pathname, searchParams.get('state')]).toEqual([redirect_uri, 's1'])
    expect(errorOf(await redeem(searchParams.get('code')))).toMatchObject({ code: 100, error_subcode: 36008 })
    expect((await redeem(searchParams.get('code'), { redirect_uri })).status).toBe(200)
  })

  test('goes to no other address than those of the app', async () => {
    world.shop.app.redirectUris.push('https://guiche.example/volta')
    const choice = { kind: 'finish', member: world.shop.owner.id, account: world.shop.account.id }
    expect((await choose(signup({ redirect_uri: 'https://attacker.example/' }), choice)).status).toBe(400)
  })
})

describe('a login for pages', () => {
  const opening = (change: object = {}) => ({ client_id: world.shop.app.id, scope: pageScopes.join(','), ...change })

  test('gives a short token, which is exchanged for a long one', async () => {
    const { accessToken, userID } = userLogin(world)
    const { id, secret } = world.shop.app
    const params = new URLSearchParams({
      grant_type: 'fb_exchange_token',
      client_id: id,
      client_secret: secret,
      fb_exchange_token: accessToken,
    })
    const { body } = await world.call('GET', `/oauth/access_token?${params.toString()}`, { token: null })
    expect(body).toEqual({ access_token: expect.any(String), token_type: 'bearer', expires_in: 5183944 })
    const fields = 'id,name,access_token,tasks,instagram_business_account{id,username,name,profile_picture_url}'
    const { body: pages } = await world.call('GET', `/me/accounts?fields=${fields}&limit=100`, {
      token: String(body['access_token']),
    })
    expect(pages).toEqual({
      data: [
        {
          id: '1045',
          name: 'Loja Exemplo',
          access_token: expect.any(String),
          tasks: ['MESSAGING', 'MODERATE', 'MANAGE'],
          instagram_business_account: {
            id: '17841400000000000',
            username: 'lojaexemplo',
            name: 'Loja Exemplo',
            profile_picture_url: expect.stringContaining(world.server.url),
          },
        },
      ],
      paging: { cursors: { before: expect.any(String), after: expect.any(String) } },
    })
    expect((await world.call('GET', '/me', { token: String(body['access_token']) })).body).toEqual({
      id: userID,
      name: 'Bia Dona',
    })
  })

  test('gives page tokens that last as long as the login', async () => {
    const tokenOf = async (token: string) => {
      const { body } = await world.call('GET', '/me/accounts?fields=access_token', { token })
      return String(Object(body['data'])[0].access_token)
    }
    const { accessToken } = userLogin(world)
    const long = await longToken(world, accessToken)
    const [short, lasting] = [await tokenOf(accessToken), await tokenOf(long)]
    await world.server.clock.turn({ days: 100 })
    const show = (token: string) => world.call('GET', '/1045', { token })
    expect(errorOf(await show(short))).toMatchObject({ code: 190, error_subcode: 463 })
    expect((await show(lasting)).status).toBe(200)
    world.server.removeRole(world.shop.owner, world.shop.page)
    expect(errorOf(await show(lasting))).toMatchObject({ code: 190, error_subcode: 492 })
  })

  test('shows only the pages that were chosen, a few at a time', async () => {
    for (let at = 0; at < 4; at++) world.shop.owner.manages(world.server.page(`Page ${at}`))
    const ids = [...world.shop.owner.pages.keys()].slice(1).map(({ id }) => id)
    const { result } = await choose(opening(), {
      kind: 'allow',
      member: world.shop.owner.id,
      pages: ids,
    })
    const token = String(Object(Object(result['response']).authResponse).accessToken)
    const { body } = await world.call('GET', '/me/accounts?fields=name,instagram_business_account&limit=3', { token })
    expect(body).toMatchObject({
      data: [{ name: 'Page 0' }, { name: 'Page 1' }, { name: 'Page 2' }],
      paging: { next: expect.any(String) },
    })
    const next = String(Object(body['paging']).next)
    expect(await (await fetch(next)).json()).toMatchObject({ data: [{ name: 'Page 3' }] })
  })

  test('does not show the Instagram account without the permission', async () => {
    const { accessToken: token } = userLogin(world, ['instagram_basic'])
    const { body } = await world.call('GET', '/me/accounts?fields=name,instagram_business_account', { token })
    expect(body['data']).toEqual([{ id: '1045', name: 'Loja Exemplo' }])
  })

  test('redirects with a token, with a code, or with the refusal', async () => {
    const redirect_uri = 'https://guiche.example/volta'
    const allow = { kind: 'allow', member: world.shop.owner.id }
    const token = await choose(opening({ redirect_uri, state: 's1' }), allow)
    expect(token.result['redirect']).toMatch(/#access_token=EAA.*state=s1/)
    const code = await choose(opening({ redirect_uri, state: 's1', response_type: 'code' }), allow)
    const { searchParams } = new URL(String(code.result['redirect']))
    expect((await redeem(searchParams.get('code'), { redirect_uri })).body).toMatchObject({
      access_token: expect.any(String),
      expires_in: 7200,
    })
    const denied = await choose(opening({ redirect_uri, state: 's1' }), { kind: 'deny' })
    expect(denied.result['redirect']).toContain('?error=access_denied&')
  })
})

test('the window, what it shows, and the script that opens it are served', async () => {
  const params = new URLSearchParams({ ...signup(), extras: '{}' })
  const window = await fetch(`${world.server.url}/v25.0/dialog/oauth?${params.toString()}`)
  expect([window.status, window.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const choices = await world.call('GET', `/login/choices?${params.toString()}`, { token: null })
  expect(choices.body).toMatchObject({
    app: 'Guichê',
    isSignup: true,
    members: [{ name: 'Bia Dona', accounts: [{ id: '102290129340398' }] }],
  })
  const script = await fetch(`${world.server.url}/pt_BR/sdk.js`)
  expect(await script.text()).toContain(`'${world.server.url}'`)
})
