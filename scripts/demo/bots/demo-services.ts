import { type BotServer, type Execution, type Mind, createBotServer, handOverMarker } from '@guiche/bot-testserver'

/** Of the webhook, whose requests are checked. */
export const signingSecret = 'segredo-da-demonstracao'

/** The services with what they say to the customers of the demo company. */
export async function createDemoServices(filesUrl: string): Promise<BotServer> {
  const bots = await createBotServer()
  bots.n8n.workflow('pedidos', { respond: (execution) => ({ mode: 'lastNode', items: [trackOrder(execution)] }) })
  bots.n8n.workflow('avisos', {
    secret: signingSecret,
    respond: (execution) => ({ mode: 'respondNode', response: { body: notice(execution, filesUrl) } }),
  })
  teachDialogflow(bots, filesUrl)
  bots.openai.mind = shopMind
  return bots
}

function trackOrder(execution: Execution): object {
  const said = wordsOf(execution)
  const [number] = /\d+/.exec(said) ?? []
  if (number !== undefined) return { output: `O pedido ${number} saiu para entrega e chega amanhã.` }
  return { output: `Sou um fluxo do n8n. Você escreveu "${said}". Escreva o número do seu pedido, como 1234.` }
}

function notice(execution: Execution, filesUrl: string): object {
  const said = wordsOf(execution)
  if (/foto/i.test(said))
    return { messages: [{ type: 'image', url: `${filesUrl}/lamp.jpg`, caption: 'A Luminária Sol.' }] }
  if (/parar/i.test(said))
    return { text: 'Não respondo mais. Uma pessoa da loja continua a conversa.', action: { type: 'stop' } }
  return {
    messages: [
      { type: 'text', text: `O webhook recebeu "${said}"; a assinatura está ${signatures[execution.signature]}.` },
      { type: 'text', text: 'Escreva "foto" para receber uma imagem, ou "parar" para falar com uma pessoa.' },
    ],
  }
}

const signatures = { right: 'certa', wrong: 'errada', missing: 'faltando', unchecked: 'sem conferência' } as const

/** What the customer wrote, in the envelope. */
function wordsOf({ body }: Execution): string {
  const { message } = Object.fromEntries(Object.entries(body ?? {}))
  const { body: said } = Object.fromEntries(Object.entries(message ?? {}))
  return typeof said === 'string' ? said : ''
}

/** Besides what the agent knows from the start. */
function teachDialogflow({ dialogflow: { agent } }: BotServer, filesUrl: string): void {
  agent.teach({
    name: 'Catalogo',
    phrases: ['catálogo', 'quero ver o catálogo'],
    messages: [
      { image: { imageUri: `${filesUrl}/sofa.jpg` } },
      { quickReplies: { title: 'O que você procura?', quickReplies: ['Sofás', 'Luminárias'] } },
    ],
  })
  agent.teach({ name: 'Sofas', phrases: ['sofás'], texts: ['O Sofá Lua custa R$ 1.990.'] })
  agent.teach({ name: 'Luminarias', phrases: ['luminárias'], texts: ['A Luminária Sol custa R$ 290.'] })
}

const answers: readonly [RegExp, string][] = [
  [/atendente|pessoa|humano/i, `${handOverMarker}\nVou chamar alguém da loja.`],
  [/hor[aá]rio|abre|fecha/i, 'Abrimos de segunda a sábado, das 9h às 19h.'],
  [/sof[aá]/i, 'O Sofá Lua tem três lugares e custa R$ 1.990.'],
  [/entrega|frete/i, 'Entregamos em toda a cidade em até cinco dias, sem custo.'],
]

/** Instead of a model: it knows four answers. */
const shopMind: Mind = ({ turns }) => {
  const said = turns.findLast(({ role }) => role === 'user')?.text ?? ''
  const known = answers.find(([asked]) => asked.test(said))
  return { text: known?.[1] ?? `Você disse "${said}". Pergunte pelo horário, pelos sofás ou pela entrega.` }
}
