import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { limits } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insideAddresses, resolveName } from '#test/services/inside-addresses'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'
import { createOutside } from '#platform/outside/outside'
import { readSecrets } from './secrets.ts'

let world: World
let company: Company
let admin: Person
let ana: Person
let stranger: Person
beforeAll(async () => {
  world = await createWorld({ outside: { check: createOutside({ resolve: resolveName }).check } })
  company = await world.company()
  ;[admin, ana] = await Promise.all([company.admin(), company.attendant()])
  stranger = await (await world.company()).admin()
})
afterAll(() => world.close())

const mark = () => randomBytes(5).toString('hex')
const url = 'https://bots.example/webhook/vendas'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const accountFile = (fields: Record<string, unknown> = {}) =>
  JSON.stringify({
    type: 'service_account',
    project_id: 'loja-1',
    private_key_id: 'k1',
    private_key: pem,
    client_email: 'robo@loja-1.iam.gserviceaccount.com',
    token_uri: 'http://169.254.169.254/token',
    ...fields,
  })

async function made(fields: Record<string, unknown> = {}) {
  const answer = await admin.post('/queueIntegration', {
    type: 'webhook',
    name: `Robô ${mark()}`,
    urlN8N: url,
    ...fields,
  })
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}

const secretsOf = (id: number) =>
  world.app.deps.units.read({ kind: 'system', companyId: company.id }, (ctx) =>
    readSecrets(ctx, world.app.deps.keys.secretsAtRest, id),
  )

describe('an integration', () => {
  test('is created as existing clients send it, with the documented defaults', async () => {
    const name = `Vendas ${mark()}`
    const { status, body } = await admin.post('/queueIntegration', {
      type: 'typebot',
      name: `  ${name} `,
      projectName: name,
      jsonContent: '',
      language: '',
      urlN8N: 'https://typebot.example',
      typebotSlug: 'vendas',
      typebotKeywordFinish: '',
      typebotKeywordRestart: '',
      typebotUnknownMessage: '',
      typebotRestartMessage: '',
    })

    expect(status).toBe(200)
    expect(body).toMatchObject({
      companyId: company.id,
      type: 'typebot',
      name,
      projectName: name,
      urlN8N: 'https://typebot.example',
      typebotSlug: 'vendas',
      typebotExpires: 1,
      typebotDelayMessage: 1000,
      typebotKeywordFinish: '',
      signingSecret: '',
    })
    expect((await admin.get(`/queueIntegration/${body.id}`)).body).toEqual(body)
    const page = (await admin.get(`/queueIntegration/?searchParam=${name}&pageNumber=1`)).body
    expect(page).toEqual({ queueIntegrations: [body], integrations: [body], count: 1, hasMore: false })
    expect((await ana.get('/queueIntegration/list')).body).toContainEqual({ id: body.id, name, type: 'typebot' })
  })

  test('is changed field by field, which is answered with 201, and deleted', async () => {
    const { id, name } = await made({ type: 'typebot', urlN8N: 'https://typebot.example', typebotSlug: 'a' })

    const changed = await admin.put(`/queueIntegration/${id}`, { typebotSlug: 'b', typebotExpires: 0 })
    expect(changed).toMatchObject({
      status: 201,
      body: { name, typebotSlug: 'b', typebotExpires: 0, typebotDelayMessage: 1000 },
    })
    expect(await admin.delete(`/queueIntegration/${id}`)).toMatchObject({ status: 200, body: {} })
    expect(await admin.get(`/queueIntegration/${id}`)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_INTEGRATION_FOUND' },
    })
  })

  test('keeps nothing of the type that it had before', async () => {
    const { id } = await made({ authorization: 'Bearer um-segredo-longo' })

    const { body } = await admin.put(`/queueIntegration/${id}`, {
      type: 'typebot',
      urlN8N: 'https://typebot.example',
      typebotSlug: 'a',
    })

    expect(body).toMatchObject({ type: 'typebot', authorization: '', signingSecret: '' })
    expect(await secretsOf(id)).toEqual({ serviceAccount: '', signingSecret: '', authorization: '' })
  })

  test.each([
    ['a name of one letter', { name: 'a' }, 'body.name', 'tooShort'],
    ['a name of 51 letters', { name: 'a'.repeat(51) }, 'body.name', 'tooLong'],
    ['a webhook without an address', { urlN8N: '' }, 'body.urlN8N', 'required'],
    ['n8n without an address', { type: 'n8n', urlN8N: null }, 'body.urlN8N', 'required'],
    ['a typebot without its name at the server', { type: 'typebot' }, 'body.typebotSlug', 'required'],
    ['Dialogflow without a service account', { type: 'dialogflow' }, 'body.jsonContent', 'required'],
    ['two headers in one', { authorization: 'Basic a\r\nX-Other: b' }, 'body.authorization', 'invalid'],
    [
      'a project that leaves its place in the address',
      { type: 'dialogflow', jsonContent: accountFile(), projectName: '../../other' },
      'body.projectName',
      'invalid',
    ],
    [
      'a region that is another host',
      { type: 'dialogflow', jsonContent: accountFile(), location: 'evil.example/' },
      'body.location',
      'invalid',
    ],
  ])('is refused with %s', async (_what, fields, path, message) => {
    const answer = await admin.post('/queueIntegration', { type: 'webhook', name: mark(), urlN8N: url, ...fields })

    expect(answer).toMatchObject({
      status: 400,
      body: {
        error: 'ERR_VALIDATION',
        details: { issues: expect.arrayContaining([expect.objectContaining({ path, message })]) },
      },
    })
  })

  test.each([
    ['text', 'isto não é JSON'],
    ['JSON of something else', '{"type":"authorized_user"}'],
    [
      'a key that is none',
      accountFile({ private_key: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----' }),
    ],
    ['no address', accountFile({ client_email: '' })],
  ])('of Dialogflow is refused with %s instead of a service account', async (_what, jsonContent) => {
    const answer = await admin.post('/queueIntegration', { type: 'dialogflow', name: mark(), jsonContent })

    expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_SERVICE_ACCOUNT' } })
  })

  test('has a name of its own in the company', async () => {
    const { name } = await made()
    const taken = { status: 400, body: { error: 'ERR_NAME_ALREADY_EXISTS' } }
    const other = await made()

    expect(await admin.post('/queueIntegration', { type: 'webhook', name, urlN8N: url })).toMatchObject(taken)
    expect(await admin.put(`/queueIntegration/${other.id}`, { name })).toMatchObject(taken)
    expect(await stranger.post('/queueIntegration', { type: 'webhook', name, urlN8N: url })).toMatchObject({
      status: 200,
    })
  })

  test('is refused when the company has as many as are allowed', async () => {
    const shop = await world.company()
    const boss = await shop.admin()
    await shop.sql(
      `insert into queue_integrations (company_id, type, name) select $1, 'webhook', 'Robô ' || n from generate_series(1, $2) n`,
      [shop.id, limits.integrationsPerCompany],
    )

    expect(await boss.post('/queueIntegration', { type: 'webhook', name: 'Mais um', urlN8N: url })).toMatchObject({
      status: 400,
      body: { error: 'ERR_INTEGRATION_LIMIT' },
    })
  })
})

describe('the address of an integration (S58)', () => {
  const refused = { status: 400, body: { error: 'ERR_URL_NOT_ALLOWED' } }

  test.each(['typebot', 'n8n', 'webhook', 'dialogflow'])('of %s is refused if it is not outside', async (type) => {
    const { id } = await made({ type: 'n8n' })
    for (const urlN8N of insideAddresses) {
      const body = { type, name: mark(), urlN8N, typebotSlug: 'a', jsonContent: accountFile() }
      expect({ urlN8N, ...(await admin.post('/queueIntegration', body)) }).toMatchObject(refused)
      expect({ urlN8N, ...(await admin.put(`/queueIntegration/${id}`, { urlN8N })) }).toMatchObject(refused)
    }
    expect((await admin.get(`/queueIntegration/${id}`)).body).toMatchObject({ urlN8N: url })
  })

  test('whose name leads nowhere is told as mistyped, unless it could be a name inside', async () => {
    const save = (urlN8N: string) => admin.post('/queueIntegration', { type: 'n8n', name: mark(), urlN8N })
    expect(await save('https://mistyped.example/a')).toMatchObject({
      status: 400,
      body: { error: 'ERR_URL_NOT_FOUND' },
    })
    expect(await save('http://printer.lan')).toMatchObject(refused)
  })

  test('may be of http or https', async () => {
    expect(await made({ urlN8N: 'http://bots.example/webhook/a?b=c' })).toMatchObject({
      urlN8N: 'http://bots.example/webhook/a?b=c',
    })
  })
})

describe('the secrets of an integration (S62, S63)', () => {
  test('are sealed, and shown as a mask with their end only', async () => {
    const body = await made({
      type: 'n8n',
      authorization: 'Bearer token-de-n8n-1234',
      signingSecret: 'assina-as-mensagens',
    })
    const file = accountFile()
    const dialogflow = await made({ type: 'dialogflow', jsonContent: file, projectName: 'loja-1' })

    expect(body).toMatchObject({ authorization: '••••1234', signingSecret: '••••gens' })
    expect(dialogflow).toMatchObject({
      jsonContent: '••••',
      serviceAccount: 'robo@loja-1.iam.gserviceaccount.com',
      language: 'pt-BR',
    })
    expect(await secretsOf(body.id)).toMatchObject({
      authorization: 'Bearer token-de-n8n-1234',
      signingSecret: 'assina-as-mensagens',
    })
    expect(await secretsOf(dialogflow.id)).toMatchObject({ serviceAccount: file })
    const rows = JSON.stringify(
      await company.sql('select i::text, encode(i.secrets, $1) from queue_integrations i', ['escape']),
    )
    for (const secret of ['token-de-n8n', 'assina-as', 'PRIVATE KEY']) expect(rows).not.toContain(secret)
  })

  test('are not shown at all if they are short', async () => {
    expect(await made({ authorization: 'Basic a', signingSecret: 'curto' })).toMatchObject({ authorization: '••••' })
  })

  test('stay when their mask comes back, and go when they are emptied', async () => {
    const before = await made({ authorization: 'Bearer token-de-n8n-1234' })
    const { id } = before
    const secrets = await secretsOf(id)

    await admin.put(`/queueIntegration/${id}`, { ...before, name: `Outra ${mark()}` })
    expect(await secretsOf(id)).toEqual(secrets)

    await admin.put(`/queueIntegration/${id}`, { authorization: '' })
    expect(await secretsOf(id)).toEqual({ ...secrets, authorization: '' })
  })

  test('do not go to another server, and a new integration gets a secret of its own', async () => {
    const { id, authorization } = await made({ authorization: 'Bearer token-de-n8n-1234' })
    const { signingSecret } = await secretsOf(id)
    expect(signingSecret).toMatch(/^[\da-f]{48}$/)

    await admin.put(`/queueIntegration/${id}`, { urlN8N: 'https://bots.example/webhook/outra', authorization })
    expect(await secretsOf(id)).toMatchObject({ authorization: 'Bearer token-de-n8n-1234' })

    const moved = await admin.put(`/queueIntegration/${id}`, { urlN8N: 'https://thief.example/webhook', authorization })
    expect(moved.body).toMatchObject({ authorization: '' })
    expect(await secretsOf(id)).toEqual({ serviceAccount: '', signingSecret, authorization: '' })
  })

  test('cannot be read if they are moved to another row', async () => {
    const [one, other] = [await made(), await made()]
    await company.sql(
      'update queue_integrations i set secrets = o.secrets from queue_integrations o where i.id = $1 and o.id = $2',
      [one.id, other.id],
    )

    await expect(secretsOf(one.id)).rejects.toThrow(/authenticate/)
  })
})

describe('who may do what', () => {
  test('people without administration see names and types only, and change nothing', async () => {
    const body = await made({ authorization: 'Bearer token-de-n8n-1234' })
    const { id, name } = body
    for (const person of [ana, await company.supervisor()]) {
      const seen = (await person.get(`/queueIntegration?searchParam=${name}`)).body.queueIntegrations
      expect(seen).toMatchObject([{ id, name, type: 'webhook', urlN8N: '', authorization: '', signingSecret: '' }])
      expect((await person.get(`/queueIntegration/${id}`)).status).toBe(403)
      expect((await person.post('/queueIntegration', { type: 'webhook', name: mark(), urlN8N: url })).status).toBe(403)
      expect((await person.put(`/queueIntegration/${id}`, { name: mark() })).status).toBe(403)
      expect((await person.delete(`/queueIntegration/${id}`)).status).toBe(403)
    }
    expect((await admin.get(`/queueIntegration/${id}`)).body).toEqual(body)
  })

  test('another company neither sees it nor can use it', async () => {
    const body = await made()
    const missing = { status: 404, body: { error: 'ERR_NO_INTEGRATION_FOUND' } }
    expect((await stranger.get('/queueIntegration')).body.queueIntegrations).not.toContainEqual(
      expect.objectContaining({ id: body.id }),
    )
    expect(await stranger.get(`/queueIntegration/${body.id}`)).toMatchObject(missing)
    expect(await stranger.get(`/queueIntegration/${body.id}/uses`)).toMatchObject(missing)
    expect(await stranger.put(`/queueIntegration/${body.id}`, { name: 'Minha' })).toMatchObject(missing)
    expect(await stranger.delete(`/queueIntegration/${body.id}`)).toMatchObject(missing)
    expect((await admin.get(`/queueIntegration/${body.id}`)).body).toEqual(body)
  })

  test('a plan without integrations lists none, and keeps those that it had', async () => {
    const shop = await world.company({ plan: { useIntegration: false } })
    const boss = await shop.admin()
    await shop.sql("insert into queue_integrations (company_id, type, name) values ($1, 'webhook', 'Antiga')", [
      shop.id,
    ])
    const refused = { status: 403, body: { error: 'ERR_PLAN_LIMIT' } }

    expect((await boss.get('/queueIntegration')).body).toEqual({
      queueIntegrations: [],
      integrations: [],
      count: 0,
      hasMore: false,
    })
    expect((await boss.get('/queueIntegration/list')).body).toEqual([])
    expect(await boss.post('/queueIntegration', { type: 'webhook', name: mark(), urlN8N: url })).toMatchObject(refused)
    expect(await shop.sql('select name from queue_integrations where company_id = $1', [shop.id])).toHaveLength(1)
  })

  test('admins are told changes, others are not', async () => {
    const [boss, person] = [await admin.listen(), await ana.listen()]
    const told = () => boss.of('integration').map(({ payload }) => payload)
    const { id, name } = await made()
    await eventually(async () => expect(told()).toMatchObject([{ action: 'update', queueIntegration: { id, name } }]))
    await admin.delete(`/queueIntegration/${id}`)
    await eventually(async () => expect(told()[1]).toMatchObject({ action: 'delete', integrationId: id }))
    expect(person.of('integration')).toEqual([])
    boss.close()
    person.close()
  })
})

describe('what uses an integration', () => {
  const missing = { status: 404, body: { error: 'ERR_NO_INTEGRATION_FOUND' } }

  async function queueWith(fields: Record<string, unknown>) {
    const color = `#${randomBytes(3).toString('hex')}`
    return admin.post('/queue', { name: `Fila ${mark()}`, color, ...fields })
  }

  test('are connections, queues and options, which tell it and let go of it when it is deleted', async () => {
    const { id } = await made()
    const option = { name: 'Falar com o robô', queueType: 'integration', optIntegrationId: id }
    const queue = (await queueWith({ integrationId: id, chatbots: [option] })).body
    const connection = await company.webChat()
    await admin.put(`/whatsapp/${connection.id}`, { integrationId: id, queueIds: [queue.id] })

    expect(queue).toMatchObject({ integrationId: id, chatbots: [{ queueType: 'integration', optIntegrationId: id }] })
    expect((await admin.get(`/whatsapp/${connection.id}`)).body).toMatchObject({
      integrationId: id,
      queues: [{ id: queue.id, integrationId: id }],
    })
    expect((await admin.get(`/queueIntegration/${id}/uses`)).body).toMatchObject({
      connections: [{ id: connection.id }],
      queues: [{ id: queue.id }],
      options: [{ name: option.name }],
    })

    await admin.delete(`/queueIntegration/${id}`)

    expect((await admin.get(`/queue/${queue.id}`)).body).toMatchObject({
      integrationId: null,
      chatbots: [{ queueType: 'integration', optIntegrationId: null }],
    })
    expect((await admin.get(`/whatsapp/${connection.id}`)).body).toMatchObject({ integrationId: null })
  })

  test('are tickets, which name it until it is deleted', async () => {
    const { id, name } = await made()
    const ticket = await company.ticket()
    const read = async (path: string) => (await admin.get(path)).body
    expect(await read(`/tickets/${ticket.id}`)).toMatchObject({ queueIntegration: null })

    expect((await admin.put(`/tickets/${ticket.id}`, { integrationId: id })).body).toMatchObject({
      integrationId: id,
      queueIntegration: { id, name },
    })
    expect(await read(`/tickets/u/${ticket.uuid}`)).toMatchObject({ queueIntegration: { id, name } })

    await admin.delete(`/queueIntegration/${id}`)
    expect(await read(`/tickets/${ticket.id}`)).toMatchObject({ queueIntegration: null })
  })

  test('take none of another company', async () => {
    const foreign = (await stranger.post('/queueIntegration', { type: 'webhook', name: mark(), urlN8N: url })).body.id
    const queue = (await queueWith({})).body
    const option = (await admin.post('/chatbot', { queueId: queue.id, name: 'Primeira' })).body
    const connection = await company.webChat()
    const ticket = await company.ticket()

    expect(await queueWith({ integrationId: foreign })).toMatchObject(missing)
    expect(await admin.put(`/queue/${queue.id}`, { integrationId: foreign })).toMatchObject(missing)
    expect(
      await admin.put(`/chatbot/${option.id}`, { queueType: 'integration', optIntegrationId: foreign }),
    ).toMatchObject(missing)
    expect(await admin.put(`/whatsapp/${connection.id}`, { integrationId: foreign })).toMatchObject(missing)
    expect(await admin.put(`/tickets/${ticket.id}`, { integrationId: foreign })).toMatchObject(missing)
    expect((await admin.get(`/tickets/${ticket.id}`)).body).toMatchObject({ integrationId: null })
  })

  test('stay as they are when the plan has none any more, and take no other one', async () => {
    const shop = await world.company()
    const boss = await shop.admin()
    const one = (await boss.post('/queueIntegration', { type: 'webhook', name: mark(), urlN8N: url })).body
    const other = (await boss.post('/queueIntegration', { type: 'webhook', name: mark(), urlN8N: url })).body
    const queue = await shop.queue()
    const connection = await shop.webChat()
    await boss.put(`/queue/${queue.id}`, { integrationId: one.id })
    await boss.put(`/whatsapp/${connection.id}`, { integrationId: one.id })
    await world.sql(
      `update plans set features = array_remove(features, 'integrations')
       where id = (select plan_id from companies where id = $1)`,
      [shop.id],
    )
    const refused = { status: 403, body: { error: 'ERR_PLAN_LIMIT' } }

    expect(await boss.put(`/queue/${queue.id}`, { name: 'Nova', integrationId: one.id })).toMatchObject({ status: 201 })
    expect(await boss.put(`/queue/${queue.id}`, { integrationId: other.id })).toMatchObject(refused)
    expect((await boss.put(`/whatsapp/${connection.id}`, { integrationId: one.id })).status).toBe(200)
    expect(await boss.put(`/whatsapp/${connection.id}`, { integrationId: other.id })).toMatchObject(refused)
    expect((await boss.put(`/queue/${queue.id}`, { integrationId: null })).body).toMatchObject({ integrationId: null })
  })

  test('are not offered the option of a menu without an integration', async () => {
    const answer = await queueWith({ chatbots: [{ name: 'Falar com o robô', queueType: 'integration' }] })

    expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_OPTION_TARGET_REQUIRED' } })
  })
})
