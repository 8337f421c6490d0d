import { type Access, type AnonymousAccess, type Endpoint, api, isAnonymous } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Caller, type Person, type World, createWorld } from '#test/world'
import { calls, sampleOf, withQuery } from './contract-input.ts'

/** Routes that are not calls of the contract. A new one must be added here deliberately (S3). */
const otherRoutes = [
  'GET /chat.js',
  'GET /chat/:token',
  'GET /docs/openapi.json',
  'GET /public/nopicture.png',
  'GET /public/company:companyId/:file',
  'GET /public/company:companyId/user/:file',
  'GET /public/company:companyId/contact/:file',
  'GET /public/company:companyId/quickMessage/:file',
  'GET /public/company:companyId/fileList/:file',
  'GET /public/company:companyId/announcements/:file',
  'GET /public/company:companyId/chats/:file',
  'GET /widget.js',
  // Of Meta.
  'GET /webhook',
  'POST /webhook',
  'GET /webhook/:connectionId',
  'POST /webhook/:connectionId',
  // Of the payment providers.
  'POST /subscription/webhook/asaas',
  'POST /subscription/webhook/efi',
  'POST /subscription/webhook/efi/pix',
]

/** Preflight requests, HEAD, and built files. */
const isPlumbing = (route: string) => route.startsWith('OPTIONS ') || route.startsWith('HEAD ') || route === 'GET /*'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

describe('the calls (S3)', () => {
  test('every call of the contract has a handler', () => {
    expect([...world.app.handled].toSorted()).toEqual(Object.keys(api).toSorted())
  })

  test('every route is a call of the contract or on the list above', () => {
    const expected = [...calls.map(([, { method, path }]) => `${method} ${path}`), ...otherRoutes]
    // Paths are not case-sensitive; the router prints them in lower case.
    const small = (routes: string[]) => routes.map((route) => route.toLowerCase()).toSorted()
    expect(small(routesOf(world).filter((route) => !isPlumbing(route)))).toEqual(small(expected))
  })

  test('all calls of people answer 401 without a token and with a forged one', async () => {
    const closed = calls.filter(([, { access }]) => !isAnonymous(access))
    expect(closed.length).toBeGreaterThan(60)
    for (const headers of [{}, { authorization: 'Bearer a.b.c' }, { authorization: 'Basic YTpi' }])
      for (const [name, endpoint] of closed) {
        const { status, body } = await send(world.anonymous, endpoint, headers)
        expect({ name, status, body }).toEqual({ name, status: 401, body: { error: 'ERR_SESSION_EXPIRED' } })
      }
  })

  test('the public calls are these', () => {
    const open = calls.filter(([, { access }]) => access === 'public').map(([name]) => name)
    expect(open.toSorted()).toEqual(
      [
        'changeOneTimePassword',
        'requestRecovery',
        'verifyRecovery',
        'finishRecovery',
        'createVisitor',
        'getTerms',
        'login',
        'pickPlans',
        'pickPublicPlans',
        'refreshToken',
        'signUp',
        'signUpOffer',
        'version',
        'webChatInfo',
      ].toSorted(),
    )
  })
})

describe('who may call what (S24)', () => {
  const levels: Record<Exclude<Access, AnonymousAccess>, string[]> = {
    expired: [
      'attendant',
      'attendant for connections',
      'attendant for real time',
      'attendant who sees more',
      'supervisor',
      'admin',
      'super',
    ],
    payer: ['admin', 'super'],
    user: [
      'attendant',
      'attendant for connections',
      'attendant for real time',
      'attendant who sees more',
      'supervisor',
      'admin',
      'super',
    ],
    manager: ['supervisor', 'admin', 'super'],
    connections: ['attendant for connections', 'admin', 'super'],
    realTime: ['attendant for real time', 'admin', 'super'],
    dashboard: ['attendant who sees more', 'admin', 'super'],
    admin: ['admin', 'super'],
    super: ['super'],
  }
  /** Calls with a rule of their own that refuses ids of another company or person. */
  const refuseForeign = new Set([
    'companyPlan',
    'getCompany',
    'setCompanyRegion',
    'setCompanySchedules',
    'companySettings',
    'updateUser',
    'setUserAvatar',
  ])
  let people: Record<string, Person>

  beforeAll(async () => {
    const company = await world.company()
    people = {
      attendant: await company.attendant(),
      'attendant for connections': await company.attendant({ allowConnections: 'enabled' }),
      'attendant for real time': await company.attendant({ allowRealTime: 'enabled' }),
      'attendant who sees more': await company.attendant({
        allTicket: 'enable',
        allowGroup: true,
        showDashboard: 'enabled',
      }),
      supervisor: await company.supervisor(),
      admin: await company.admin(),
      super: await world.operator(),
    }
  })

  // `logout` would end the session that the other calls need; it is tested with sessions.
  const guarded = calls.filter(([name, { access }]) => !isAnonymous(access) && name !== 'logout')

  test.each(guarded)('%s', async (name, endpoint) => {
    if (isAnonymous(endpoint.access)) throw new Error('not guarded')
    const allowed = new Set(levels[endpoint.access])
    for (const [who, person] of Object.entries(people)) {
      const { status } = await send(person, endpoint)
      expect({ who, isAnswer: status < 500 && ![401, 402].includes(status) }).toEqual({ who, isAnswer: true })
      const isAllowed = allowed.has(who)
      expect({ who, status }).toSatisfy(() => (isAllowed ? status !== 403 || refuseForeign.has(name) : status === 403))
    }
  })
})

describe('GET /docs/openapi.json', () => {
  test('is cached by clients and limited to thirty times a minute per address', async () => {
    const ask = (headers: Record<string, string> = {}) =>
      world.app.http.inject({ url: '/docs/openapi.json', remoteAddress: '10.30.0.1', headers })
    const first = await ask()
    expect(first).toMatchObject({ statusCode: 200, headers: { etag: expect.stringMatching(/^"[\w-]{20,}"$/) } })
    expect(await ask({ 'if-none-match': String(first.headers.etag) })).toMatchObject({ statusCode: 304, body: '' })

    const answers = await Promise.all(Array.from({ length: 60 }, () => ask()))

    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(28)
    const refused = answers.find(({ statusCode }) => statusCode === 429)
    expect(refused?.headers).toHaveProperty('retry-after')
    expect((await world.anonymous.get('/docs/openapi.json')).status).toBe(200)
  })

  test('is an OpenAPI 3.1 document of every call', async () => {
    const { status, body } = await world.anonymous.get('/docs/openapi.json')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Guichê', version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
      servers: [{ url: 'http://guiche.test' }],
    })
    const operations = Object.entries<Record<string, { operationId: string }>>(body.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [operationId, `${method.toUpperCase()} ${path}`]),
    )
    const expected = calls.map(([name, { method, path }]) => [name, `${method} ${path.replace(/:(\w+)/g, '{$1}')}`])
    expect(Object.fromEntries(operations)).toEqual({
      ...Object.fromEntries(expected),
      healthLive: 'GET /health/live',
      healthReady: 'GET /health/ready',
      getFile: 'GET /public/company{companyId}/{file}',
      getAvatar: 'GET /public/company{companyId}/user/{file}',
    })
  })

  test('documents repeated calls, conflicts and required fields', async () => {
    const { paths } = (await world.anonymous.get('/docs/openapi.json')).body
    const { post: send } = paths['/messages/{id}']
    const { post: visit } = paths['/web-chat/{token}/messages']
    const { post: open } = paths['/tickets']

    expect(send.parameters).toContainEqual({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      schema: expect.objectContaining({ type: 'string', format: 'uuid' }),
    })
    expect(visit.responses).toMatchObject({ 200: { content: visit.responses[201].content }, 201: {} })
    expect(Object.keys(paths['/web-chat/{token}/visitors'].post.responses)).toEqual(['201', 'default'])
    for (const { responses } of [open, paths['/tickets/{id}'].put])
      expect(responses[409].content['application/json'].schema.properties.error).toMatchObject({
        type: 'string',
        contentMediaType: 'application/json',
        contentSchema: { properties: { uuid: {}, user: {}, queue: {} } },
      })
    expect(
      [open, visit, paths['/users/{id}/media-upload'].post].map(({ requestBody }) => requestBody.required),
    ).toEqual([true, true, true])
    expect(paths['/tickets/{id}'].put.requestBody.required).toBe(false)
  })

  test('names every parameter of a path, and has answers, access rules and valid references', async () => {
    const { body } = await world.anonymous.get('/docs/openapi.json')
    for (const [path, methods] of Object.entries<Record<string, Operation>>(body.paths))
      for (const operation of Object.values(methods)) {
        const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
        expect(inPath.map(({ name }) => name)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
        expect(inPath.every(({ required }) => required)).toBe(true)
        expect(path.startsWith('/health/') || 'default' in operation.responses).toBe(true)
        for (const scheme of (operation.security ?? []).flatMap((one) => Object.keys(one)))
          expect(Object.keys(body.components.securitySchemes)).toContain(scheme)
      }
    const references = [...JSON.stringify(body).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference)
    const named = Object.keys(body.components.schemas).map((name) => `#/components/schemas/${name}`)
    expect(new Set(references)).toEqual(new Set(named))
    expect(named).toContain('#/components/schemas/Error')
  })
})

interface Operation {
  parameters: { name: string; in: string; required: boolean }[]
  responses: Record<string, unknown>
  security?: Record<string, string[]>[]
}

function send(caller: Caller, endpoint: Endpoint, headers: Record<string, string> = {}): Promise<Answer> {
  const sample = sampleOf(endpoint)
  const url = withQuery(sample)
  if (endpoint.form && !endpoint.body)
    return caller.upload(url, {}, [{ field: 'file', name: 'a.txt', type: 'text/plain', data: 'a' }], { headers })
  if (sample.method === 'GET') return caller.get(url, { headers })
  if (sample.method === 'DELETE') return caller.delete(url, { headers })
  return sample.method === 'POST'
    ? caller.post(url, sample.body, { headers })
    : caller.put(url, sample.body, { headers })
}

/** `GET /path` of each route, parsed from the router's printed tree. */
function routesOf({ app }: World): string[] {
  const routes: string[] = []
  const above: string[] = []
  for (const line of app.http.printRoutes({ commonPrefix: false }).split('\n')) {
    const match = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line)
    if (!match) continue
    const [, indent = '', part = '', methods = ''] = match
    const depth = indent.length / 4
    above.length = depth
    above[depth] = part
    for (const method of methods.split(', ').filter(Boolean)) routes.push(`${method} ${above.join('')}`)
  }
  return routes.toSorted()
}
