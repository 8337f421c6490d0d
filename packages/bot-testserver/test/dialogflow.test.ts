import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createOgg } from '../src/index.ts'
import { type Assertion, askForToken, assertionOf } from './google-client.ts'
import { type Answered, answered, post, testWorld } from './world.ts'

const world = testWorld()

const account = () => world.server.dialogflow.serviceAccount

function login(change: Assertion = {}): Promise<Answered> {
  const { dialogflow, clock } = world.server
  return askForToken(dialogflow.tokenUrl, assertionOf(account(), clock.now(), change))
}

const token = async () => String((await login()).body['access_token'])

const asked = (text: string) => ({ queryInput: { text: { text, languageCode: 'pt-BR' } } })

interface Asking {
  session?: string
  project?: string
  by?: string
  place?: string
}

async function ask(body: object, { session = randomUUID(), project, by, place = '' }: Asking = {}): Promise<Answered> {
  const path = `/v2/projects/${project ?? account().project_id}${place}/agent/sessions/${session}:detectIntent`
  return post(world.server.dialogflow.url + path, body, { authorization: `Bearer ${by ?? (await token())}` })
}

const said = async (text: string, session: string) => {
  const { body } = await ask(asked(text), { session })
  return body['queryResult']
}

describe("Google's token call", () => {
  test('gives out a token of an hour for a signed assertion', async () => {
    expect(await login()).toMatchObject({
      status: 200,
      body: { access_token: expect.stringMatching(/^ya29\./), expires_in: 3599, token_type: 'Bearer' },
    })
    expect((await login({ claims: { scope: 'https://www.googleapis.com/auth/cloud-platform' } })).status).toBe(200)
  })

  const seconds = () => Math.floor(world.server.clock.now().getTime() / 1000)
  const other = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })

  test.each<[string, () => Assertion, string]>([
    ['by another key', () => ({ privateKey: other.privateKey }), 'invalid_grant'],
    ['with another key id', () => ({ header: { kid: 'x' } }), 'invalid_grant'],
    ['without an algorithm', () => ({ header: { alg: 'none' } }), 'invalid_grant'],
    ['with another algorithm', () => ({ header: { alg: 'HS256' } }), 'invalid_grant'],
    ['by another account', () => ({ claims: { iss: 'x@example.com' } }), 'invalid_grant'],
    ['for another audience', () => ({ claims: { aud: world.server.dialogflow.tokenUrl } }), 'invalid_grant'],
    ['of yesterday', () => ({ claims: { iat: seconds() - 90_000, exp: seconds() - 86_400 } }), 'invalid_grant'],
    ['of tomorrow', () => ({ claims: { iat: seconds() + 86_400, exp: seconds() + 90_000 } }), 'invalid_grant'],
    ['for two hours', () => ({ claims: { exp: seconds() + 7200 } }), 'invalid_grant'],
    ['without a time', () => ({ claims: { iat: undefined } }), 'invalid_grant'],
    ['for another scope', () => ({ claims: { scope: 'https://www.googleapis.com/auth/drive' } }), 'invalid_scope'],
  ])('refuses an assertion %s', async (_name, change, error) => {
    expect(await login(change())).toMatchObject({ status: 400, body: { error, error_description: expect.any(String) } })
  })

  test('refuses what is no assertion, another grant, and another form', async () => {
    const { dialogflow, clock } = world.server
    expect((await askForToken(dialogflow.tokenUrl, 'a.b')).body['error']).toBe('invalid_grant')
    const assertion = assertionOf(account(), clock.now())
    expect((await askForToken(dialogflow.tokenUrl, assertion, 'password')).body['error']).toBe('unsupported_grant_type')
    expect((await post(dialogflow.tokenUrl, { assertion })).body['error']).toBe('invalid_request')
  })

  test('a key that was deleted signs nothing any more, but its tokens stay', async () => {
    const by = await token()
    world.server.dialogflow.revokeKey()
    expect((await login()).body['error_description']).toBe('Invalid JWT Signature.')
    expect((await ask(asked('Oi'), { by })).status).toBe(200)
    world.server.dialogflow.restoreKey()
    expect((await login()).status).toBe(200)
  })
})

describe('detectIntent', () => {
  test('takes the documented body and answers with the documented one', async () => {
    const body = { ...asked('Qual o horário?'), queryParams: { timeZone: 'America/Sao_Paulo' } }
    expect(await ask(body)).toMatchObject({
      status: 200,
      body: {
        responseId: expect.any(String),
        queryResult: {
          queryText: 'Qual o horário?',
          languageCode: 'pt-br',
          action: '',
          parameters: {},
          allRequiredParamsPresent: true,
          fulfillmentText: 'Das 8h às 18h.',
          fulfillmentMessages: [{ text: { text: ['Das 8h às 18h.'] } }],
          outputContexts: [],
          intent: { name: 'projects/guiche-demo/agent/intents/Horario', displayName: 'Horario' },
          intentDetectionConfidence: 0.87,
        },
      },
    })
  })

  test('does not mind case and accents, and falls back when it understands nothing', async () => {
    expect(await said('QUAL O HORARIO', 'a')).toMatchObject({ intent: { displayName: 'Horario' } })
    expect(await said('Quanto custa um elefante?', 'a')).toMatchObject({
      intent: { displayName: 'Default Fallback Intent', isFallback: true },
      action: 'input.unknown',
      fulfillmentText: 'Desculpe, não entendi.',
    })
  })

  test('ends a conversation', async () => {
    expect(await said('tchau', 'a')).toMatchObject({
      intent: { endInteraction: true },
      diagnosticInfo: { end_conversation: true },
    })
  })

  test('answers with every kind of message, with parameters, and with nothing', async () => {
    const fulfillmentMessages = [
      { text: { text: ['Veja o catálogo.'] } },
      { image: { imageUri: expect.any(String) } },
      { quickReplies: { title: expect.any(String), quickReplies: ['Sapatos', 'Bolsas'] } },
      {
        card: {
          title: 'Sapato azul',
          subtitle: 'R$ 199,90',
          imageUri: expect.any(String),
          buttons: [{ text: 'Comprar', postback: expect.any(String) }],
        },
      },
      { payload: { kind: 'catalogue' } },
      { platform: 'FACEBOOK', text: { text: [expect.any(String)] } },
    ]
    expect(await said('catálogo', 'a')).toMatchObject({ fulfillmentMessages })
    expect(await said('foto', 'a')).toMatchObject({ parameters: { image: expect.any(String), react: '👍' } })
    expect(await said('silêncio', 'a')).toMatchObject({ fulfillmentText: '', fulfillmentMessages: [] })
  })

  test('remembers contexts of a session for twenty minutes', async () => {
    const understands = { intent: { displayName: 'Agendar - dia' } }
    expect(await said('quero agendar', 'b')).toMatchObject({
      outputContexts: [{ name: expect.stringMatching(/sessions\/b\/contexts\/agendar-dia$/), lifespanCount: 2 }],
    })
    expect(await said('amanhã', 'c')).not.toMatchObject(understands)
    expect(await said('amanhã', 'b')).toMatchObject(understands)
    await said('quero agendar', 'd')
    world.server.clock.turn({ minutes: 21 })
    expect(await said('amanhã', 'd')).not.toMatchObject(understands)
  })

  test('hears recordings in Ogg with Opus of up to a minute', async () => {
    const audioConfig = { audioEncoding: 'AUDIO_ENCODING_OGG_OPUS', sampleRateHertz: 16000, languageCode: 'pt-BR' }
    const hear = (file: Buffer) => ask({ queryInput: { audioConfig }, inputAudio: file.toString('base64') })
    const ogg = (seconds: number) => createOgg({ spoken: 'Qual o horário?', seconds, sampleRate: 16_000 })
    expect((await hear(ogg(2))).body).toMatchObject({ queryResult: { queryText: 'Qual o horário?' } })
    expect((await hear(ogg(61))).status).toBe(400)
    expect((await hear(Buffer.from('nothing'))).status).toBe(400)
    expect((await ask({ queryInput: { audioConfig } })).status).toBe(400)
  })

  test.each([
    [asked('x'.repeat(257)), {}],
    [asked(''), {}],
    [{ queryInput: { text: { text: 'Oi' } } }, {}],
    [{}, {}],
    [asked('Oi'), { session: 'x'.repeat(37) }],
  ])('refuses %j', async (body, asking) => {
    expect(await ask(body, asking)).toMatchObject({
      status: 400,
      body: { error: { code: 400, status: 'INVALID_ARGUMENT', message: expect.any(String) } },
    })
  })

  test('refuses a token that is wrong, and one after an hour', async () => {
    const unauthenticated = { status: 401, body: { error: { status: 'UNAUTHENTICATED' } } }
    expect(await ask(asked('Oi'), { by: 'wrong' })).toMatchObject(unauthenticated)
    const by = await token()
    world.server.clock.turn({ minutes: 61 })
    expect(await ask(asked('Oi'), { by })).toMatchObject(unauthenticated)
    const other = await token()
    world.server.dialogflow.tokens.expire()
    expect(await ask(asked('Oi'), { by: other })).toMatchObject(unauthenticated)
  })

  test.each([
    ['apiDisabled', 403, 'PERMISSION_DENIED'],
    ['noRole', 403, 'PERMISSION_DENIED'],
    ['noAgent', 404, 'NOT_FOUND'],
    ['quotaExceeded', 429, 'RESOURCE_EXHAUSTED'],
  ] as const)('tells that the project is not ready: %s', async (state, status, name) => {
    const { dialogflow } = world.server
    dialogflow.state = state
    expect(await ask(asked('Oi'))).toMatchObject({ status, body: { error: { code: status, status: name } } })
    dialogflow.state = 'ready'
    expect((await ask(asked('Oi'))).status).toBe(200)
  })

  test('denies the project of somebody else', async () => {
    expect((await ask(asked('Oi'), { project: 'other' })).status).toBe(403)
  })

  test('finds an agent at its location only', async () => {
    const { dialogflow } = world.server
    expect((await ask(asked('Oi'), { place: '/locations/global' })).status).toBe(200)
    expect((await ask(asked('Oi'), { place: '/locations/us' })).status).toBe(404)
    dialogflow.location = 'us'
    expect((await ask(asked('Oi'), { place: '/locations/us' })).status).toBe(200)
    expect((await ask(asked('Oi'))).status).toBe(404)
    dialogflow.location = 'global'
  })

  test('learns what a test teaches it', async () => {
    world.server.dialogflow.agent.teach({ name: 'Preço', phrases: ['quanto custa'], texts: ['R$ 10,00'] })
    expect(await said('Quanto custa?', 'e')).toMatchObject({ fulfillmentText: 'R$ 10,00' })
    world.server.dialogflow.agent.teach({ name: 'Preço', phrases: ['quanto custa'], texts: ['R$ 20,00'] })
    expect(await said('Quanto custa?', 'e')).toMatchObject({ fulfillmentText: 'R$ 20,00' })
  })
})

test('the file of the service account has the documented form', async () => {
  expect(account()).toMatchObject({
    type: 'service_account',
    project_id: 'guiche-demo',
    private_key: expect.stringMatching(/^-----BEGIN PRIVATE KEY-----/),
    token_uri: 'https://oauth2.googleapis.com/token',
  })
})

test('another method of a session is unknown', async () => {
  const path = `/v2/projects/${account().project_id}/agent/sessions/a:streamingDetectIntent`
  const response = await fetch(world.server.dialogflow.url + path, { method: 'POST' })
  expect((await answered(response)).status).toBe(404)
})
