import { describe, expect, test } from 'vitest'
import { reply } from './printed/sends.ts'
import { errorOf, testWorld, userLogin } from './world.ts'

const world = testWorld()
const number = () => `/${world.shop.number.id}`

describe('a call', () => {
  test.each([
    ['without a token', () => null, 190, 401],
    ['with an unknown token', () => 'EAAunknown', 190, 401],
    ['of another business', () => world.server.business('Other').token(world.shop.app), 100, 400],
    [
      'without the permission',
      () => world.shop.business.token(world.shop.app, { scopes: ['whatsapp_business_messaging'] }),
      10,
      403,
    ],
    ['of the app itself', () => world.shop.app.token, 100, 400],
  ])('%s is refused', async (_name, token, code, status) => {
    const answer = await world.call('GET', number(), { token: token() })
    expect(answer.status).toBe(status)
    expect(errorOf(answer)).toMatchObject({ code, type: expect.any(String), fbtrace_id: expect.any(String) })
  })

  test('to send needs a permission of its own', async () => {
    const token = world.shop.business.token(world.shop.app, { scopes: ['whatsapp_business_management'] })
    const answer = await world.call('POST', `${number()}/messages`, { token, body: reply })
    expect([answer.status, errorOf(answer).code]).toEqual([403, 10])
    world.server.narrow(world.shop.token, [])
    expect(errorOf(await world.send(reply))).toMatchObject({ code: 10 })
  })

  test('with a token that has ended says why', async () => {
    const token = world.shop.business.token(world.shop.app, { days: 60 })
    expect((await world.call('GET', number(), { token })).status).toBe(200)
    await world.server.clock.turn({ days: 60 })
    expect(errorOf(await world.call('GET', number(), { token }))).toMatchObject({ code: 190, error_subcode: 463 })
    world.server.expire(world.shop.token)
    expect(errorOf(await world.call('GET', number()))).toMatchObject({ code: 190, error_subcode: 463 })
  })

  test('takes the token in the query too', async () => {
    expect((await world.call('GET', `${number()}?access_token=${world.shop.token}`, { token: null })).status).toBe(200)
  })

  test('about a thing that does not exist is refused as if it could not be seen', async () => {
    const answer = await world.call('GET', '/12345')
    expect(answer.status).toBe(400)
    expect(errorOf(answer)).toMatchObject({ code: 100, error_subcode: 33, type: 'GraphMethodException' })
  })

  test('that is unknown is a problem', async () => {
    expect((await world.call('GET', `${number()}/calls`)).status).toBe(400)
    world.expectedProblems = ['unknown: GET number calls']
  })

  test('is refused to an app with too many of them', async () => {
    world.shop.app.refusedWith = 4
    expect(errorOf(await world.call('GET', number()))).toMatchObject({ code: 4 })
  })
})

describe('a version', () => {
  test('that has ended is refused, or served if that is chosen', async () => {
    for (const version of ['v9.0', 'v20.0'])
      expect(errorOf(await world.call('GET', `/${version}${number()}`))).toMatchObject({ code: 2635 })
    expect((await world.call('GET', `/v21.0${number()}`)).status).toBe(200)
    await world.server.clock.turn({ days: 400 })
    expect((await world.call('GET', `/v22.0${number()}`)).status).toBe(400)
    world.server.settings.endedVersions = 'served'
    expect((await world.call('GET', `/v22.0${number()}`)).status).toBe(200)
  })

  test('that never was is no path', async () => {
    expect(errorOf(await world.call('GET', `/v99.0${number()}`))).toMatchObject({ code: 2500 })
  })
})

describe('a token', () => {
  const debug = async (token: string, app = world.shop.app) =>
    (await world.call('GET', `/debug_token?input_token=${encodeURIComponent(token)}`, { token: app.token })).body[
      'data'
    ]

  test('tells its app what it opens', async () => {
    expect(await debug(world.shop.token)).toMatchObject({
      app_id: world.shop.app.id,
      type: 'SYSTEM_USER',
      is_valid: true,
      expires_at: 0,
      scopes: expect.arrayContaining(['whatsapp_business_messaging']),
    })
    expect(await debug('EAAunknown')).toMatchObject({ is_valid: false, error: { code: 190 } })
    expect(await debug(world.shop.token, world.server.app('Other'))).toBeUndefined()
  })

  test('of a login tells the things that were chosen, and when it ends', async () => {
    const { accessToken, userID } = userLogin(world)
    const data = await debug(accessToken)
    expect(data).toMatchObject({ type: 'USER', is_valid: true, user_id: userID })
    expect(JSON.stringify(data)).toContain('{"scope":"pages_messaging","target_ids":["1045"]}')
    expect(JSON.stringify(data)).toContain('{"scope":"instagram_basic","target_ids":["17841400000000000"]}')
    await world.server.clock.turn({ hours: 2 })
    expect(await debug(accessToken)).toMatchObject({ is_valid: false, error: { code: 190, subcode: 463 } })
  })

  test('of a login ends with the password, the app, or a permission', async () => {
    const { accessToken: token, userID } = userLogin(world)
    const pages = () => world.call('GET', '/me/accounts', { token })
    world.server.removeApp(world.shop.owner, world.shop.app, 'pages_show_list')
    expect(errorOf(await pages())).toMatchObject({ code: 10 })
    world.server.changePassword(world.shop.owner)
    expect(errorOf(await pages())).toMatchObject({ code: 190, error_subcode: 460 })
    const again = userLogin(world)
    expect((await world.call('DELETE', `/${userID}/permissions`, { token: again.accessToken })).body).toEqual({
      success: true,
    })
    expect(errorOf(await world.call('GET', '/me', { token: again.accessToken }))).toMatchObject({ code: 190 })
  })

  test('of the app comes from its id and secret', async () => {
    const { id, secret, token } = world.shop.app
    const path = `/oauth/access_token?grant_type=client_credentials&client_id=${id}`
    expect((await world.call('GET', `${path}&client_secret=${secret}`, { token: null })).body).toEqual({
      access_token: token,
      token_type: 'bearer',
    })
    expect((await world.call('GET', `${path}&client_secret=wrong`, { token: null })).status).toBe(400)
  })
})
