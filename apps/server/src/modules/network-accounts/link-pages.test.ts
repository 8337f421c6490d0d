import { afterEach, describe, expect, test } from 'vitest'
import { metaOfFile } from '#test/world/meta-world'
import { type Company, eventually } from '#test/world'

const meta = metaOfFile()
afterEach(() => meta.server.faults.clear())

/** A company with its admin, and somebody who runs a page. */
async function newcomer(plan: object = {}) {
  const company = await meta.world.company({ plan })
  return { company, admin: await company.admin(), ...meta.owner() }
}

const rowsOf = ({ id, sql }: Company): Promise<{ ciphertext: Buffer; routing_id: string }[]> =>
  sql('select routing_id, ciphertext from network_accounts where company_id = $1 order by connection_id', [id])

describe('the pages of a login', () => {
  test('become connections, with addInstagram their accounts too, and are connected at once', async () => {
    const { company, admin, page, instagram, member } = await newcomer()
    const { status, body } = await meta.link(admin, member, { addInstagram: true })
    expect([status, body]).toEqual([
      200,
      {
        accounts: [
          { name: page.name, channel: 'facebook', outcome: 'connected', reason: null, whatsappId: expect.any(Number) },
          {
            name: `Insta ${instagram.username}`,
            channel: 'instagram',
            outcome: 'connected',
            reason: null,
            whatsappId: expect.any(Number),
          },
        ],
      },
    ])
    const list = (await admin.get('/whatsapp')).body
    expect(list.map(({ name, channel, status: shown }: Record<string, string>) => [name, channel, shown])).toEqual([
      [`Insta ${instagram.username}`, 'instagram', 'CONNECTED'],
      [page.name, 'facebook', 'CONNECTED'],
    ])
    expect(page.subscribedApps.has(meta.app)).toBe(true)
    expect((await rowsOf(company)).map(({ routing_id }) => routing_id)).toEqual([page.id, instagram.id])
  })

  test('without addInstagram become no accounts', async () => {
    const { admin, member } = await newcomer()
    const { body } = await meta.link(admin, member)
    expect(body.accounts.map(({ channel }: { channel: string }) => channel)).toEqual(['facebook'])
  })

  test('are renewed and not doubled, and their name stays as people have changed it', async () => {
    const { company, admin, member } = await newcomer()
    const [{ whatsappId }] = (await meta.link(admin, member)).body.accounts
    await admin.put(`/whatsapp/${whatsappId}`, { name: 'Atendimento' })
    const [before] = await rowsOf(company)
    const { body } = await meta.link(admin, member)
    expect(body.accounts).toMatchObject([{ outcome: 'renewed', whatsappId }])
    const [after, ...others] = await rowsOf(company)
    expect(others).toEqual([])
    expect(after?.ciphertext).not.toEqual(before?.ciphertext)
    expect((await admin.get('/whatsapp')).body).toMatchObject([{ name: 'Atendimento' }])
  })

  test('of the same name get names that differ', async () => {
    const { admin, member } = await newcomer()
    for (let nth = 0; nth < 2; nth += 1) member.manages(meta.server.page('Padaria'))
    await meta.link(admin, member)
    const names = (await admin.get('/whatsapp')).body.map(({ name }: { name: string }) => name)
    expect(names).toContain('Padaria')
    expect(names).toContain('Padaria 2')
  })

  test('that cannot be connected stop no other, and each result is told', async () => {
    const { admin, page, member } = await newcomer()
    member.manages(meta.server.page('Sem mensagens'), ['ANALYZE'])
    const broken = meta.server.page('Quebrada')
    member.manages(broken)
    meta.server.faults.answer(400, {
      body: { error: { message: 'No', code: 200 } },
      times: 1,
      on: `POST /v25.0/${broken.id}/subscribed_apps`,
    })
    const { status, body } = await meta.link(admin, member)
    expect(status).toBe(200)
    expect(body.accounts).toMatchObject([
      { name: page.name, outcome: 'connected' },
      { name: 'Sem mensagens', outcome: 'refused', reason: 'ERR_PAGE_PERMISSION' },
      { name: 'Quebrada', outcome: 'refused', reason: 'ERR_PAGE_PERMISSION' },
    ])
    expect((await admin.get('/whatsapp')).body).toHaveLength(1)
  })
})

describe('a page belongs to one company', () => {
  test('so another one is refused, and not told where it is', async () => {
    const first = await newcomer()
    await meta.link(first.admin, first.member)
    const second = await newcomer()
    second.member.manages(first.page)
    const { body } = await meta.link(second.admin, second.member, { addInstagram: true })
    expect(body.accounts).toMatchObject([
      { name: second.page.name, outcome: 'connected' },
      { channel: 'instagram', outcome: 'connected' },
      { name: first.page.name, outcome: 'refused', reason: 'ERR_ACCOUNT_TAKEN', whatsappId: null },
      // Its account on Instagram is free.
      { channel: 'instagram', outcome: 'connected' },
    ])
    expect(first.page.subscribedApps.has(meta.app)).toBe(true)
  })

  test('until its connection is deleted: then Meta tells nothing of it, and another one may have it', async () => {
    const { company, admin, page, member } = await newcomer()
    const [{ whatsappId }] = (await meta.link(admin, member)).body.accounts
    expect((await admin.delete(`/whatsapp/${whatsappId}`)).status).toBe(200)
    await eventually(async () => {
      expect(page.subscribedApps.has(meta.app)).toBe(false)
      expect(await rowsOf(company)).toEqual([])
    })
    const other = await newcomer()
    other.member.manages(page)
    const { body } = await meta.link(other.admin, other.member)
    expect(body.accounts).toContainEqual(expect.objectContaining({ name: page.name, outcome: 'connected' }))
  })

  test('and stays subscribed while its account on Instagram is connected', async () => {
    const { company, admin, page, member } = await newcomer()
    const [{ whatsappId }, account] = (await meta.link(admin, member, { addInstagram: true })).body.accounts
    await admin.put(`/whatsapp/${account.whatsappId}`, { isDefault: true })
    await admin.delete(`/whatsapp/${whatsappId}`)
    await eventually(async () => expect(await rowsOf(company)).toHaveLength(1))
    expect(page.subscribedApps.has(meta.app)).toBe(true)
  })

  test('and stays subscribed when another company cannot connect its account, or deletes it', async () => {
    const { admin, page, member } = await newcomer()
    await meta.link(admin, member)
    const full = await newcomer({ connections: 1 })
    full.member.manages(page)
    await full.company.connection()
    const { body } = await meta.link(full.admin, full.member, { addInstagram: true })
    expect(body.accounts.filter(({ outcome }: { outcome: string }) => outcome !== 'refused')).toEqual([])
    expect(page.subscribedApps.has(meta.app)).toBe(true)

    const other = await meta.world.company()
    const bia = meta.server.member('Bia de fora').manages(page)
    const [, account] = (await meta.link(await other.admin(), bia, { addInstagram: true })).body.accounts
    const deleted = await (await other.admin()).delete(`/whatsapp/${account.whatsappId}`)
    expect(deleted.status).toBe(200)
    await eventually(async () => expect(await rowsOf(other)).toEqual([]))
    expect(page.subscribedApps.has(meta.app)).toBe(true)
  })
})

describe('the plan', () => {
  test('limits the connections exactly, and a page without one is left', async () => {
    const { admin, page, instagram, member } = await newcomer({ connections: 1 })
    const { body } = await meta.link(admin, member, { addInstagram: true })
    expect(body.accounts).toMatchObject([
      { name: page.name, outcome: 'connected' },
      { name: `Insta ${instagram.username}`, outcome: 'refused', reason: 'ERR_PLAN_LIMIT' },
    ])
    const late = meta.owner()
    member.manages(late.page)
    const again = await meta.link(admin, member)
    expect(again.body.accounts).toMatchObject([
      { outcome: 'renewed' },
      { outcome: 'refused', reason: 'ERR_PLAN_LIMIT' },
    ])
    expect(late.page.subscribedApps.has(meta.app)).toBe(false)
  })

  test('without the network refuses it, whatever the client shows', async () => {
    const { admin, page, member } = await newcomer({ useFacebook: false })
    expect(await meta.link(admin, member)).toMatchObject({ status: 403, body: { error: 'ERR_PLAN_LIMIT' } })
    const { body } = await meta.link(admin, member, { addInstagram: true })
    expect(body.accounts).toMatchObject([
      { name: page.name, outcome: 'refused', reason: 'ERR_PLAN_LIMIT' },
      { channel: 'instagram', outcome: 'connected' },
    ])
  })
})

describe('who may not connect pages', () => {
  test('is an attendant', async () => {
    const { company, member } = await newcomer()
    const attendant = await company.attendant()
    expect(await meta.link(attendant, member)).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
    expect((await attendant.post('/facebook/login', {})).status).toBe(403)
  })

  test('is somebody with a token of another app, of nobody, or without pages', async () => {
    const { admin } = await newcomer()
    const nobody = meta.server.member('Sem páginas')
    expect(await meta.link(admin, nobody)).toMatchObject({ status: 400, body: { error: 'ERR_NO_PAGE_FOUND' } })
    const send = (facebookUserToken: string) => admin.post('/facebook', { facebookUserId: '1', facebookUserToken })
    expect(await send('EAAwrong')).toMatchObject({ status: 400, body: { error: 'ERR_PAGE_LOGIN_REFUSED' } })
    expect((await admin.post('/facebook', { facebookUserId: '1' })).status).toBe(400)
  })

  test('is somebody whose Meta does not answer, who may try again', async () => {
    const { admin, member } = await newcomer()
    meta.server.faults.reset({ times: 9, on: 'GET /v25.0/oauth/access_token' })
    expect(await meta.link(admin, member)).toMatchObject({ status: 503, body: { error: 'ERR_NETWORK_UNAVAILABLE' } })
  })
})

describe('a login by redirection', () => {
  const open = async (admin: { post: (path: string, body: object) => Promise<{ body: { url: string } }> }) =>
    new URL((await admin.post('/facebook/login', { addInstagram: true })).body.url)

  /** What the window does when somebody allows it. */
  function allow(url: URL, member: { id: string }) {
    const opening = {
      client_id: url.searchParams.get('client_id') ?? '',
      scope: (url.searchParams.get('scope') ?? '').split(','),
      response_type: 'code' as const,
      redirect_uri: url.searchParams.get('redirect_uri') ?? '',
      state: url.searchParams.get('state') ?? '',
    }
    const { redirect } = meta.server.login.choose(opening, { kind: 'allow', member: member.id, without: [] })
    const { pathname, searchParams } = new URL(redirect ?? '')
    return { pathname, code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' }
  }

  test('brings a code, which the server redeems once', async () => {
    const { admin, member } = await newcomer()
    const url = await open(admin)
    expect(url.href).toContain(`${meta.server.url}/v25.0/dialog/oauth?`)
    expect(url.href).not.toContain(meta.app.secret)
    const { pathname, code, state } = allow(url, member)
    expect(pathname).toBe('/connections')
    const { body } = await admin.post('/facebook', { code, state })
    expect(body.accounts).toMatchObject([{ outcome: 'connected' }, { channel: 'instagram', outcome: 'connected' }])
    expect(await admin.post('/facebook', { code, state })).toMatchObject({
      status: 400,
      body: { error: 'ERR_PAGE_LOGIN_REFUSED' },
    })
  })

  test('is of use to nobody else, and not with another state', async () => {
    const { admin, member } = await newcomer()
    const stranger = (await newcomer()).admin
    const { code, state } = allow(await open(admin), member)
    const refused = { status: 400, body: { error: 'ERR_PAGE_LOGIN_REFUSED' } }
    expect(await stranger.post('/facebook', { code, state })).toMatchObject(refused)
    for (const wrong of ['x', 'x.y', `${state}a`, state.replace(/^./, 'A'), '.'])
      expect(await admin.post('/facebook', { code, state: wrong })).toMatchObject(refused)
    expect((await admin.post('/facebook', { code, state })).status).toBe(200)
  })
})

describe('what is secret', () => {
  test('is in no answer, and sealed in the database', async () => {
    const { company, admin, member } = await newcomer()
    const token = meta.login(member)
    const linked = await admin.post('/facebook', { facebookUserId: member.id, facebookUserToken: token })
    const [{ whatsappId }] = linked.body.accounts
    const told = [
      linked.body,
      (await admin.get('/whatsapp')).body,
      (await admin.get(`/whatsapp/${whatsappId}`)).body,
      (await admin.get(`/whatsapp/${whatsappId}/events`)).body,
    ]
    expect(JSON.stringify(told)).not.toContain('EAA')
    const [row] = await rowsOf(company)
    expect(Buffer.from(row?.ciphertext ?? '').toString('latin1')).not.toContain('EAA')
  })

  test('of one connection does not open in the row of another one', async () => {
    const { company, admin, member } = await newcomer()
    await meta.link(admin, member, { addInstagram: true })
    await company.sql(`update network_accounts a set ciphertext = b.ciphertext from network_accounts b
                       where a.company_id = ${company.id} and b.company_id = a.company_id and b.connection_id <> a.connection_id`)
    const [connection] = (await admin.get('/whatsapp')).body
    expect((await admin.delete(`/whatsapp/${connection.id}`)).status).toBeGreaterThanOrEqual(500)
  })
})

test('connections of pages are made by a login alone', async () => {
  const { admin } = await newcomer()
  expect(await admin.post('/whatsapp', { name: 'Sem login', channel: 'facebook' })).toMatchObject({
    status: 400,
    body: { error: 'ERR_WAPP_NOT_INITIALIZED' },
  })
})
