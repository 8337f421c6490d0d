import type { Drawing } from './demo-pictures.ts'

export const queues = [
  { name: 'Vendas', color: '#2f6fd0', orderQueue: 1, greetingMessage: 'Você está falando com Vendas.' },
  { name: 'Entregas', color: '#d9730d', orderQueue: 2, greetingMessage: 'Você está falando com Entregas.' },
  { name: 'Pós-venda', color: '#7d44b0', orderQueue: 3, greetingMessage: 'Você está falando com o Pós-venda.' },
  { name: 'Financeiro', color: '#0f9d9d', orderQueue: 4, greetingMessage: 'Você está falando com o Financeiro.' },
]

export const tags = [
  { name: 'VIP', color: '#b07400' },
  { name: 'Orçamento', color: '#2f6fd0' },
  { name: 'Sofá sob medida', color: '#7d44b0' },
  { name: 'Atraso na entrega', color: '#c4342b' },
  { name: 'Pessoa jurídica', color: '#0b8f6a' },
]

/** Lanes of the board; open tickets are spread over them. */
export const lanes = [
  { name: 'Orçamento', color: '#2f6fd0' },
  { name: 'Aguardando pagamento', color: '#0f7285' },
  { name: 'Em produção', color: '#7a4fc2' },
  { name: 'Entrega agendada', color: '#b4540a' },
]

/** General quick messages by category. */
export const quickMessages = {
  Entregas: [
    {
      shortcode: 'prazo',
      message:
        'Oi, {{firstName}}! O prazo de fabricação é de *25 dias úteis* a partir do pagamento. O número do seu atendimento é {{ticket_id}}.',
    },
    {
      shortcode: 'entrega-sabado',
      message: 'Entregamos também aos sábados, das 8 h às 12 h. Qual horário fica melhor para você?',
    },
  ],
  Pagamento: [
    {
      shortcode: 'pix',
      message: 'Nossa chave Pix é pix@aurora.demo, em nome de Casa Aurora Móveis. Assim que cair, avisamos por aqui.',
    },
    { shortcode: 'parcelas', message: 'Parcelamos em até 10 vezes sem juros no cartão, com parcela mínima de R$ 80.' },
  ],
}

interface DemoPerson {
  role: string
  name: string
  email: string
  profile: 'supervisor' | 'user'
  queues: string[]
  allowGroup?: true
}

export const people: DemoPerson[] = [
  {
    role: 'supervisor',
    name: 'Juliana Prado',
    email: 'juliana@aurora.demo',
    profile: 'supervisor',
    allowGroup: true,
    queues: ['Vendas', 'Entregas', 'Pós-venda', 'Financeiro'],
  },
  {
    role: 'attendant',
    name: 'Rafael Nunes',
    email: 'rafael@aurora.demo',
    profile: 'user',
    allowGroup: true,
    queues: ['Vendas', 'Entregas'],
  },
  {
    role: 'attendant',
    name: 'Beatriz Lima',
    email: 'beatriz@aurora.demo',
    profile: 'user',
    queues: ['Vendas', 'Pós-venda'],
  },
]

interface Line {
  from: 'visitor' | 'attendant' | 'note'
  text: string
  picture?: Drawing
}

export interface DemoConversation {
  name: string
  queue: string
  /** Undefined: the ticket waits. */
  attendant?: string
  tags: string[]
  ends?: true
  minutesAgo: number
  lines: Line[]
}

const [ofVisitor, ofAttendant, ofNote] = (['visitor', 'attendant', 'note'] as const).map(
  (from) =>
    (text: string, picture?: Drawing): Line => ({ from, text, ...(picture && { picture }) }),
) as [(text: string, picture?: Drawing) => Line, (text: string, picture?: Drawing) => Line, (text: string) => Line]

export const adminEmail = 'admin@aurora.demo'
const [juliana, rafael, beatriz] = ['juliana@aurora.demo', 'rafael@aurora.demo', 'beatriz@aurora.demo']

export const conversations: DemoConversation[] = [
  {
    name: 'Renata Vasconcelos',
    queue: 'Financeiro',
    attendant: 'admin@aurora.demo',
    tags: ['Pessoa jurídica'],
    ends: true,
    minutesAgo: 1500,
    lines: [
      ofVisitor('Bom dia, preciso da segunda via do boleto de outubro.'),
      ofAttendant('Bom dia, Renata! Já envio por aqui.'),
      ofAttendant('Prontinho: o boleto vence dia 28/11.'),
      ofVisitor('Pix recebido, obrigada pela ajuda!'),
    ],
  },
  {
    name: 'Fernando Kubo',
    queue: 'Pós-venda',
    attendant: beatriz,
    tags: [],
    ends: true,
    minutesAgo: 400,
    lines: [
      ofVisitor('O montador vem mesmo na terça?'),
      ofAttendant('Sim! Montador confirmado para terça, entre 9h e 12h.'),
      ofVisitor('Perfeito, valeu.'),
    ],
  },
  {
    name: 'Mariana Azevedo',
    queue: 'Vendas',
    attendant: rafael,
    tags: ['Sofá sob medida', 'VIP', 'Orçamento'],
    minutesAgo: 2,
    lines: [
      ofVisitor('Oi! Vi o sofá Lisboa no site. Ele desmonta?'),
      ofAttendant('Bom dia, Mariana! Desmonta sim: o Lisboa vem em *dois módulos* de 1,30 m.'),
      ofAttendant('Este é o verde que temos na loja de Pinheiros:', 'sofa'),
      ofVisitor('O corredor até o elevador, dá pra passar?', 'corridor'),
      ofNote('Cliente antiga, comprou a mesa Ipê em março. Pode dar 5% à vista.'),
      ofAttendant('Passa tranquilo: o corredor precisa de 0,90 m e o seu parece ter mais de 1 m.'),
      ofVisitor('Perfeito! 🙌'),
      ofVisitor('E a entrega consegue ser no sábado de manhã? Trabalho fora a semana toda.'),
    ],
  },
  {
    name: 'João Pedro Sampaio',
    queue: 'Entregas',
    attendant: rafael,
    tags: ['Atraso na entrega'],
    minutesAgo: 8,
    lines: [
      ofVisitor('Minha entrega era pra ontem e nada ainda.'),
      ofAttendant('João, desculpe o transtorno. Vou verificar agora com a transportadora.'),
      ofVisitor('Ok, fico no aguardo.'),
    ],
  },
  {
    name: 'Clínica Sorriso Vivo',
    queue: 'Vendas',
    attendant: beatriz,
    tags: ['Pessoa jurídica', 'Orçamento'],
    minutesAgo: 26,
    lines: [
      ofVisitor('Precisamos de 12 cadeiras para a recepção.'),
      ofAttendant('Segue o orçamento das 12 cadeiras: R$ 7.080 com entrega inclusa.'),
      ofVisitor('Recebi, vou levar para a diretoria.'),
      ofAttendant('Combinado! Qualquer dúvida estou por aqui.'),
    ],
  },
  {
    name: 'Lucas Arquitetura',
    queue: 'Vendas',
    attendant: beatriz,
    tags: ['Orçamento'],
    minutesAgo: 55,
    lines: [
      ofVisitor('Vocês têm o pendente Aurora em preto?', 'lamp'),
      ofAttendant('Oi Lucas! Em preto só sob encomenda, em 20 dias.'),
      ofVisitor('Beleza, me manda o preço com desconto de arquiteto?'),
    ],
  },
  {
    name: 'Ótica Visão Clara',
    queue: 'Vendas',
    tags: ['Pessoa jurídica'],
    minutesAgo: 4,
    lines: [
      ofVisitor('Boa tarde! Vocês fazem balcão sob medida para loja?'),
      ofVisitor('Precisaria para o começo de dezembro.'),
    ],
  },
  {
    name: 'Sônia Ferraz',
    queue: 'Pós-venda',
    tags: [],
    minutesAgo: 13,
    lines: [ofVisitor('A porta do armário está desalinhada, como faço para chamar a assistência?')],
  },
  {
    name: 'Visitante 3817',
    queue: 'Vendas',
    tags: [],
    minutesAgo: 51,
    lines: [ofVisitor('Vocês entregam em Sorocaba?')],
  },
]

export const group = {
  connection: 'WhatsApp Casa Aurora',
  name: 'Montadores Casa Aurora',
  address: '120363041234567890',
  minutesAgo: 18,
  lines: [
    'Bom dia, pessoal! Terminamos a montagem da Vila Mariana.',
    'A escada do prédio da Lapa é estreita, o armário precisa subir desmontado.',
    'Quem pode ir amanhã às 9h em Pinheiros?',
  ],
}

interface DemoChat {
  title: string
  /** By e-mail; the first one owns the chat. */
  members: string[]
  minutesAgo: number
  /** Each with the e-mail of its author. */
  lines: [string, string][]
}

/** What colleagues say among themselves, the chat with the oldest messages first. */
export const chats: DemoChat[] = [
  {
    title: 'Plantão de sábado',
    members: [juliana, adminEmail, beatriz],
    minutesAgo: 95,
    lines: [
      [juliana, 'Quem fica no sábado?'],
      [adminEmail, 'Eu fico até 12h.'],
    ],
  },
  {
    title: 'Black Friday',
    members: [rafael, adminEmail, juliana, beatriz],
    minutesAgo: 34,
    lines: [
      [beatriz, 'A arte das mesas ficou pronta?'],
      [rafael, 'Arte aprovada 🎉'],
    ],
  },
  {
    title: 'Vendas e entregas',
    members: [adminEmail, juliana, rafael, beatriz],
    minutesAgo: 7,
    lines: [
      [rafael, 'Camila, a Mariana quer entrega no sábado de manhã. Tem vaga na rota?'],
      [juliana, 'Sábado tem 2 vagas na Zona Oeste, das 8h às 12h.'],
      [adminEmail, 'Perfeito, seguro uma. Vou fechar com ela agora.'],
      [beatriz, 'O montador também está livre no sábado 👍'],
      [juliana, 'Reservado no nome dela.'],
      [juliana, 'Lembrando que o caminhão de hoje sai às 14h.'],
    ],
  },
]
