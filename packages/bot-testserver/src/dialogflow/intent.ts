import { z } from 'zod'

/** An item of `fulfillmentMessages`; without a platform it is for all. */
const FulfillmentMessage = z.looseObject({ platform: z.string().optional() })

export const Intent = z.object({
  name: z.string(),
  /** What customers write; case and accents do not matter. */
  phrases: z.array(z.string()),
  texts: z.array(z.string()).default([]),
  /** Besides the texts: pictures, quick replies, cards, payloads. */
  messages: z.array(FulfillmentMessage).default([]),
  action: z.string().default(''),
  parameters: z.record(z.string(), z.unknown()).default({}),
  /** Only while this context is active. */
  needsContext: z.string().optional(),
  givesContext: z.object({ name: z.string(), lifespanCount: z.number().int().positive() }).optional(),
  endsConversation: z.boolean().default(false),
})
export type Intent = z.infer<typeof Intent>

const platform = 'FACEBOOK'

/** What the agent knows from the start. */
export const readyIntents: readonly z.input<typeof Intent>[] = [
  { name: 'Boas-vindas', phrases: ['oi', 'olá', 'ola', 'hi', 'hola', 'merhaba'], texts: ['Olá! Como posso ajudar?'] },
  { name: 'Horario', phrases: ['qual o horário?', 'horário'], texts: ['Das 8h às 18h.'] },
  {
    name: 'Agendar',
    phrases: ['quero agendar'],
    texts: ['Para que dia?'],
    givesContext: { name: 'agendar-dia', lifespanCount: 2 },
  },
  { name: 'Agendar - dia', phrases: ['amanhã'], texts: ['Agendado para amanhã.'], needsContext: 'agendar-dia' },
  {
    name: 'Catalogo',
    phrases: ['catálogo'],
    texts: ['Veja o catálogo.'],
    messages: [
      { image: { imageUri: 'https://files.example.com/catalogo.png' } },
      { quickReplies: { title: 'O que você procura?', quickReplies: ['Sapatos', 'Bolsas'] } },
      {
        card: {
          title: 'Sapato azul',
          subtitle: 'R$ 199,90',
          imageUri: 'https://files.example.com/sapato.png',
          buttons: [{ text: 'Comprar', postback: 'https://loja.example.com/sapato' }],
        },
      },
      { payload: { kind: 'catalogue' } },
      { platform, text: { text: ['Veja o catálogo no Facebook.'] } },
    ],
  },
  {
    name: 'Foto',
    phrases: ['foto'],
    texts: ['Aqui está.'],
    parameters: { image: 'https://files.example.com/foto.png', react: '👍' },
  },
  { name: 'Silencio', phrases: ['silêncio'] },
  { name: 'Tchau', phrases: ['tchau', 'bye', 'adiós'], texts: ['Até logo!'], endsConversation: true },
]

export const fallback: Intent = Intent.parse({
  name: 'Default Fallback Intent',
  phrases: [],
  texts: ['Desculpe, não entendi.'],
  action: 'input.unknown',
})
