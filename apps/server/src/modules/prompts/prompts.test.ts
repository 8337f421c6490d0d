import { limits, voiceNames } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let admin: Person
let manager: Person
let ana: Person
let stranger: Person
let queue: { id: number; name: string }
let foreignQueue: { id: number }

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  const other = await world.company()
  admin = await company.admin()
  manager = await company.attendant({ allowConnections: 'enabled' })
  ana = await company.attendant()
  stranger = await other.admin()
  queue = await company.queue('Vendas')
  foreignQueue = await other.queue()
})
afterAll(() => world.close())

const apiKey = 'sk-uma-chave-muito-secreta-1234'
const voiceKey = 'outra-chave-secreta-5678'

const body = (fields: Record<string, unknown> = {}) => ({
  name: 'Atendente virtual',
  prompt: 'Você atende a Casa Aurora.',
  apiKey,
  queueId: queue.id,
  ...fields,
})

async function made(fields: Record<string, unknown> = {}) {
  const answer = await admin.post('/prompt', body(fields))
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}

const refusal = (field: string, message: string) => ({
  status: 400,
  body: { error: 'ERR_VALIDATION', details: { issues: [{ path: `body.${field}`, message }] } },
})

describe('a prompt', () => {
  test('is created as existing clients send it, and answered in their form', async () => {
    const answer = await admin.post('/prompt', {
      name: '  Vendas  ',
      prompt: 'Você atende a Casa Aurora.',
      voice: 'texto',
      voiceKey: '',
      voiceRegion: '',
      maxTokens: 100,
      temperature: 1,
      apiKey,
      queueId: queue.id,
      maxMessages: 10,
    })

    expect(answer).toMatchObject({
      status: 200,
      body: {
        companyId: company.id,
        name: 'Vendas',
        prompt: 'Você atende a Casa Aurora.',
        apiKey: '••••1234',
        voice: 'texto',
        voiceKey: '',
        voiceRegion: '',
        maxTokens: 100,
        temperature: 1,
        maxMessages: 10,
        promptTokens: 0,
        completionTokens: 0,
        totalTokens: 0,
        queueId: queue.id,
        queue: { id: queue.id, name: 'Vendas' },
      },
    })
    expect((await admin.get(`/prompt/${answer.body.id}`)).body).toEqual(answer.body)
    const list = (await admin.get('/prompt')).body
    expect(list).toMatchObject({ count: list.prompts.length, hasMore: false })
    expect(list.prompts).toContainEqual(answer.body)
  })

  test('has the defaults of the specification', async () => {
    expect(await made()).toMatchObject({ voice: 'texto', maxTokens: 100, temperature: 1, maxMessages: 10 })
  })

  test('speaks with each of the sixteen voices, with a key and a region', async () => {
    const { id } = await made()
    expect(voiceNames).toHaveLength(16)
    for (const voice of voiceNames)
      expect(await admin.put(`/prompt/${id}`, { voice, voiceKey, voiceRegion: 'brazilsouth' })).toMatchObject({
        status: 200,
        body: { voice, voiceKey: '••••5678', voiceRegion: 'brazilsouth' },
      })
  })

  test.each([
    ['no name', { name: ' ' }, 'name', 'required'],
    ['no prompt', { prompt: '' }, 'prompt', 'required'],
    ['no key', { apiKey: '' }, 'apiKey', 'required'],
    ['a voice without a key', { voice: 'pt-BR-YaraNeural', voiceRegion: 'eastus' }, 'voiceKey', 'required'],
    ['a voice without a region', { voice: 'pt-BR-YaraNeural', voiceKey }, 'voiceRegion', 'required'],
    ['a region that is another host', { voiceRegion: 'evil.example/x' }, 'voiceRegion', 'invalidRegion'],
    ['a text that is too long', { prompt: 'a'.repeat(limits.promptText + 1) }, 'prompt', 'tooLong'],
    ['a key that no header can carry', { apiKey: 'sk-chave\u200b-1234' }, 'apiKey', 'invalid'],
    ['a mask that nobody was shown', { apiKey: '••••9999' }, 'apiKey', 'invalid'],
  ])('with %s is refused', async (_why, fields, field, message) => {
    expect(await admin.post('/prompt', body(fields))).toMatchObject(refusal(field, message))
  })

  test.each([
    ['no queue', { queueId: '' }],
    ['no answer at all', { maxTokens: 0 }],
    ['a temperature above the highest', { temperature: 2.1 }],
    ['a voice that there is not', { voice: 'pt-BR-NinguemNeural' }],
    ['no messages', { maxMessages: 0 }],
  ])('with %s is refused', async (_why, fields) => {
    expect(await admin.post('/prompt', body(fields))).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  })

  test('takes a queue of its company only, also in a change', async () => {
    const { id } = await made()
    for (const queueId of [foreignQueue.id, 987_654_321]) {
      const refused = { status: 404, body: { error: 'ERR_NO_QUEUE_FOUND' } }
      expect(await admin.post('/prompt', body({ queueId }))).toMatchObject(refused)
      expect(await admin.put(`/prompt/${id}`, { queueId })).toMatchObject(refused)
    }
  })

  test('shows no queue when it was deleted, and can be changed all the same', async () => {
    const gone = await company.queue()
    const { id } = await made({ queueId: gone.id })
    expect((await admin.delete(`/queue/${gone.id}`)).status).toBe(200)

    expect((await admin.get(`/prompt/${id}`)).body).toMatchObject({ queueId: null, queue: null })
    expect(await admin.put(`/prompt/${id}`, { name: 'Novo nome' })).toMatchObject({ status: 200 })
  })

  test('keeps what a change does not name', async () => {
    const before = await made({ temperature: 0.5, maxTokens: 300 })

    const { body: after } = await admin.put(`/prompt/${before.id}`, { name: 'Outro' })

    expect(after).toEqual({ ...before, name: 'Outro', updatedAt: expect.any(String) })
  })

  test('is one of a hundred at most', async () => {
    const full = await world.company()
    const boss = await full.admin()
    const { id } = await full.queue()
    await full.sql(
      `insert into prompts (company_id, name, prompt, max_messages, max_tokens, temperature, queue_id)
       select $1, 'Prompt ' || n, 'Atenda', 10, 100, 1, $2 from generate_series(1, $3::int) n`,
      [full.id, id, limits.promptsPerCompany],
    )

    expect(await boss.post('/prompt', { ...body(), queueId: id })).toMatchObject({
      status: 400,
      body: { error: 'ERR_PROMPT_LIMIT' },
    })
    expect((await boss.get('/prompt')).body.prompts).toHaveLength(limits.promptsPerCompany)
  })
})

describe('the keys of a prompt', () => {
  const stored = async (id: number) =>
    (
      await company.sql('select row_to_json(p)::text as row from prompts p where company_id = $1 and id = $2', [
        company.id,
        id,
      ])
    )[0].row

  test('stay as they are when their mask comes back, and are replaced by a new one', async () => {
    const { id, ...shown } = await made({ voice: 'pt-BR-YaraNeural', voiceKey, voiceRegion: 'eastus' })
    const same = await admin.put(`/prompt/${id}`, { ...shown, id, name: 'Outro nome' })
    expect(same).toMatchObject({ status: 200, body: { apiKey: '••••1234', voiceKey: '••••5678' } })

    expect((await admin.put(`/prompt/${id}`, { apiKey: 'sk-nova-chave-secreta-4321' })).body).toMatchObject({
      apiKey: '••••4321',
      voiceKey: '••••5678',
    })
  })

  test('that were pasted behind a mask are refused', async () => {
    const { id } = await made()

    expect(await admin.put(`/prompt/${id}`, { apiKey: '••••sk-colada-atras' })).toMatchObject(
      refusal('apiKey', 'invalid'),
    )
    expect((await admin.get(`/prompt/${id}`)).body.apiKey).toBe('••••1234')
  })

  test('are sealed in the database, each for its own row', async () => {
    const [one, other] = [await made({ voiceKey }), await made({ apiKey: 'sk-da-outra-linha-9999' })]
    const row = await stored(one.id)
    for (const secret of [apiKey, voiceKey]) expect(row).not.toContain(secret)

    await company.sql(
      `update prompts p set secrets = o.secrets from prompts o
       where p.company_id = $1 and o.company_id = $1 and p.id = $2 and o.id = $3`,
      [company.id, one.id, other.id],
    )
    expect((await admin.put(`/prompt/${one.id}`, { name: 'Copiada' })).status).toBe(500)
  })

  test('are in no answer, event or entry of the audit log', async () => {
    const window = await admin.listen()
    const { id } = await made({ voiceKey })
    await admin.put(`/prompt/${id}`, { apiKey: 'sk-nova-chave-secreta-4321' })
    await eventually(() => expect(window.of('prompt')).toHaveLength(2))
    const [log] = await company.sql(
      `select json_agg(detail)::text as detail from audit_log where company_id = $1 and object = 'prompt'`,
      [company.id],
    )
    const shown = [await admin.get('/prompt'), await admin.get(`/prompt/${id}`), window.of('prompt'), log]
    for (const secret of [apiKey, voiceKey, 'nova-chave'])
      for (const text of shown) expect(JSON.stringify(text)).not.toContain(secret)
    expect(log.detail).toContain('••••4321')
  })
})

describe('who sees and changes prompts', () => {
  test('are admins; others only choose one by its name', async () => {
    const prompt = await made({ prompt: 'Nosso segredo de vendas' })
    for (const person of [ana, manager, await company.supervisor()]) {
      expect((await person.get(`/prompt/${prompt.id}`)).status).toBe(403)
      expect((await person.post('/prompt', body())).status).toBe(403)
      expect((await person.put(`/prompt/${prompt.id}`, { name: 'Meu' })).status).toBe(403)
      expect((await person.delete(`/prompt/${prompt.id}`)).status).toBe(403)
      const list = await person.get('/prompt')
      expect(list.body.prompts.map(({ id }: { id: number }) => id)).toContain(prompt.id)
      expect(JSON.stringify(list.body)).not.toMatch(/segredo|••••/)
      expect((await person.get('/prompt/list')).body).toContainEqual({ id: prompt.id, name: prompt.name })
    }
  })

  test('are not those of another company', async () => {
    const prompt = await made()
    const missing = { status: 404, body: { error: 'ERR_NO_PROMPT_FOUND' } }

    expect(await stranger.get(`/prompt/${prompt.id}`)).toMatchObject(missing)
    expect(await stranger.put(`/prompt/${prompt.id}`, { name: 'Meu' })).toMatchObject(missing)
    expect(await stranger.delete(`/prompt/${prompt.id}`)).toMatchObject(missing)
    expect((await stranger.get('/prompt')).body.prompts).toEqual([])
    expect((await stranger.get('/prompt/list')).body).toEqual([])
    expect((await admin.get(`/prompt/${prompt.id}`)).body).toEqual(prompt)
  })

  test('see none while the plan has no AI', async () => {
    const poor = await world.company({ plan: { useOpenAi: false } })
    const boss = await poor.admin()
    const { id } = await poor.queue()

    expect((await boss.get('/prompt')).body).toMatchObject({ prompts: [], count: 0, hasMore: false })
    expect(await boss.post('/prompt', { ...body(), queueId: id })).toMatchObject({
      status: 403,
      body: { error: 'ERR_PLAN_LIMIT' },
    })
  })
})

describe('live events', () => {
  test('reach the admins of the company, under the name that existing clients know', async () => {
    const [near, colleague, far] = [await admin.listen(), await ana.listen(), await stranger.listen()]
    const prompt = await made()
    await eventually(() => expect(near.of('prompt')).toHaveLength(1))
    await admin.delete(`/prompt/${prompt.id}`)

    await eventually(() =>
      expect(near.of('prompt').map(({ payload }) => payload)).toMatchObject([
        { action: 'update', prompt },
        { action: 'delete', promptId: prompt.id, intelligenceId: prompt.id },
      ]),
    )
    expect(colleague.of('prompt')).toEqual([])
    expect(far.of('prompt')).toEqual([])
  })
})

describe('connections, queues and tickets', () => {
  test('use a prompt of the company only', async () => {
    const prompt = await made()
    const foreign = (await stranger.post('/prompt', { ...body(), queueId: foreignQueue.id })).body
    const connection = await company.webChat()
    const own = await company.queue()
    const ticket = await company.ticket({ queues: [own] })

    for (const path of [`/whatsapp/${connection.id}`, `/queue/${own.id}`, `/tickets/${ticket.id}`]) {
      for (const promptId of [foreign.id, 987_654_321])
        expect(await admin.put(path, { promptId })).toMatchObject({
          status: 404,
          body: { error: 'ERR_NO_PROMPT_FOUND' },
        })
      expect((await admin.put(path, { promptId: prompt.id })).status).toBeLessThan(300)
      expect((await admin.get(path)).body.promptId).toBe(prompt.id)
    }
  })

  test('tell their prompt wherever they are shown', async () => {
    const prompt = await made()
    const own = (await admin.post('/queue', { name: 'Com IA', color: '#abcdef', promptId: String(prompt.id) })).body
    const connection = await company.webChat({ queues: [own] })
    await admin.put(`/whatsapp/${connection.id}`, { promptId: prompt.id })

    expect(own.promptId).toBe(prompt.id)
    expect((await admin.get('/queue')).body).toContainEqual(
      expect.objectContaining({ id: own.id, promptId: prompt.id }),
    )
    const { body: shown } = await admin.get(`/whatsapp/${connection.id}`)
    const named = { promptId: prompt.id, prompt: { id: prompt.id, name: prompt.name } }
    expect(shown).toMatchObject({ ...named, queues: [{ id: own.id, promptId: prompt.id }] })
    expect((await admin.get('/whatsapp')).body).toContainEqual(expect.objectContaining({ id: connection.id, ...named }))
    expect((await admin.get(`/prompt/${prompt.id}/uses`)).body).toEqual({
      connections: [{ id: connection.id, name: shown.name }],
      queues: [{ id: own.id, name: 'Com IA' }],
    })
  })

  test('let go of a prompt that is deleted, and of one that is chosen no more', async () => {
    const [prompt, other] = [await made(), await made()]
    const own = await company.queue()
    const connection = await company.webChat()
    await admin.put(`/queue/${own.id}`, { promptId: prompt.id })
    await admin.put(`/whatsapp/${connection.id}`, { promptId: prompt.id })
    const window = await admin.listen()

    expect((await admin.delete(`/prompt/${prompt.id}`)).body).toEqual({ message: expect.any(String) })

    await eventually(() => {
      expect(window.of('queue').map(({ payload }) => payload.queue?.promptId)).toContain(null)
      expect(window.of('connection').map(({ payload }) => payload.whatsapp?.promptId)).toContain(null)
    })
    await admin.put(`/queue/${own.id}`, { promptId: other.id })
    expect((await admin.put(`/queue/${own.id}`, { promptId: '' })).body.promptId).toBeNull()
  })

  test('keep their prompt through a change when the plan has no AI any more, and get no other', async () => {
    const shop = await world.company()
    const boss = await shop.admin()
    const own = await shop.queue()
    const made = (await boss.post('/prompt', { ...body(), queueId: own.id })).body
    await boss.put(`/queue/${own.id}`, { promptId: made.id })
    const operator = await world.operator()
    const plan = (await operator.get(`/companies/${shop.id}`)).body.plan.id
    await operator.put(`/plans/${plan}`, { useOpenAi: false })
    await eventually(async () => expect((await boss.get('/prompt')).body.prompts).toEqual([]))

    const { body: before } = await boss.get(`/queue/${own.id}`)
    expect(await boss.put(`/queue/${own.id}`, { ...before, name: 'Renomeada' })).toMatchObject({
      status: 201,
      body: { promptId: made.id },
    })
    const second = await shop.queue()
    expect(await boss.put(`/queue/${second.id}`, { promptId: made.id })).toMatchObject({
      status: 403,
      body: { error: 'ERR_PLAN_LIMIT' },
    })
  })
})
