import type { Bot } from './bot.ts'

type Groups = Bot['groups']

/** A text, a picture, a question, goodbye. */
const linear: Groups = {
  start: [
    { text: 'Olá {{pushName}}, seja bem-vindo!' },
    { bubble: { id: 'picture', type: 'image', content: { url: 'https://files.example.com/a.png' } } },
    { text: 'Qual é o seu nome?' },
    { input: { id: 'name', type: 'text input', saveTo: 'name' } },
    { text: 'Obrigado, {{name}}. Até logo!' },
  ],
}

/** A choice that leads to two groups. */
const choice: Groups = {
  start: [
    { text: 'Com qual setor você quer falar?' },
    {
      input: {
        id: 'sector',
        type: 'choice input',
        options: { isMultipleChoice: false },
        items: [
          { id: 'c1', content: 'Vendas', goTo: 'sales' },
          { id: 'c2', content: 'Suporte', goTo: 'support' },
        ],
      },
    },
  ],
  sales: [{ text: 'Você escolheu vendas.' }],
  support: [{ text: 'Você escolheu suporte.' }],
}

/** Hands the conversation over to a queue. */
const control: Groups = {
  start: [{ text: 'Vou chamar alguém.' }, { text: '#{"queueId":1}' }],
}

/** Asks before it has said anything. */
const asksFirst: Groups = {
  start: [{ input: { id: 'question', type: 'text input', saveTo: 'question' } }, { text: 'Você disse: {{question}}' }],
}

/** Never ends: it repeats what it hears. */
const echo: Groups = {
  start: [{ input: { id: 'heard', type: 'text input', saveTo: 'heard' } }, { text: '{{heard}}' }, { goTo: 'start' }],
}

/** Says nothing and asks nothing. */
const mute: Groups = { start: [] }

const url = 'https://files.example.com'

/** Every bubble. */
const bubbles: Groups = {
  start: [
    {
      bubble: {
        id: 'rich',
        type: 'text',
        content: {
          richText: [
            { type: 'h1', children: [{ text: 'Título' }] },
            {
              type: 'p',
              children: [
                { text: 'Olá ' },
                { text: 'Ana', bold: true },
                { text: ' e ', italic: true },
                { text: 'Bia', underline: true },
                { text: ' não', strikethrough: true },
                { text: ' x = 1', code: true },
                { type: 'inline-variable', children: [{ type: 'variable', children: [{ text: '{{pushName}}' }] }] },
              ],
            },
            { type: 'p', children: [{ type: 'a', url: `${url}/termos`, children: [{ text: 'Termos' }] }] },
            {
              type: 'ul',
              children: [
                { type: 'li', children: [{ type: 'lic', children: [{ text: 'um' }] }] },
                { type: 'li', children: [{ type: 'lic', children: [{ text: 'dois' }] }] },
              ],
            },
            { type: 'ol', children: [{ type: 'li', children: [{ type: 'lic', children: [{ text: 'primeiro' }] }] }] },
            { type: 'blockquote', children: [{ text: 'Citação' }] },
          ],
        },
      },
    },
    { bubble: { type: 'image', content: { url: `${url}/a.png` } } },
    { bubble: { type: 'video', content: { type: 'url', url: `${url}/a.mp4` } } },
    ...(['youtube', 'vimeo', 'tiktok', 'gumlet'] as const).map((type) => ({
      bubble: { type: 'video' as const, content: { type, id: 'abc', url: `https://${type}.example.com/abc` } },
    })),
    { bubble: { type: 'audio', content: { url: `${url}/a.mp3` } } },
    { bubble: { type: 'embed', content: { url: `${url}/a.pdf` } } },
    { bubble: { type: 'custom-embed', content: { initFunction: { args: {}, content: '' } } } },
  ],
}

const items = [
  { id: 'p1', title: 'Azul', description: 'A cor do céu', pictureSrc: `${url}/azul.png` },
  { id: 'p2', title: 'Verde', description: 'A cor da mata', pictureSrc: `${url}/verde.png` },
]

const options = ['Um', 'Dois', 'Três'].map((content, at) => ({ id: `m${at + 1}`, content }))

/** Every input, one after the other, and at the end what was answered. */
const inputs: Groups = {
  start: [
    { input: { type: 'text input', saveTo: 'text' } },
    { input: { type: 'number input', options: { min: 1, max: 10 }, saveTo: 'number' } },
    { input: { type: 'email input', saveTo: 'email' } },
    { input: { type: 'url input', saveTo: 'url' } },
    { input: { type: 'phone number input', saveTo: 'phone' } },
    { input: { type: 'date input', saveTo: 'date' } },
    { input: { type: 'time input', saveTo: 'time' } },
    { input: { type: 'choice input', options: { isMultipleChoice: true }, items: options, saveTo: 'choices' } },
    { input: { type: 'picture choice input', items, saveTo: 'picture' } },
    { input: { type: 'payment input', runtimeOptions: { amountLabel: 'R$ 10,00' }, saveTo: 'payment' } },
    { input: { type: 'rating input', options: { length: 5 }, saveTo: 'rating' } },
    { input: { type: 'file input', saveTo: 'file' } },
    { input: { type: 'cards', items, saveTo: 'card' } },
    {
      text: '{{text}}; {{number}}; {{email}}; {{url}}; {{phone}}; {{date}}; {{time}}; {{choices}}; {{picture}}; {{payment}}; {{rating}}; {{file}}; {{card}}',
    },
  ],
}

/** Every action of a client; only a browser could answer the last ones. */
const actions: Groups = {
  start: [
    { text: 'Espere.' },
    { action: { type: 'wait', wait: { secondsToWaitFor: 2 } } },
    { text: 'Veja isto.' },
    { action: { type: 'redirect', redirect: { url: `${url}/oferta`, isNewTab: true } } },
    { action: { type: 'scriptToExecute', scriptToExecute: { content: 'alert(1)', args: [] } } },
    { action: { type: 'codeToExecute', codeToExecute: { content: 'alert(1)', args: {} } } },
    { action: { type: 'chatwoot', chatwoot: { scriptToExecute: { content: '', args: [] } } } },
    { action: { type: 'googleAnalytics', googleAnalytics: {} } },
    { action: { type: 'pixel', pixel: {} } },
    { action: { type: 'startPropsToInject', startPropsToInject: {} } },
    { ai: 'Sou um modelo.' },
    {
      action: { type: 'setVariable', setVariable: { scriptToExecute: {} }, expectsDedicatedReply: true, saveTo: 'set' },
    },
    { action: { type: 'httpRequestToExecute', httpRequestToExecute: {}, expectsDedicatedReply: true } },
    { action: { type: 'streamOpenAiChatCompletion', streamOpenAiChatCompletion: {}, expectsDedicatedReply: true } },
    { action: { type: 'listenForWebhook', expectsDedicatedReply: true } },
    { text: 'Fim: {{set}}' },
  ],
}

/** Bots that are there from the start, by the name in their address. */
export const readyBots: Record<string, Groups> = {
  linear,
  choice,
  control,
  'asks-first': asksFirst,
  echo,
  mute,
  bubbles,
  inputs,
  actions,
}
