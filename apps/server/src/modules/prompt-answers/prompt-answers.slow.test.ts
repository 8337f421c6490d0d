import { createOgg, handOverMarker } from '@guiche/bot-testserver'
import { z } from 'zod'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { samples } from '#test/files'
import { recordings } from '#test/services/recordings'
import { type PromptTalk, type PromptTalks, createPromptTalks } from '#test/services/prompt-talks'
import { eventually } from '#test/world'
import { callsPerTicket } from './models/meter.ts'

let talks: PromptTalks
let talk: PromptTalks['talk']

beforeAll(async () => {
  talks = await createPromptTalks()
  talk = talks.talk
})
afterEach(() => {
  if (talks.bots.problems.length > 0) throw new Error(JSON.stringify(talks.bots.problems))
  talks.bots.clear()
})
afterAll(() => talks.close())

const Chat = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  max_tokens: z.number().optional(),
  temperature: z.number().optional(),
})

/** What the model was asked, oldest first. */
const chats = () =>
  talks.bots.openai.side.requests.list.flatMap(({ path, body }) =>
    path.endsWith('/chat/completions') ? [Chat.parse(body)] : [],
  )

const turnsOf = (nth: number) =>
  chats()
    [nth]?.messages.slice(1)
    .map(({ role, content }) => `${role}: ${content}`)

const ledger = (prompt: { id: number }) =>
  talks.company.sql(
    `select purpose, model, state, prompt_tokens, completion_tokens, seconds from model_calls
     where company_id = $1 and prompt_id = $2 order by id`,
    [talks.company.id, prompt.id],
  )

const privateNotes = async ({ messages }: PromptTalk) =>
  (await messages()).filter(({ is_private }) => is_private).map(({ body }) => body)

describe('a customer of a queue with a prompt', () => {
  test('is answered by the model, which knows how to answer and only the first name', async () => {
    const { visitor, answered } = await talk({ temperature: 0.4, maxTokens: 250 }, 'Mariana de Souza')
    await visitor.write('Qual o horário?')

    expect(await answered(1)).toEqual(['Qual o horário?'])
    const [chat] = chats()
    expect(chat).toMatchObject({ max_tokens: 250, temperature: 0.4 })
    const instructions = chat?.messages[0]?.content ?? ''
    for (const part of ['Mariana', '250 tokens', handOverMarker, 'Você atende a Casa Aurora.'])
      expect(instructions).toContain(part)
    expect(instructions).not.toContain('Souza')
    expect(chat).not.toHaveProperty('tools')
  })

  test('gets one answer to messages in quick succession, and the model reads each once', async () => {
    const { visitor, answered } = await talk()
    await visitor.write('Oi')
    await visitor.write('Qual o horário?')

    expect(await answered(1)).toHaveLength(1)
    expect(chats()).toHaveLength(1)
    expect(turnsOf(0)).toEqual(['user: Oi', 'user: Qual o horário?'])
  })

  test('is answered with the newest messages in mind, without private notes and deleted messages', async () => {
    const remembering = await talk({ maxMessages: 3 })
    const { visitor, answered, ticket, prompt } = remembering
    for (const nth of [1, 2, 3]) {
      await visitor.write(`Mensagem ${nth}`)
      await answered(nth)
    }
    const { id } = await ticket()
    await talks.admin.post(`/messages/${id}`, { body: 'Cliente difícil', isPrivate: true })
    expect(await privateNotes(remembering)).toEqual(['Cliente difícil'])
    await talks.company.sql(
      `update messages set deleted_at = now() where company_id = $1 and ticket_id = $2 and body = 'Mensagem 3' and not from_me`,
      [talks.company.id, id],
    )
    await talks.admin.put(`/prompt/${prompt.id}`, { prompt: 'Agora é a Casa Nova.' })
    await visitor.write('E agora?')
    await answered(4)

    expect(turnsOf(3)).toEqual(['user: Mensagem 2', 'assistant: Mensagem 2', 'assistant: Mensagem 3', 'user: E agora?'])
    expect(chats()[3]?.messages[0]?.content).toContain('Casa Nova')
    expect(JSON.stringify(chats())).not.toContain('difícil')
  })

  test('is not answered from the talk of another customer', async () => {
    const [one, other] = [await talk(), await talk()]
    await other.visitor.write('Meu segredo é 4711')
    await other.answered(1)
    await one.visitor.write('Oi')
    await one.answered(1)

    expect(turnsOf(1)).toEqual(['user: Oi'])
  })

  test('is answered with a key that was changed a moment ago', async () => {
    const { visitor, answered, prompt } = await talk()
    await visitor.write('Um')
    await answered(1)
    await talks.admin.put(`/prompt/${prompt.id}`, { apiKey: 'sk-test-nova' })
    await visitor.write('Dois')
    await answered(2)

    const keys = talks.bots.openai.side.requests.list.map(({ headers }) => headers.authorization)
    expect(keys).toEqual(['Bearer sk-test-chave', 'Bearer sk-test-nova'])
  })

  test('who asks for a person waits in the queue of the prompt, and does not see the marker', async () => {
    const { visitor, answered, handedOver, ticket, prompt } = await talk()
    await visitor.write('Quero falar com um atendente')

    expect(await answered(1)).toEqual(['Vou chamar alguém.'])
    await handedOver()
    expect(await ticket()).toMatchObject({ status: 'pending', user_id: null, queue_id: prompt.queueId })
    await visitor.write('Alô?')
    await eventually(() => visitor.messages())
    expect(chats()).toHaveLength(1)
  })

  test.each([
    ['says nothing', ''],
    ['says nothing but the marker', `**${handOverMarker}.**`],
  ])('whose model %s is told that a person comes, and waits for one', async (_what, text) => {
    const { visitor, answered, handedOver, ticket, prompt } = await talk()
    talks.bots.openai.say({ text })
    await visitor.write('Oi')

    expect(await answered(1)).toEqual([expect.stringContaining('vou chamar uma pessoa da equipe')])
    await handedOver()
    expect(await ticket()).toMatchObject({ status: 'pending', queue_id: prompt.queueId })
  })

  test.each([
    ['sk-test-bad', 'a chave ou o acesso foi recusado'],
    ['sk-test-country', 'a chave ou o acesso foi recusado'],
    ['sk-test-quota', 'o serviço está sem capacidade ou sem crédito'],
  ])('with the key %s gets a person, who reads why', async (apiKey, reason) => {
    const failing = await talk({ apiKey })
    await failing.visitor.write('Oi')

    expect(await failing.answered(1)).toEqual([expect.stringContaining('Não consegui responder agora')])
    await failing.handedOver()
    expect(await privateNotes(failing)).toEqual([expect.stringContaining(reason)])
    expect(chats()).toHaveLength(1)
  })

  test('who writes what a model refuses gets a person, and others are answered as before', async () => {
    const { visitor, answered, prompt } = await talk()
    const troublemakers = await Promise.all(
      Array.from({ length: 6 }, (_, nth) => talks.company.visitor(visitor.token, `Cliente ${nth}`)),
    )
    talks.bots.openai.refuse('content_policy_violation', { times: 6 })
    for (const one of troublemakers) await one.write('Algo proibido')
    await answered(6)
    await visitor.write('Oi')

    expect(await answered(7)).toEqual([
      ...Array<unknown>(6).fill(expect.stringContaining('vou chamar uma pessoa')),
      'Oi',
    ])
    expect((await talks.admin.get('/answerers')).body).not.toContainEqual(
      expect.objectContaining({ id: prompt.id, state: 'open' }),
    )
  })

  test.each<[string, (talk: PromptTalk) => Promise<unknown>]>([
    ['was deleted', ({ prompt }) => talks.admin.delete(`/prompt/${prompt.id}`)],
    ['is not part of the plan any more', () => planFeature('array_remove')],
  ])('whose prompt %s while it is asked gets a person, who reads why', async (_what, change) => {
    const failing = await talk()
    talks.bots.openai.side.faults.plan({ kind: 'slow', ms: 2_000 })
    await failing.visitor.write('Oi')
    await eventually(() => expect(chats()).toHaveLength(1))
    await change(failing)
    await failing.handedOver()
    await planFeature('array_append')

    expect(await failing.answers()).toEqual([expect.stringContaining('Não consegui responder agora')])
    expect(await privateNotes(failing)).toEqual([expect.stringContaining('foi desativado ou excluído')])
    expect(await failing.ticket()).toMatchObject({ status: 'pending', user_id: null, queue_id: failing.queue.id })
  })

  const planFeature = (how: 'array_remove' | 'array_append') =>
    talks.company.sql(
      `update plans set features = ${how}(features, 'open_ai') where id = (select plan_id from companies where id = $1)`,
      [talks.company.id],
    )

  test('of a queue that was deleted gets a person all the same', async () => {
    const { visitor, handedOver, ticket, prompt, queue } = await talk()
    expect((await talks.admin.delete(`/queue/${prompt.queueId}`)).status).toBe(200)
    await visitor.write('Quero um atendente')

    await handedOver()
    expect(await ticket()).toMatchObject({ status: 'pending', user_id: null, queue_id: queue.id })
  })
})

describe('voice', () => {
  const speaking = { voice: 'pt-BR-FranciscaNeural', voiceKey: 'speech-key', voiceRegion: 'brazilsouth' }
  const recording = (text: string) => ({
    data: createOgg({ spoken: text, seconds: 2, sampleRate: 48_000 }),
    name: 'audio.ogg',
    type: 'audio/ogg',
  })

  test('comes in as text and goes out as a voice note, and both are remembered', async () => {
    const { upload, visitor, answered, prompt } = await talk(speaking)
    await upload(recording('Qual o horário de vocês?'))
    expect(await answered(1)).toEqual(['(audio)'])
    expect(talks.bots.speech.spoken.at(-1)).toMatchObject({
      voice: 'pt-BR-FranciscaNeural',
      text: 'Qual o horário de vocês?',
    })
    await visitor.write('E aos domingos?')
    await answered(2)

    expect(turnsOf(1)).toEqual([
      'user: Qual o horário de vocês?',
      'assistant: Qual o horário de vocês?',
      'user: E aos domingos?',
    ])
    const calls = await ledger(prompt)
    expect(calls.map(({ purpose, state }) => [purpose, state])).toEqual([
      ['transcribe', 'settled'],
      ['chat', 'settled'],
      ['speak', 'settled'],
      ['chat', 'settled'],
      ['speak', 'settled'],
    ])
    expect(calls.filter(({ purpose, seconds }) => (purpose === 'chat') === seconds > 0)).toEqual([])
  })

  const heardFile = () =>
    talks.bots.openai.side.requests.list.findLast(({ path }) => path.endsWith('/audio/transcriptions'))

  test.each([
    ['of a browser', 'audio.webm', 'audio/webm', recordings.webm, 'audio.webm', 'audio/webm'],
    ['of a phone', 'audio.m4a', 'audio/mp4', recordings.m4a, 'audio.m4a', 'audio/mp4'],
    ['that is music', 'audio.mp3', 'audio/mpeg', async () => samples.mp3, 'audio.mp3', 'audio/mpeg'],
    [
      'of a phone without a container',
      'audio.aac',
      'audio/aac',
      async () => recordings.aac(),
      'audio.m4a',
      'audio/mp4',
    ],
  ] as const)('comes in as a recording %s', async (_what, name, type, make, sentName, sentType) => {
    const { upload, answered } = await talk()
    await upload({ data: await make(), name, type })

    // The model of the tests hears the name of a file, and says what it heard.
    expect(await answered(1)).toEqual([sentName])
    expect(String(heardFile()?.body)).toContain(`content-type: ${sentType}`)
  })

  test('that nobody hears leads to a person, which is no failure of the model', async () => {
    const { upload, handedOver, answers, prompt } = await talk()
    const data = Buffer.concat([Buffer.from('#!AMR\n'), Buffer.alloc(200)])
    await upload({ data, name: 'audio.amr', type: 'audio/amr' })

    await handedOver()
    expect(await answers()).toEqual([expect.stringContaining('vou chamar uma pessoa')])
    const states = (await talks.admin.get('/answerers')).body
    expect(states.filter(({ id }: { id: number }) => id === prompt.id)).toMatchObject([{ failures: 0 }])
  })

  test.each([
    ['a key of another region', { voiceRegion: 'eastus' }],
    ['a wrong key', { voiceKey: 'errada' }],
  ])('with %s becomes text', async (_what, wrong) => {
    const { visitor, answered } = await talk({ ...speaking, ...wrong })
    await visitor.write('Oi')

    expect(await answered(1)).toEqual(['Oi'])
  })

  test('that is broken becomes text', async () => {
    const { visitor, answered } = await talk(speaking)
    talks.bots.speech.side.faults.plan({ kind: 'html' })
    await visitor.write('Oi')

    expect(await answered(1)).toEqual(['Oi'])
  })

  test('that the company may not store today becomes text', async () => {
    const { visitor, answered } = await talk(speaking)
    await talks.company.sql(
      `insert into company_uploads (company_id, day, bytes) select id, (now() at time zone timezone)::date, 1e15 from companies
       where id = $1 on conflict (company_id) do update set day = excluded.day, bytes = excluded.bytes`,
      [talks.company.id],
    )
    await visitor.write('Oi')

    expect(await answered(1)).toEqual(['Oi'])
    await talks.company.sql('delete from company_uploads where company_id = $1', [talks.company.id])
  })

  test('that a model server does not hear leads to a person', async () => {
    const { upload, handedOver, answers } = await talk()
    talks.bots.openai.refuse('model_not_found', { on: 'POST /v1/audio' })
    await upload(recording('Oi'))

    await handedOver()
    expect(await answers()).toHaveLength(1)
  })
})

describe('the ledger', () => {
  test('has a row of each call, and the counters of the prompt are their sum', async () => {
    const { visitor, answered, prompt } = await talk()
    await visitor.write('Oi')
    await answered(1)

    const [call] = await ledger(prompt)
    expect(call).toMatchObject({ purpose: 'chat', model: 'gpt-4.1-mini', state: 'settled' })
    expect(call.prompt_tokens).toBeGreaterThan(0)
    const { body: shown } = await talks.admin.get(`/prompt/${prompt.id}`)
    expect(shown).toMatchObject({
      promptTokens: call.prompt_tokens,
      completionTokens: call.completion_tokens,
      totalTokens: call.prompt_tokens + call.completion_tokens,
    })
  })

  test('keeps what a failed call was for, without tokens', async () => {
    const { visitor, handedOver, prompt } = await talk({ apiKey: 'sk-test-quota' })
    await visitor.write('Oi')
    await handedOver()

    expect(await ledger(prompt)).toMatchObject([{ state: 'settled', prompt_tokens: 0, completion_tokens: 0 }])
  })

  test('ends the calls of a ticket at its budget, and a person goes on', async () => {
    const { visitor, answered, handedOver, prompt, ticket, answers } = await talk()
    await visitor.write('Oi')
    await answered(1)
    const { id } = await ticket()
    await talks.company.sql(
      `insert into model_calls (company_id, prompt_id, ticket_id, purpose, model, state)
       select $1, $2, $3, 'chat', 'gpt-4.1-mini', 'settled' from generate_series(2, $4::int)`,
      [talks.company.id, prompt.id, id, callsPerTicket],
    )
    await visitor.write('Mais uma')

    await handedOver()
    expect(chats()).toHaveLength(1)
    expect(await answers()).toEqual(['Oi', expect.stringContaining('vou chamar uma pessoa')])
  })
})
