import { type BotServer, createBotServer } from '@guiche/bot-testserver'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { assertNoProblems } from '#test/services/no-problems'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'
import { createOutside } from '#platform/outside/outside'

let server: BotServer
let world: World
let company: Company
let admin: Person
beforeAll(async () => {
  server = await createBotServer()
  const { ask, check } = createOutside({ insideHosts: server.hosts })
  const { dialogflow, googleToken: token } = server.addresses
  world = await createWorld({ outside: { ask, check }, google: { dialogflow, token } })
  company = await world.company()
  admin = await company.admin()
})
afterEach(() => {
  assertNoProblems(server)
  server.clear()
})
afterAll(async () => {
  await world.close()
  await server.stop()
})

const typebot = (fields: Record<string, unknown> = {}) => ({
  type: 'typebot',
  name: 'Robô',
  urlN8N: server.addresses.typebot,
  typebotSlug: 'choice',
  ...fields,
})
const flow = (fields: Record<string, unknown> = {}) => ({
  type: 'n8n',
  name: 'Fluxo',
  urlN8N: server.n8n.productionUrl('flow'),
  ...fields,
})
const agent = (fields: Record<string, unknown> = {}) => ({
  type: 'dialogflow',
  name: 'Lia',
  jsonContent: JSON.stringify(server.dialogflow.serviceAccount),
  ...fields,
})
const attempt = (fields: Record<string, unknown>) => admin.post('/queueIntegration/test', fields)

test('a Typebot is tried before it is stored, and shows request, answer and time', async () => {
  const { status, body } = await attempt(typebot())

  expect(status).toBe(200)
  expect(body).toMatchObject({
    outcome: 'answered',
    request: { method: 'POST', url: `${server.addresses.typebot}/api/v1/typebots/choice/startChat` },
    answer: { status: 200, body: expect.stringContaining('Com qual setor') },
    texts: ['Com qual setor você quer falar?\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte'],
    took: expect.any(Number),
  })
  expect((await admin.get('/queueIntegration')).body.count).toBe(0)
})

test('a flow gets the envelope, and its answer is shown', async () => {
  server.n8n.workflow('flow', { respond: { mode: 'lastNode', items: [{ output: 'Olá' }] } })

  const { body } = await attempt(flow())
  expect(body).toMatchObject({ outcome: 'answered', answer: { status: 200, body: '{"output":"Olá"}' }, texts: ['Olá'] })
  expect(JSON.parse(body.request.body)).toMatchObject({ version: 1, message: { body: 'Oi' } })
})

test('Dialogflow is asked with the service account, which is not shown', async () => {
  const answer = await attempt(agent({ name: 'Lia' }))

  expect(answer.body).toMatchObject({ outcome: 'answered', texts: ['*Lia:* Olá! Como posso ajudar?'] })
  expect(JSON.stringify(answer.body)).not.toMatch(/PRIVATE KEY|ya29|assertion/)
})

test('a stored integration is tried with its secrets, which stay at their server', async () => {
  server.n8n.workflow('flow', {
    authentication: { kind: 'header', name: 'authorization', value: 'Bearer do-fluxo-1234' },
  })
  const stored = (await admin.post('/queueIntegration', flow({ authorization: 'Bearer do-fluxo-1234' }))).body

  expect((await attempt({ ...stored, id: stored.id })).body).toMatchObject({ outcome: 'answered' })
  const elsewhere = `${server.addresses.typebot}/api/v1/typebots/echo/startChat`
  await attempt({ ...stored, urlN8N: elsewhere })
  const [asked] = server.typebot.side.requests.take()
  expect(asked?.headers).not.toHaveProperty('authorization')
  await admin.delete(`/queueIntegration/${stored.id}`)
})

test('a flow that sends the headers of the call back does not show the stored login', async () => {
  const authorization = 'Bearer devolvido-"1234"'
  server.n8n.workflow('flow', { respond: { mode: 'lastNode', items: [{ output: 'Olá', headers: { authorization } }] } })
  const stored = (await admin.post('/queueIntegration', flow({ name: 'Eco', authorization }))).body

  const { body } = await attempt({ ...stored, id: stored.id })
  expect(body).toMatchObject({ outcome: 'answered', texts: ['Olá'] })
  expect(JSON.stringify(body)).not.toContain('devolvido')
  await admin.delete(`/queueIntegration/${stored.id}`)
})

test.each([
  ['a flow that is switched off', () => flow({ urlN8N: server.n8n.productionUrl('off') }), 'inactive'],
  ['a bot that is not there', () => typebot({ typebotSlug: 'nobody' }), 'inactive'],
  ['a server that is not there', () => flow({ urlN8N: 'http://8.8.8.8/webhook' }), 'unreachable'],
] as const)('%s is told as such', async (_what, fields, outcome) => {
  if (outcome === 'unreachable') server.n8n.side.faults.plan({ kind: 'reset' }, { times: 3 })
  const body = outcome === 'unreachable' ? flow() : fields()

  expect((await attempt(body)).body).toMatchObject({ outcome })
})

test('what existing clients ask of Dialogflow is answered in their form', async () => {
  const { serviceAccount } = server.dialogflow
  const session = {
    projectName: serviceAccount.project_id,
    jsonContent: JSON.stringify(serviceAccount),
    language: 'pt-BR',
  }

  expect(await admin.post('/queueIntegration/testSession', session)).toMatchObject({
    status: 200,
    body: { messages: ['Olá! Como posso ajudar?'] },
  })
  const stored = (await admin.post('/queueIntegration', agent())).body
  expect(
    (await admin.post('/queueIntegration/testsession', { ...session, jsonContent: stored.jsonContent })).status,
  ).toBe(200)

  server.dialogflow.state = 'noRole'
  expect((await admin.post('/queueIntegration/testSession', session)).body.error).toBe('ERR_TEST_SESSION_DIALOG')
  server.dialogflow.state = 'noAgent'
  expect((await admin.post('/queueIntegration/testSession', session)).body.error).toBe('ERR_TEST_REPLY_DIALOG')
  server.dialogflow.state = 'ready'
  expect((await admin.post('/queueIntegration/testSession', { ...session, jsonContent: '{}' })).body.error).toBe(
    'ERR_SERVICE_ACCOUNT',
  )
})

test('what an agent says to an existing client is told to the admins of the company only', async () => {
  const boss = await (await world.company()).admin()
  const stranger = await (await world.company()).admin()
  const [near, far] = [await boss.listen(), await stranger.listen()]
  const { serviceAccount } = server.dialogflow

  const { body: response } = await boss.post('/queueIntegration/testSession', {
    projectName: serviceAccount.project_id,
    jsonContent: JSON.stringify(serviceAccount),
    language: 'pt-BR',
  })

  await eventually(() =>
    expect(near.of('integration').map(({ payload }) => payload)).toEqual([{ action: 'testSession', response }]),
  )
  expect(far.of('integration')).toEqual([])
})

test('an address inside is not called, and others cannot try', async () => {
  expect(await attempt(flow({ urlN8N: 'http://169.254.169.254/latest' }))).toMatchObject({
    status: 400,
    body: { error: 'ERR_URL_NOT_ALLOWED' },
  })
  expect((await (await company.attendant()).post('/queueIntegration/test', flow())).status).toBe(403)
  const foreign = await (await world.company()).admin()
  const stored = (await admin.post('/queueIntegration', flow({ name: 'Minha' }))).body
  expect(await foreign.post('/queueIntegration/test', { ...stored })).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_INTEGRATION_FOUND' },
  })
})

test('tries are limited', async () => {
  const boss = await (await world.company()).admin()
  const statuses = []
  for (let nth = 0; nth < 31; nth += 1) statuses.push((await boss.post('/queueIntegration/test', typebot())).status)

  expect(statuses.slice(0, 30).every((status) => status === 200)).toBe(true)
  expect(statuses[30]).toBe(429)
})
