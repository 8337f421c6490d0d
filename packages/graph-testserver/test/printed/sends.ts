/** Bodies of messages as Meta's documentation prints them. */

export const reply = {
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to: '5511987654321',
  type: 'text',
  context: { message_id: 'wamid.HBgM...' },
  biz_opaque_callback_data: 'msg:8f14',
  text: { body: 'Olá', preview_url: true },
}

export const contact = {
  name: { formatted_name: 'Ana Lima', first_name: 'Ana', last_name: 'Lima' },
  phones: [{ phone: '+55 11 98765-4321', type: 'CELL', wa_id: '5511987654321' }],
  emails: [{ email: 'ana@example.com', type: 'WORK' }],
  org: { company: 'Exemplo Ltda', department: 'Vendas', title: 'Gerente' },
  addresses: [
    {
      street: 'Rua A, 10',
      city: 'São Paulo',
      state: 'SP',
      zip: '01000-000',
      country: 'Brasil',
      country_code: 'BR',
      type: 'WORK',
    },
  ],
  urls: [{ url: 'https://example.com', type: 'WORK' }],
  birthday: '1990-01-31',
}

export const list = {
  type: 'list',
  header: { type: 'text', text: 'Setores' },
  body: { text: 'Escolha um setor' },
  footer: { text: 'Atendimento' },
  action: {
    button: 'Ver opções',
    sections: [{ title: 'Comercial', rows: [{ id: 'opt:1', title: 'Vendas', description: 'Orçamentos' }] }],
  },
}

export const buttons = {
  type: 'button',
  body: { text: 'Confirma?' },
  footer: { text: 'opcional' },
  action: {
    buttons: [
      { type: 'reply', reply: { id: 'sim', title: 'Sim' } },
      { type: 'reply', reply: { id: 'nao', title: 'Não' } },
    ],
  },
}

export const link = {
  type: 'cta_url',
  body: { text: 'Veja o pedido' },
  action: { name: 'cta_url', parameters: { display_text: 'Abrir', url: 'https://example.com/p/1' } },
}

export const locationRequest = {
  type: 'location_request_message',
  body: { text: 'Onde você está?' },
  action: { name: 'send_location' },
}

export const newTemplate = {
  name: 'pedido_enviado',
  language: 'pt_BR',
  category: 'UTILITY',
  parameter_format: 'named',
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'Pedido enviado' },
    {
      type: 'BODY',
      text: 'Olá {{nome}}, seu pedido {{pedido}} saiu para entrega hoje.',
      example: {
        body_text_named_params: [
          { param_name: 'nome', example: 'Ana' },
          { param_name: 'pedido', example: '1029' },
        ],
      },
    },
    { type: 'FOOTER', text: 'Exemplo Ltda' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Falar com atendente' },
        { type: 'URL', text: 'Rastrear', url: 'https://example.com/r/{{1}}', example: ['https://example.com/r/1029'] },
        { type: 'PHONE_NUMBER', text: 'Ligar', phone_number: '551133334444' },
      ],
    },
  ],
}

const named = [
  { type: 'text', parameter_name: 'nome', text: 'Ana' },
  { type: 'text', parameter_name: 'pedido', text: '1029' },
]

/** The components beside the header, which has a picture in the documentation's example. */
export const filledIn = [
  { type: 'body', parameters: named },
  { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: '1029' }] },
  { type: 'button', sub_type: 'quick_reply', index: '0', parameters: [{ type: 'payload', payload: 'ATENDENTE' }] },
]

export const templateMessage = (imageId: string) => ({
  messaging_product: 'whatsapp',
  to: '5511987654321',
  type: 'template',
  template: {
    name: 'pedido_enviado',
    language: { code: 'pt_BR' },
    components: [{ type: 'header', parameters: [{ type: 'image', image: { id: imageId } }] }, ...filledIn],
  },
})
