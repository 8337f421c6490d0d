import { type BotServer, createBotServer, createOgg } from '@guiche/bot-testserver'
import { expect, test } from '@playwright/test'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { deskOn, logIn } from './support/desk.ts'
import { serverOfFile } from './support/server.ts'
import { answers, linkByPage, reads, untilNextSecond, whatsAppOfFile } from './support/whatsapp.ts'

let services: BotServer | undefined
function bots(): BotServer {
  if (!services) throw new Error('the services are available only while tests run')
  return services
}
test.beforeAll(async () => {
  services = await createBotServer()
})
test.afterAll(async () => {
  await services?.stop()
  expect(services?.problems).toEqual([])
})

const whatsApp = whatsAppOfFile()
const server = serverOfFile(() => ({
  ...whatsApp().environment,
  ...bots().environment,
  GUICHE_OPENAI_URL: bots().addresses.openai,
  GUICHE_SPEECH_URL: bots().addresses.speech,
}))
test.setTimeout(360_000)

const recordingOf = (spoken: string) => createOgg({ spoken, seconds: 3, sampleRate: 24_000 })

test('An integration of each type finishes its talk on WhatsApp, and a person goes on', async ({ page }) => {
  const company = await createCompany(server(), 'Casa Aurora')
  const sales = await company.queue('Vendas')
  const handedTo = JSON.stringify({ queueId: sales.id })
  bots().typebot.publish('loja', {
    groups: {
      start: [
        { text: 'Com quem você quer falar, {{pushName}}?' },
        {
          input: {
            id: 'who',
            type: 'choice input',
            items: [
              { id: 'a', content: 'Com o robô', goTo: 'robot' },
              { id: 'b', content: 'Com uma pessoa', goTo: 'person' },
            ],
          },
        },
      ],
      robot: [{ text: 'Já está falando com ele.' }, { goTo: 'start' }],
      person: [{ text: 'Vou chamar alguém.' }, { text: `#${handedTo}` }],
    },
  })
  bots().n8n.workflow('pedidos', {
    respond: ({ body }) => {
      const wantsPerson = JSON.stringify(body).includes('pessoa')
      return {
        mode: 'lastNode',
        items: [
          wantsPerson
            ? { output: 'Passo você para Vendas.', action: { type: 'transfer', queueId: sales.id } }
            : { output: 'O seu pedido saiu hoje.' },
        ],
      }
    },
  })
  bots().n8n.workflow('avisos', {
    respond: ({ body }) => ({
      mode: 'respondNode',
      response: {
        body: JSON.stringify(body).includes('parar')
          ? { text: 'Não aviso mais.', action: { type: 'stop' } }
          : { messages: [{ type: 'text', text: 'Recebemos a sua mensagem.' }] },
      },
    }),
  })

  const { typebot, n8n, dialogflow } = bots()
  const types = [
    { name: 'Robô', type: 'typebot', urlN8N: typebot.url, typebotSlug: 'loja', typebotDelayMessage: 0 },
    { name: 'Pedidos', type: 'n8n', urlN8N: n8n.productionUrl('pedidos') },
    { name: 'Avisos', type: 'webhook', urlN8N: n8n.productionUrl('avisos') },
    { name: 'Lia', type: 'dialogflow', jsonContent: JSON.stringify(dialogflow.serviceAccount) },
  ]
  const queues = [sales]
  for (const body of types) {
    const integration = await must<{ id: number }>(company.call('POST', '/queueIntegration', body))
    const queue = await company.queue(`Fila ${body.name}`)
    await must(company.call('PUT', `/queue/${queue.id}`, { integrationId: integration.id }))
    queues.push(queue)
  }
  const person = await company.attendant('Ana Prado', queues, { profile: 'admin' })
  await logIn(page, server(), person)
  const phone = whatsApp().phone('5511900000001', 'Casa Aurora')
  await linkByPage(page, server(), phone, {
    name: 'Celular',
    queues: types.map(({ name }) => `Fila ${name}`),
    texts: { 'Mensagem de saudação': 'Escolha um setor' },
  })
  await page.goto(`${server().url}/tickets`)
  const desk = deskOn(page)

  /** A customer who has chosen the queue in the menu. */
  async function enter(number: string, name: string, queue: string) {
    const customer = whatsApp().contact(number, name)
    const chat = customer.chat(phone)
    await chat.text('Oi')
    const menu = await reads(customer, 'Escolha um setor')
    const [, place = ''] = new RegExp(`\\[ (\\d+) \\]\\* - ${queue}`).exec(menu) ?? []
    await answers(chat, place)
    return { customer, chat }
  }

  /** `wrote`: what only this customer has written. */
  async function goesOnWithPerson(
    name: string,
    { customer }: Awaited<ReturnType<typeof enter>>,
    { wrote }: { wrote: string },
  ) {
    await desk.accept(name)
    await expect(desk.message(wrote)).toBeVisible()
    await desk.write(`Oi, ${name}, aqui é a Ana.`)
    await reads(customer, `Oi, ${name}, aqui é a Ana.`)
  }

  await test.step('Typebot asks by number, and hands over to a queue', async () => {
    const rita = await enter('5511988880001', 'Rita Moura', 'Fila Robô')
    expect(await reads(rita.customer, 'Com quem você quer falar')).toContain('Com uma pessoa')
    await answers(rita.chat, '1')
    await reads(rita.customer, 'Já está falando com ele.')
    await answers(rita.chat, 'com uma pessoa')
    await reads(rita.customer, 'Vou chamar alguém.')
    await desk.tab('Aguardando').click()
    await expect(desk.row('Rita Moura')).toContainText('Vendas')
    expect(rita.customer.inbox.filter(({ text }) => text?.includes('queueId'))).toEqual([])
    await goesOnWithPerson('Rita Moura', rita, { wrote: 'com uma pessoa' })
  })

  await test.step('n8n answers, and hands over to a queue', async () => {
    const caio = await enter('5511988880002', 'Caio Reis', 'Fila Pedidos')
    await answers(caio.chat, 'Onde está o meu pedido?')
    await reads(caio.customer, 'O seu pedido saiu hoje.')
    await answers(caio.chat, 'Quero falar com uma pessoa')
    await reads(caio.customer, 'Passo você para Vendas.')
    await desk.tab('Aguardando').click()
    await expect(desk.row('Caio Reis')).toContainText('Vendas')
    await goesOnWithPerson('Caio Reis', caio, { wrote: 'Onde está o meu pedido?' })
  })

  await test.step('a webhook answers until it stops', async () => {
    const nina = await enter('5511988880003', 'Nina Alves', 'Fila Avisos')
    await answers(nina.chat, 'Vocês abrem amanhã?')
    await reads(nina.customer, 'Recebemos a sua mensagem.')
    await answers(nina.chat, 'parar')
    await reads(nina.customer, 'Não aviso mais.')
    const asked = n8n.executions.length
    await answers(nina.chat, 'Alô?')
    await goesOnWithPerson('Nina Alves', nina, { wrote: 'Vocês abrem amanhã?' })
    await expect(desk.message('Alô?')).toBeVisible()
    expect(n8n.executions).toHaveLength(asked)
  })

  await test.step('Dialogflow hears a recording, and ends the talk', async () => {
    const bia = await enter('5511988880004', 'Bia Lopes', 'Fila Lia')
    await untilNextSecond()
    await bia.chat.voice(recordingOf('Qual o horário?'))
    await reads(bia.customer, 'Das 8h às 18h.')
    await answers(bia.chat, 'tchau')
    await reads(bia.customer, 'Até logo!')
    await goesOnWithPerson('Bia Lopes', bia, { wrote: 'tchau' })
  })
})

test('A prompt hears and speaks on WhatsApp, and hands its customer over to a person', async ({ page }) => {
  const company = await createCompany(server(), 'Casa Aurora')
  const support = await company.queue('Suporte')
  await must(
    company.call('POST', '/prompt', {
      name: 'Aurora',
      prompt: 'Você atende a Casa Aurora.',
      apiKey: 'sk-test-chave',
      voice: 'pt-BR-FranciscaNeural',
      voiceKey: 'speech-key',
      voiceRegion: 'brazilsouth',
      queueId: support.id,
    }),
  )
  await logIn(page, server(), await company.attendant('Ana Prado', [support], { profile: 'admin' }))
  const phone = whatsApp().phone('5511900000002', 'Casa Aurora')
  const rita = whatsApp().contact('5511977770001', 'Rita Moura')
  const chat = rita.chat(phone)
  await linkByPage(page, server(), phone, { name: 'Celular' })
  const voiceNotes = () => rita.inbox.filter(({ media }) => media?.isVoice)

  await test.step('the connection gets its prompt beside the integration', async () => {
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Editar Celular' }).click()
    await dialog.getByRole('tab', { name: 'Integrações' }).click()
    await expect(dialog.getByRole('combobox', { name: 'Integração' })).toBeVisible()
    await dialog.getByRole('combobox', { name: 'Prompt de IA' }).click()
    await page.getByRole('option', { name: 'Aurora' }).click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('a recording is heard, and answered in a voice note', async () => {
    await chat.voice(recordingOf('Qual o horário de vocês?'))
    await expect.poll(() => voiceNotes().length, { timeout: 60_000 }).toBe(1)
    expect(bots().speech.spoken.at(-1)).toMatchObject({ text: 'Qual o horário de vocês?' })
    expect(voiceNotes()[0]?.file?.subarray(0, 4).toString()).toBe('OggS')
  })

  await test.step('who asks for a person is told so by voice, and waits in the queue of the prompt', async () => {
    await untilNextSecond()
    await chat.voice(recordingOf('Quero falar com um atendente'))
    await expect.poll(() => voiceNotes().length, { timeout: 60_000 }).toBe(2)
    expect(bots().speech.spoken.at(-1)).toMatchObject({ text: 'Vou chamar alguém.' })
    await page.goto(`${server().url}/tickets`)
    const desk = deskOn(page)
    await desk.tab('Aguardando').click()
    await expect(desk.row('Rita Moura')).toContainText('Suporte')
    await desk.accept('Rita Moura')
    await desk.write('Oi, Rita, aqui é a Ana.')
    await reads(rita, 'Oi, Rita, aqui é a Ana.')
    const asked = bots().openai.side.requests.list.length
    await answers(chat, 'Que bom, obrigada!')
    await expect(desk.message('Que bom, obrigada!')).toBeVisible()
    expect(bots().openai.side.requests.list).toHaveLength(asked)
    expect(voiceNotes()).toHaveLength(2)
  })
})
