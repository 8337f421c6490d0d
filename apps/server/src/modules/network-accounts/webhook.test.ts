import { metaJson, signatureOf } from '@guiche/graph-testserver'
import { beforeAll, describe, expect, test } from 'vitest'
import { type MetaShop, metaOfFile } from '#test/world/meta-world'
import { lockTable } from '#test/lock-table'
import { metrics } from '#platform/process/metrics'
import { createWorld, eventually } from '#test/world'

const meta = metaOfFile()
let shop: MetaShop
beforeAll(async () => {
  shop = await meta.shop()
})

const address = async () => `${await meta.world.url()}/webhook`

/** Posts these bytes with a signature, by default the right one. */
async function post(
  bytes: Buffer,
  signature: string | undefined = signatureOf(meta.app.secret, bytes),
): Promise<number> {
  const response = await fetch(await address(), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(signature && { 'x-hub-signature-256': signature }) },
    body: new Uint8Array(bytes),
  })
  return response.status
}

const bodyOf = (id: string, items: object[], object = 'page') =>
  Buffer.from(metaJson({ object, entry: [{ id, time: Date.now(), messaging: items }] }))

let count = 0
const saying = (text: string, mid = `m_${++count}`, sender = `9${count}`) => ({
  sender: { id: sender },
  recipient: { id: shop.page.id },
  timestamp: Date.now(),
  message: { mid, text },
})

const bodies = () =>
  shop.company
    .sql('select body from messages where company_id = $1 order by id', [shop.company.id])
    .then((rows) => rows.map(({ body }) => body))
const ignored = async () => {
  const { values } = await metrics.ignored.get()
  return values.reduce((sum, { value }) => sum + value, 0)
}
const drained = () =>
  eventually(async () => {
    const [left] = await shop.company.sql('select count(*)::int as count from inbox where company_id = $1', [
      shop.company.id,
    ])
    expect(left.count).toBe(0)
  })

describe('the handshake', () => {
  const ask = async (token: string) =>
    fetch(`${await address()}?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`)

  test('is answered with the challenge for the right token alone', async () => {
    const right = await ask('token-de-verificacao')
    expect([right.status, await right.text()]).toEqual([200, '1158201444'])
    expect(right.headers.get('content-type')).toContain('text/plain')
    expect((await ask('whaticket')).status).toBe(403)
    expect((await fetch(await address())).status).toBe(403)
  })
})

describe('a signature', () => {
  test('that is right lets a message in, also one with letters that Meta escapes', async () => {
    expect(await post(bodyOf(shop.page.id, [saying('Olá, você tem açaí? 😀')]))).toBe(200)
    await drained()
    expect(await bodies()).toContain('Olá, você tem açaí? 😀')
  })

  test('that is short, wrong, absent or of other bytes has no effect', async () => {
    const bytes = bodyOf(shop.page.id, [saying('Falsa')])
    const right = signatureOf(meta.app.secret, bytes)
    const changed = Buffer.from(bytes)
    changed[changed.length - 3] = 0x20
    expect(await post(bytes, '')).toBe(401)
    expect(await post(bytes, right.slice(0, -2))).toBe(401)
    expect(await post(bytes, signatureOf('outro segredo', bytes))).toBe(401)
    expect(await post(changed, right)).toBe(401)
    await drained()
    expect(await bodies()).not.toContain('Falsa')
  })

  test('cannot be checked without an app, and then nothing is taken', async () => {
    const world = await createWorld()
    const refused = await world.anonymous.post('/webhook', { object: 'page', entry: [] })
    expect(refused).toMatchObject({ status: 503 })
    await world.close()
  })
})

describe('a webhook', () => {
  test('that comes again, or with the same message in another one, has no second effect', async () => {
    const said = saying('Uma vez só')
    for (let time = 0; time < 3; time += 1) expect(await post(bodyOf(shop.page.id, [said]))).toBe(200)
    expect(await Promise.all([1, 2, 3].map(() => post(bodyOf(shop.page.id, [said, said]))))).toEqual([200, 200, 200])
    await drained()
    expect((await bodies()).filter((body) => body === 'Uma vez só')).toHaveLength(1)
  })

  test('of a page that nobody here has, or of an unknown kind, is taken without an effect', async () => {
    const before = (await bodies()).length
    const counted = await ignored()
    expect(await post(bodyOf('404404', [saying('De ninguém')]))).toBe(200)
    expect(await post(bodyOf('0', [saying('Do painel')]))).toBe(200)
    expect(await post(bodyOf(shop.page.id, [saying('Conta errada')], 'instagram'))).toBe(200)
    expect(await post(bodyOf(shop.page.id, [{ ...saying('x'), message: undefined, policy_enforcement: {} }]))).toBe(200)
    expect(await post(Buffer.from(metaJson({ object: 'permissions', entry: [{ id: '1', changes: [] }] })))).toBe(200)
    expect(await post(Buffer.from('[]'))).toBe(200)
    await drained()
    expect(await bodies()).toHaveLength(before)
    expect((await ignored()) - counted).toBe(6)
  })

  test('that says what Meta forbids a page stands in the history of its connection, once', async () => {
    const { admin, page, connections } = await meta.shop()
    const told = (policy_enforcement: object, timestamp: number) =>
      post(bodyOf(page.id, [{ recipient: { id: page.id }, timestamp, policy_enforcement }]))
    const blocked = { action: 'block', reason: 'The bot violated our Platform Policies' }
    for (let time = 0; time < 2; time += 1) expect(await told(blocked, 1)).toBe(200)
    expect(await told({ action: 'unblock' }, 2)).toBe(200)
    expect(await told({ action: 'block' }, 3)).toBe(200)
    const { events } = (await admin.get(`/whatsapp/${connections.page}/events`)).body
    const notices = events.flatMap(({ notice }: { notice: object | null }) => notice ?? [])
    expect(notices).toEqual([
      { about: 'policy', value: 'BLOCK' },
      { about: 'policy', value: 'UNBLOCK' },
      { about: 'policy', value: blocked.reason },
    ])
  })

  test('reaches the company of the page, whatever page its items name', async () => {
    const other = await meta.shop()
    const said = { ...saying('Para a página certa'), recipient: { id: shop.page.id } }
    expect(await post(bodyOf(other.page.id, [said]))).toBe(200)
    await eventually(async () => {
      const rows = await meta.world.sql('select company_id from messages where body = $1', ['Para a página certa'])
      expect(rows).toEqual([{ company_id: other.company.id }])
    })
  })

  test('of 3 MB is read, and a larger one is not', async () => {
    const padding = (bytes: number) => ({ ...saying('Grande'), nothing: 'x'.repeat(bytes) })
    expect(await post(bodyOf(shop.page.id, [padding(3 * 1024 * 1024 - 1000)]))).toBe(200)
    expect(await post(bodyOf(shop.page.id, [padding(3 * 1024 * 1024 + 1000)]))).toBe(413)
    await drained()
    expect((await bodies()).filter((body) => body === 'Grande')).toHaveLength(1)
  })

  test('of a thousand items is stored whole, in order', async () => {
    const items = Array.from({ length: 1000 }, (_, nth) => saying(`Mil ${nth}`, undefined, '777'))
    expect(await post(bodyOf(shop.page.id, items))).toBe(200)
    await drained()
    const said = (await bodies()).filter((body) => body.startsWith('Mil '))
    expect(said).toEqual(items.map(({ message }) => message.text))
  })
})

test('while the database does not answer Meta is told to come again, and nothing is lost', async () => {
  const chat = meta.server.person(undefined, 'Caio').at(shop.page)
  const lock = await lockTable(meta.world.databases.admin, 'inbox')
  await chat.text('Durante a falha')
  await meta.settled()
  expect(meta.server.webhooks.attempts.at(-1)).toMatchObject({ status: 503 })
  expect(meta.server.webhooks.waiting).toBeGreaterThan(0)
  await lock.release()
  await meta.server.clock.turn({ minutes: 1 })
  await meta.settled()
  await eventually(async () => expect(await bodies()).toContain('Durante a falha'))
})
