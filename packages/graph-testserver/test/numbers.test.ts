import { describe, expect, test } from 'vitest'
import { reply } from './printed/sends.ts'
import { errorOf, testWorld } from './world.ts'

const world = testWorld()
const call = (method: string, edge: string, body?: object) =>
  world.call(
    method,
    `/${world.shop.number.id}${edge}`,
    body ? { body: { messaging_product: 'whatsapp', ...body } } : {},
  )

describe('a number', () => {
  test('shows the fields that are asked for', async () => {
    const fields =
      'id,display_phone_number,verified_name,quality_rating,status,name_status,code_verification_status,throughput,platform_type,whatsapp_business_manager_messaging_limit,is_on_biz_app'
    expect((await call('GET', `?fields=${fields}`)).body).toEqual({
      id: '106540352242922',
      display_phone_number: '551133334444',
      verified_name: 'Exemplo',
      quality_rating: 'GREEN',
      status: 'CONNECTED',
      name_status: 'APPROVED',
      code_verification_status: 'VERIFIED',
      throughput: { level: 'STANDARD' },
      platform_type: 'CLOUD_API',
      whatsapp_business_manager_messaging_limit: 'TIER_250',
      is_on_biz_app: false,
    })
    expect((await world.call('GET', '/102290129340398/phone_numbers?fields=display_phone_number')).body).toMatchObject({
      data: [{ id: '106540352242922', display_phone_number: '551133334444' }],
    })
    expect(errorOf(await call('GET', '?fields=colour'))).toMatchObject({ code: 100 })
  })

  test('is registered with its PIN, ten times in 72 hours', async () => {
    expect((await call('POST', '/deregister')).body).toEqual({ success: true })
    expect(errorOf(await world.send(reply))).toMatchObject({ code: 133010 })
    expect(errorOf(await call('POST', '/register', { pin: '12' }))).toMatchObject({ code: 131009 })
    expect((await call('POST', '/register', { pin: '123456' })).body).toEqual({ success: true })
    expect((await call('POST', '', { pin: '654321' })).body).toEqual({ success: true })
    expect(errorOf(await call('POST', '/register', { pin: '123456' }))).toMatchObject({ code: 133005 })
    for (let tries = 0; tries < 7; tries++) await call('POST', '/register', { pin: '654321' })
    expect(errorOf(await call('POST', '/register', { pin: '654321' }))).toMatchObject({ code: 133016 })
  })

  test('has a profile', async () => {
    const profile = {
      about: 'Loja',
      description: 'Tudo',
      email: 'a@example.com',
      websites: ['https://example.com'],
      vertical: 'RETAIL',
    }
    expect((await call('POST', '/whatsapp_business_profile', profile)).body).toEqual({ success: true })
    const { body } = await call('GET', '/whatsapp_business_profile?fields=about,description,email,websites,vertical')
    expect(body).toEqual({ data: [profile] })
    for (const wrong of [
      { about: 'x'.repeat(140) },
      { websites: ['a', 'b', 'c'] },
      { profile_picture_handle: '4::unknown' },
    ])
      expect(errorOf(await call('POST', '/whatsapp_business_profile', wrong))).toMatchObject({ code: 131009 })
  })

  test('blocks people who wrote within a day, and no others', async () => {
    const ana = world.server.person('5511987654321', 'Ana')
    world.server.person('5511922222222', 'Rui')
    await ana.chat(world.shop.number).text('Oi')
    const both = await call('POST', '/block_users', {
      block_users: [{ user: '5511987654321' }, { user: '5511922222222' }],
    })
    expect(both.status).toBe(400)
    expect(both.body).toMatchObject({
      block_users: {
        added_users: [{ input: '5511987654321', wa_id: '5511987654321' }],
        failed_users: [{ input: '5511922222222', errors: [{ code: 139100 }] }],
      },
      error: { code: 139100 },
    })
    expect((await call('GET', '/block_users')).body).toMatchObject({ data: [{ wa_id: '5511987654321' }] })
    expect((await call('DELETE', '/block_users', { block_users: [{ user: '5511987654321' }] })).body).toEqual({
      messaging_product: 'whatsapp',
      block_users: { removed_users: [{ input: '5511987654321', wa_id: '5511987654321' }] },
    })
  })

  test('tells its quality, its tier and its name', async () => {
    const { number } = world.shop
    await number.rate('RED')
    await number.changeTier('TIER_2K')
    await number.decideName('APPROVED')
    expect(world.changes()).toMatchObject([
      { field: 'phone_number_quality_update', value: { event: 'FLAGGED', display_phone_number: number.display } },
      {
        field: 'phone_number_quality_update',
        value: { event: 'UPGRADE', old_limit: 'TIER_250', current_limit: 'TIER_2K' },
      },
      { field: 'phone_number_name_update', value: { decision: 'APPROVED', requested_verified_name: 'Exemplo' } },
    ])
    expect((await call('GET', '?fields=quality_rating,whatsapp_business_manager_messaging_limit')).body).toMatchObject({
      quality_rating: 'RED',
      whatsapp_business_manager_messaging_limit: 'TIER_2K',
    })
  })
})

describe('an account', () => {
  test('tells that it was closed, opened and warned', async () => {
    const { account } = world.shop
    await account.ban()
    await account.reinstate()
    await account.warn('SCAM')
    expect(world.changes().map(({ value }) => value)).toMatchObject([
      { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } },
      { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE' } },
      { event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'SCAM' } },
    ])
  })

  test('is restricted until a moment', async () => {
    const { account, number } = world.shop
    const { clock } = world.server
    await account.restrict(new Date(clock.now().getTime() + 3_600_000))
    expect(world.changes()).toMatchObject([{ value: { event: 'ACCOUNT_RESTRICTION', restriction_info: [{}, {}] } }])
    await world.server.person('5511987654321', 'Ana').chat(number).text('Oi')
    expect(errorOf(await world.send(reply))).toMatchObject({ code: 368 })
    await clock.turn({ hours: 1 })
    expect((await world.send(reply)).status).toBe(200)
  })

  test('loses an app that is uninstalled: it is told once more, and its tokens end', async () => {
    const { account, app, business } = world.shop
    await account.uninstall(app)
    expect(world.changes()).toMatchObject([
      {
        field: 'account_update',
        value: { event: 'PARTNER_APP_UNINSTALLED', waba_info: { waba_id: account.id, owner_business_id: business.id } },
      },
    ])
    const answer = await world.call('GET', `/${account.id}`)
    expect(answer.status).toBe(401)
    expect(errorOf(answer)).toMatchObject({ code: 190 })
    await world.server.person('5511987654321', 'Ana').chat(world.shop.number).text('Oi')
    expect(world.receiver.take()).toEqual([])
  })

  test('shows its business, and is shown by it', async () => {
    const { account, business } = world.shop
    const { body } = await world.call('GET', `/${account.id}?fields=name,owner_business_info{name}`)
    expect(body).toMatchObject({ id: account.id, name: 'Exemplo', owner_business_info: { name: 'Exemplo Ltda' } })
    expect((await world.call('GET', `/${business.id}/owned_whatsapp_business_accounts`)).body).toMatchObject({
      data: [{ id: account.id }],
    })
    expect((await world.call('GET', `/${account.id}/subscribed_apps`)).body).toMatchObject({
      data: [{ whatsapp_business_api_data: { id: world.shop.app.id } }],
    })
  })
})
