import { describe, expect, test } from 'vitest'
import { differencesOf } from '../src/description/check-exchange.ts'
import { describedCalls } from '../src/description/described-calls.ts'
import { post } from '../src/description/messages.ts'
import { newTemplate, reply } from './printed/sends.ts'
import { type Answered, testWorld } from './world.ts'

const world = testWorld()
const to = '5511987654321'
const product = { messaging_product: 'whatsapp' }

const onNumber = (method: string, edge = '', body?: object) =>
  world.call(method, `/${world.shop.number.id}${edge}`, body ? { body: { ...product, ...body } } : {})
const onAccount = (method: string, edge = '', body?: object) =>
  world.call(method, `/${world.shop.account.id}${edge}`, body ? { body } : {})
const onBusiness = (edge = '') => world.call('GET', `/${world.shop.business.id}${edge}`)

const ana = () => world.server.person(to, 'Ana').chat(world.shop.number)

function upload(): Promise<Answered> {
  const form = new FormData()
  form.set('messaging_product', 'whatsapp')
  form.set('file', new Blob(['a picture'], { type: 'image/jpeg' }), 'a.jpg')
  return world.call('POST', `/${world.shop.number.id}/media`, { form })
}

/** Asks about what a call has made. */
const onMade = async (making: Promise<Answered>, method: string, body?: object) =>
  world.call(method, `/${String((await making).body['id'])}`, body ? { body } : {})

const create = () => onAccount('POST', '/message_templates', newTemplate)

/** A template that may be edited. */
async function approved(): Promise<Answered> {
  const made = await create()
  await world.shop.account.template(newTemplate.name).approve()
  return made
}

async function blockAna(method: 'POST' | 'DELETE'): Promise<Answered> {
  await ana().text('Oi')
  const blocked = await onNumber('POST', '/block_users', { block_users: [{ user: to }] })
  return method === 'POST' ? blocked : onNumber('DELETE', '/block_users', { block_users: [{ user: to }] })
}

async function listBlocked(): Promise<Answered> {
  await blockAna('POST')
  return onNumber('GET', '/block_users')
}

const calls: Record<string, () => Promise<Answered>> = {
  'business GET ': () => onBusiness(),
  'business GET owned_whatsapp_business_accounts': () => onBusiness('/owned_whatsapp_business_accounts'),
  'account GET ': () =>
    onAccount('GET', '?fields=id,name,timezone_id,account_review_status,business_verification_status'),
  'account GET phone_numbers': () => onAccount('GET', '/phone_numbers?limit=100'),
  'account POST subscribed_apps': () => onAccount('POST', '/subscribed_apps'),
  'account GET subscribed_apps': () => onAccount('GET', '/subscribed_apps'),
  'account DELETE subscribed_apps': () => onAccount('DELETE', '/subscribed_apps'),
  'account GET message_templates': async () => {
    await create()
    return onAccount('GET', '/message_templates')
  },
  'account POST message_templates': create,
  'account DELETE message_templates': async () => {
    await create()
    return onAccount('DELETE', `/message_templates?name=${newTemplate.name}`)
  },
  'template GET ': () => onMade(create(), 'GET'),
  'template POST ': () => onMade(approved(), 'POST', { components: newTemplate.components }),
  'number GET ': () => onNumber('GET'),
  'number POST ': () => onNumber('POST', '', { pin: '123456' }),
  'number POST messages': () => world.send(reply),
  'number POST media': upload,
  'number POST register': () => onNumber('POST', '/register', { pin: '123456' }),
  'number POST deregister': () => onNumber('POST', '/deregister'),
  'number GET whatsapp_business_profile': () => onNumber('GET', '/whatsapp_business_profile'),
  'number POST whatsapp_business_profile': () => onNumber('POST', '/whatsapp_business_profile', { about: 'Loja' }),
  'number GET block_users': listBlocked,
  'number POST block_users': () => blockAna('POST'),
  'number DELETE block_users': () => blockAna('DELETE'),
  'media GET ': () => onMade(upload(), 'GET'),
  'media DELETE ': () => onMade(upload(), 'DELETE'),
}

describe("a call of Meta's description", () => {
  test.each(Object.entries(calls))('agrees with it: %s', async (_name, call) => {
    expect((await call()).status).toBe(200)
  })

  test('is tried above, each of them', () => {
    const described = Object.entries(describedCalls).flatMap(([kind, ofKind]) =>
      Object.keys(ofKind).map((call) => `${kind} ${call}`),
    )
    expect(Object.keys(calls).toSorted()).toEqual(described.toSorted())
  })
})

describe('an exchange that differs', () => {
  test('is told if a request was accepted', async () => {
    const components = [{ type: 'BODY', parameters: [] }]
    await onAccount('POST', '/message_templates', { ...newTemplate, name: 'aviso', components: [plain] })
    await world.shop.account.template('aviso').approve()
    await ana().text('Oi')
    await world.send({ to, type: 'template', template: { name: 'aviso', language: { code: 'pt_BR' }, components } })
    expect(world.server.problems).toHaveLength(1)
    world.expectedProblems = [
      expect.stringContaining(
        "differs from Meta's description: POST number/messages, request: template.components.0.type",
      ),
    ]
  })

  test('is told if the answer is wrong', async () => {
    world.shop.number.profile = { about: 'x'.repeat(140) }
    await onNumber('GET', '/whatsapp_business_profile?fields=about')
    world.expectedProblems = [expect.stringContaining('GET number/whatsapp_business_profile, answer 200: data.0.about')]
  })

  test('is no problem if the request was refused, or the answer is a fault of the test', async () => {
    expect((await world.send({ to, type: 'poll', poll: {} })).status).toBe(400)
    world.server.faults.answer(200, { body: { anything: true } })
    expect((await world.send(reply)).body).toEqual({ anything: true })
  })
})

describe('the comparison finds the differences of', () => {
  const accepted = { ...product, contacts: [{ input: to }], messages: [{ id: 'wamid.A' }] }
  const differences = (params: Record<string, unknown>, body: object, status = 200) =>
    differencesOf(post({ params }), { params, files: new Map() }, { status, body })

  test.each([
    ['a message without a fault', { ...product, ...reply }, accepted, []],
    ['a type that it does not know', { ...product, to, type: 'poll', poll: {} }, accepted, ['request: type']],
    ['a file from two places', withImage({ id: '1', link: 'https://example.com/a.jpg' }), accepted, ['request: image']],
    ['an answer without messages', { ...product, ...reply }, product, ['answer 200: contacts', 'answer 200: messages']],
    [
      'a mark with the answer of a message',
      { ...product, status: 'read', message_id: 'wamid.A' },
      accepted,
      ['answer 200: success'],
    ],
  ])('%s', (_name, params, body, expected) => {
    expect(differences(params, body)).toEqual(expected.map((place) => expect.stringContaining(`${place}: `)))
  })

  test('a refusal without a code', () => {
    expect(differences({ ...product, ...reply }, { error: { message: 'No', type: 'OAuthException' } }, 400)).toEqual([
      expect.stringContaining('answer 400: error.code'),
    ])
  })
})

const plain = { type: 'BODY', text: 'Sua loja abre hoje.' }

function withImage(image: object) {
  return { ...product, to, type: 'image', image }
}
