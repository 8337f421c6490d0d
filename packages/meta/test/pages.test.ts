import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import {
  act,
  exchangeToken,
  fileKindOf,
  listPages,
  readProfile,
  redeemCode,
  sendPart,
  splitText,
  subscribePage,
  unsubscribePage,
} from '@guiche/meta'
import { metaWorld } from './world.ts'

const world = metaWorld()

describe('a login', () => {
  test('is exchanged before its pages are listed, and their tokens last', async () => {
    const long = await exchangeToken(world.graph, world.login())
    const [page] = await listPages(world.graph, long)
    expect(page).toEqual({
      id: '1045',
      name: 'Loja Exemplo',
      token: expect.any(String),
      mayWrite: true,
      instagram: { id: '17841400000000000', username: 'lojaexemplo' },
    })
    await world.server.clock.turn({ days: 100 })
    await subscribePage(world.graph, '1045', page?.token ?? '')
  })

  test('with a code is redeemed with the address that it was asked with', async () => {
    const redirectUri = 'https://guiche.example/volta'
    const { app, owner } = world.shop
    const { redirect } = world.server.login.choose(
      { client_id: app.id, scope: ['pages_show_list'], response_type: 'code', redirect_uri: redirectUri, state: 's' },
      { kind: 'allow', member: owner.id, without: [] },
    )
    const code = new URL(redirect ?? '').searchParams.get('code') ?? ''
    const token = await redeemCode(world.graph, code, redirectUri)
    expect(await listPages(world.graph, token)).toHaveLength(1)
    await expect(redeemCode(world.graph, code, redirectUri)).rejects.toMatchObject({ code: 100 })
  })

  test('lists all pages, also those of the second answer', async () => {
    for (let nth = 0; nth < 120; nth += 1) world.shop.owner.manages(world.server.page(`Filial ${nth}`))
    const pages = await listPages(world.graph, await exchangeToken(world.graph, world.login()))
    expect(pages).toHaveLength(121)
    expect(world.requests.every(({ url }) => url.origin === world.server.url)).toBe(true)
    expect(world.requests.some(({ url }) => url.searchParams.has('access_token'))).toBe(false)
  })

  test('tells for which pages the person may write', async () => {
    world.shop.owner.manages(world.server.page('Só leitura'), ['ANALYZE'])
    const pages = await listPages(world.graph, await exchangeToken(world.graph, world.login()))
    expect(pages.map(({ name, mayWrite }) => [name, mayWrite])).toEqual([
      ['Loja Exemplo', true],
      ['Só leitura', false],
    ])
  })

  test('without the permission for Instagram shows no account of it', async () => {
    const [page] = await listPages(world.graph, await exchangeToken(world.graph, world.login(['instagram_basic'])))
    expect(page?.instagram).toBeUndefined()
  })
})

test('a page is subscribed with what it tells, and unsubscribed', async () => {
  const token = await world.pageToken()
  await subscribePage(world.graph, '1045', token)
  const { app, page } = world.shop
  expect(page.subscribedApps.get(app)).toContain('message_echoes')
  await unsubscribePage(world.graph, '1045', token)
  expect(page.subscribedApps.has(app)).toBe(false)
})

test('every call with a token proves the secret of the app', async () => {
  await world.talk('page')
  const withToken = world.requests.filter(({ headers }) => headers['authorization'] !== undefined)
  expect(withToken.length).toBeGreaterThan(0)
  expect(withToken.every(({ url }) => /^[0-9a-f]{64}$/.test(url.searchParams.get('appsecret_proof') ?? ''))).toBe(true)
  const [stranger] = [world.server.app('Outro')]
  await expect(listPages(world.clientOf(stranger), world.login())).rejects.toMatchObject({ code: 100 })
})

describe.each(['page', 'instagram'] as const)('a message by %s', (at) => {
  test('arrives, and its echo carries our mark', async () => {
    const { person, send } = await world.talk(at)
    const mid = await send('Bom dia!')
    await world.server.webhooks.idle()
    expect(person.inbox.last).toMatchObject({ id: mid, text: 'Bom dia!' })
  })

  test('replies to another one', async () => {
    const { person, chat, sending } = await world.talk(at)
    const { mid } = await chat.text('Quanto custa?')
    await sendPart(world.graph, { ...sending, replyTo: mid }, { text: 'R$ 10' })
    await world.server.webhooks.idle()
    expect(person.inbox.last).toMatchObject({ text: 'R$ 10', quotes: mid })
  })

  test('of a person may come within a week, another one within a day', async () => {
    const { sending } = await world.talk(at)
    await world.server.clock.turn({ days: 2 })
    await expect(sendPart(world.graph, sending, { text: 'Oi' })).rejects.toMatchObject({ code: 10, subcode: 2018278 })
    expect(await sendPart(world.graph, { ...sending, isLate: true }, { text: 'Oi' })).toEqual(expect.any(String))
    await world.server.clock.turn({ days: 6 })
    await expect(sendPart(world.graph, { ...sending, isLate: true }, { text: 'Oi' })).rejects.toMatchObject({
      remedy: { do: 'fail', reason: 'ERR_WINDOW_CLOSED' },
    })
  })

  test('is shown as read', async () => {
    const { chat, sending } = await world.talk(at)
    await act(world.graph, sending, { action: 'mark_seen' })
    expect(chat.friend.actions).toEqual([{ action: 'mark_seen' }])
  })
})

test('a file goes to Messenger as it is read, and by its address to Instagram', async () => {
  const bytes = Buffer.from('%PDF-1.7 conta')
  const open = () => Readable.from([bytes.subarray(0, 4), bytes.subarray(4)])
  const upload = { name: 'conta "1".pdf', mime: 'application/pdf', bytes: bytes.length, open }
  const { person, sending } = await world.talk('page')
  await sendPart(world.graph, sending, { kind: 'file', upload })
  await world.server.webhooks.idle()
  expect(person.inbox.last.file).toMatchObject({ bytes, mimeType: 'application/pdf', name: 'conta _1_.pdf' })

  const other = await world.talk('instagram')
  await sendPart(world.graph, other.sending, { kind: 'image', url: `${world.server.url}/picture/1045` })
  await world.server.webhooks.idle()
  expect(other.person.inbox.last).toMatchObject({ type: 'image' })
})

describe('a profile', () => {
  test('has a name and a picture', async () => {
    const { sending } = await world.talk('page')
    const other = await world.talk('instagram')
    expect(await readProfile(world.graph, 'facebook', sending)).toEqual({
      name: 'Ana Lima',
      pictureUrl: expect.stringContaining(world.server.url),
    })
    expect(await readProfile(world.graph, 'instagram', other.sending)).toMatchObject({ name: 'Ana Lima' })
  })

  test('that Meta does not show is none', async () => {
    const nobody = { name: '', pictureUrl: undefined }
    const { person, sending } = await world.talk('instagram')
    for (const code of [230, 9010, 200]) {
      person.profileFailsWith = code
      expect(await readProfile(world.graph, 'instagram', sending)).toEqual(nobody)
    }
    world.shop.app.features.delete('USER_PROFILES')
    expect(await readProfile(world.graph, 'facebook', (await world.talk('page')).sending)).toEqual(nobody)
  })
})

describe('a text that is too long', () => {
  test('is split at paragraphs, lines or words', () => {
    const paragraph = 'a'.repeat(1200)
    expect(splitText('facebook', `${paragraph}\n\n${paragraph}`)).toEqual([paragraph, paragraph])
    const words = splitText('instagram', 'ação '.repeat(400))
    expect(words.every((part) => Buffer.byteLength(part) <= 1000 && !part.startsWith(' '))).toBe(true)
    expect(words.join(' ').replaceAll(/\s+/g, ' ').trim()).toBe('ação '.repeat(400).trim())
  })

  test('is never split within a character', () => {
    const parts = splitText('instagram', '😀'.repeat(600))
    expect(parts.join('')).toBe('😀'.repeat(600))
    expect(parts.every((part) => part.isWellFormed())).toBe(true)
  })

  test('that fits stays whole, and an empty one is none', () => {
    expect(splitText('facebook', 'Oi')).toEqual(['Oi'])
    expect(splitText('facebook', '')).toEqual([])
  })
})

test('a file goes as what its network shows, as a file, or not at all', () => {
  const megabyte = 1024 * 1024
  const kind = (network: 'facebook' | 'instagram', shownAs: string, mime: string, bytes = 1000) =>
    fileKindOf(network, { shownAs, mime, bytes })
  expect(kind('facebook', 'image', 'image/png')).toBe('image')
  expect(kind('facebook', 'image', 'image/png', 9 * megabyte)).toBe('file')
  expect(kind('facebook', 'sticker', 'image/webp')).toBe('file')
  expect(kind('facebook', 'document', 'image/png')).toBe('file')
  expect(kind('facebook', 'audio', 'audio/ogg; codecs=opus')).toBe('audio')
  expect(kind('facebook', 'document', 'application/zip', 26 * megabyte)).toBeUndefined()
  expect(kind('instagram', 'audio', 'audio/ogg; codecs=opus')).toBeUndefined()
  expect(kind('instagram', 'document', 'application/pdf')).toBe('file')
  expect(kind('instagram', 'document', 'application/zip')).toBeUndefined()
})
