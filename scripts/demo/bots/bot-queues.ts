import type { BotServer } from '@guiche/bot-testserver'
import type { Call } from '../calls.ts'
import { signingSecret } from './demo-services.ts'

export const admin = 'admin@aurora.demo'

/** A page to write to a service, by the name of the service. */
export interface ChatLink {
  service: string
  title: string
  url: string
}

interface Robot {
  service: string
  title: string
  color: string
  /** What its queue hands its customers to. */
  answers: { integrationId: number } | { promptId: number }
}

/** The queue where the robots of the demo send whoever wants a person. */
export async function findPersonsQueue(call: Call): Promise<number> {
  const queues = await call<{ id: number; name: string }[]>('GET', '/queue')
  const sales = queues.find(({ name }) => name === 'Vendas')
  if (!sales) throw new Error('the demo company has no queue Vendas')
  return sales.id
}

/** A queue and a web chat for each service; the admin sees all of them. */
export async function addBotQueues(
  call: Call,
  { bots, url, personsQueue }: { bots: BotServer; url: string; personsQueue: number },
): Promise<ChatLink[]> {
  const links: ChatLink[] = []
  for (const { service, title, color, answers } of await addRobots(call, bots, personsQueue)) {
    const { id } = await call<{ id: number }>('POST', '/queue', { name: title, color, ...answers })
    const { token } = await call<{ token: string }>('POST', '/whatsapp', {
      name: `Chat: ${title}`,
      channel: 'webchat',
      queueIds: [id],
      webChat: { color, title, asksName: true, origins: [] },
    })
    links.push({ service, title, url: `${url}/chat/${token}` })
  }
  await showAllQueues(call)
  return links
}

async function addRobots(call: Call, bots: BotServer, personsQueue: number): Promise<Robot[]> {
  const integration = async (body: object) => ({
    integrationId: (await call<{ id: number }>('POST', '/queueIntegration', body)).id,
  })
  const prompt = async (body: object) => ({
    promptId: (
      await call<{ id: number }>('POST', '/prompt', {
        prompt: 'Você atende os clientes da Casa Aurora Móveis. A loja abre de segunda a sábado, das 9h às 19h.',
        apiKey: 'sk-demo-aurora',
        queueId: personsQueue,
        ...body,
      })
    ).id,
  })
  const { n8n, dialogflow, typebot } = bots
  return [
    {
      service: 'typebot',
      title: 'Typebot',
      color: '#0042da',
      answers: await integration({
        type: 'typebot',
        name: 'Typebot da loja',
        urlN8N: typebot.url,
        typebotSlug: 'aurora',
        typebotExpires: 60,
        typebotDelayMessage: 400,
        typebotKeywordFinish: 'sair',
        typebotKeywordRestart: 'recomeçar',
        typebotUnknownMessage: 'Não entendi. Escolha uma das opções.',
        typebotRestartMessage: 'Certo, vamos começar de novo.',
      }),
    },
    {
      service: 'n8n',
      title: 'n8n',
      color: '#c2316b',
      answers: await integration({ type: 'n8n', name: 'Pedidos no n8n', urlN8N: n8n.productionUrl('pedidos') }),
    },
    {
      service: 'webhook',
      title: 'Webhook',
      color: '#6b5b00',
      answers: await integration({
        type: 'webhook',
        name: 'Avisos por webhook',
        urlN8N: n8n.productionUrl('avisos'),
        signingSecret,
      }),
    },
    {
      service: 'dialogflow',
      title: 'Dialogflow',
      color: '#b45309',
      answers: await integration({
        type: 'dialogflow',
        name: 'Lia',
        projectName: dialogflow.serviceAccount.project_id,
        jsonContent: JSON.stringify(dialogflow.serviceAccount),
        language: 'pt-BR',
      }),
    },
    {
      service: 'model',
      title: 'Prompt de IA',
      color: '#4d7c0f',
      answers: await prompt({ name: 'Aurora por texto' }),
    },
    {
      service: 'voice',
      title: 'Prompt de IA com voz',
      color: '#7e22ce',
      answers: await prompt({
        name: 'Aurora por voz',
        voice: 'pt-BR-FranciscaNeural',
        voiceKey: 'speech-key',
        voiceRegion: 'brazilsouth',
      }),
    },
  ]
}

async function showAllQueues(call: Call): Promise<void> {
  const queues = await call<{ id: number }[]>('GET', '/queue')
  const { users } = await call<{ users: { id: number; email: string }[] }>('GET', '/users?pageNumber=1')
  const me = users.find(({ email }) => email === admin)
  if (!me) throw new Error(`the demo company has no user ${admin}`)
  await call('PUT', `/users/${me.id}`, { queueIds: queues.map(({ id }) => id) })
}
