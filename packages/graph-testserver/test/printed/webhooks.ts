/** Webhooks as Meta's documentation prints them, with invented values. */

const metadata = { display_phone_number: '551133334444', phone_number_id: '106540352242922' }

const ofAccount = (field: string, value: object, time?: number) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: '102290129340398', ...(time !== undefined && { time }), changes: [{ field, value }] }],
})

const ofNumber = (field: string, value: object) =>
  ofAccount(field, { messaging_product: 'whatsapp', metadata, ...value })

const ana = { profile: { name: 'Ana' }, wa_id: '5511987654321' }

export const envelope = ofNumber('messages', {
  contacts: [
    { profile: { name: 'Ana', username: 'ana.lima' }, wa_id: '5511987654321', user_id: 'BR.1349120865530274' },
  ],
  messages: [
    {
      from: '5511987654321',
      from_user_id: 'BR.1349120865530274',
      id: 'wamid.A',
      timestamp: '1763680000',
      type: 'text',
      text: { body: 'Bom dia' },
    },
  ],
})

export const usernameOnly = ofNumber('messages', {
  contacts: [{ profile: { name: 'Ana', username: 'ana.lima' }, user_id: 'BR.1349120865530274' }],
  messages: [
    {
      from_user_id: 'BR.1349120865530274',
      id: 'wamid.A1',
      timestamp: '1763680000',
      type: 'text',
      text: { body: 'Oi' },
    },
  ],
})

export const advertisement = {
  source_url: 'https://fb.me/x',
  source_id: '1201',
  source_type: 'ad',
  headline: 'Promo',
  body: 'Fale conosco',
  media_type: 'image',
  image_url: 'https://example.com/i.jpg',
  ctwa_clid: 'ARx1',
} as const

export const voiceNote = ofNumber('messages', {
  contacts: [{ profile: { name: 'Ana' }, wa_id: '553187654321', user_id: 'BR.1349120865530274' }],
  messages: [
    {
      from: '553187654321',
      from_user_id: 'BR.1349120865530274',
      id: 'wamid.A2',
      timestamp: '1763680001',
      type: 'audio',
      context: { from: '551133334444', id: 'wamid.OUT1' },
      referral: advertisement,
      audio: { id: '9001', mime_type: 'audio/ogg; codecs=opus', sha256: 'c2hhMjU2', voice: true },
    },
  ],
})

export const batch = ofNumber('messages', {
  contacts: [ana],
  messages: [
    {
      from: '5511987654321',
      id: 'wamid.A3',
      timestamp: '1763680002',
      type: 'interactive',
      context: { from: '551133334444', id: 'wamid.MENU' },
      interactive: {
        type: 'list_reply',
        list_reply: { id: 'opt:1', title: 'Vendas', description: 'Orçamentos' },
      },
    },
    {
      from: '5511987654321',
      id: 'wamid.A4',
      timestamp: '1763680003',
      type: 'reaction',
      reaction: { message_id: 'wamid.OUT1' },
    },
    {
      from: '5511987654321',
      id: 'wamid.A5',
      timestamp: '1763680004',
      type: 'edit',
      edit: {
        original_message_id: 'wamid.A1',
        message: { context: { id: 'M0' }, type: 'text', text: { body: 'Oi, tudo bem?' } },
      },
    },
    {
      from: '5511987654321',
      id: 'wamid.A6',
      timestamp: '1763680005',
      type: 'revoke',
      revoke: { original_message_id: 'wamid.A3' },
    },
  ],
})

/** The id of a message that is sent is Meta's own choice. */
export const delivered = (id: string) =>
  ofNumber('messages', {
    statuses: [
      {
        id,
        status: 'delivered',
        timestamp: '1763680010',
        recipient_id: '5511987654321',
        biz_opaque_callback_data: 'msg:8f14',
        pricing: { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' },
      },
    ],
  })

export const failed = (id: string) => ({
  id,
  status: 'failed',
  timestamp: '1763680010',
  recipient_id: '5511987654321',
  recipient_user_id: 'BR.1349120865530274',
  biz_opaque_callback_data: 'msg:8f14',
  errors: [
    {
      code: 131047,
      title: 'Re-engagement message',
      message: 'Re-engagement message',
      error_data: {
        details:
          'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
      },
      href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
    },
  ],
})

export const phoneEcho = ofNumber('smb_message_echoes', {
  message_echoes: [
    {
      from: '551133334444',
      to: '5511987654321',
      id: 'wamid.E1',
      timestamp: '1763680020',
      type: 'text',
      text: { body: 'Respondi pelo celular' },
    },
  ],
})

export const templateRejected = (id: string) =>
  ofAccount(
    'message_template_status_update',
    {
      event: 'REJECTED',
      message_template_id: Number(id),
      message_template_name: 'pedido_enviado',
      message_template_language: 'pt_BR',
      message_template_category: 'UTILITY',
      reason: 'INVALID_FORMAT',
    },
    1763680030,
  )

export const numberChange = ofNumber('messages', {
  messages: [
    {
      from: '5511987654321',
      id: 'wamid.S1',
      timestamp: '1763680040',
      type: 'system',
      system: {
        type: 'user_changed_number',
        body: 'User Ana changed from 5511987654321 to 5521987650000',
        wa_id: '5521987650000',
        user_id: 'BR.2222',
        previous_user_id: 'BR.1349120865530274',
      },
    },
  ],
})

export const optOut = ofNumber('user_preferences', {
  contacts: [ana],
  user_preferences: [
    {
      wa_id: '5511987654321',
      category: 'marketing_messages',
      value: 'stop',
      detail: 'User requested to stop marketing messages',
      timestamp: 1763680050,
    },
  ],
})

export const historyChunk = ofNumber('history', {
  history: [
    {
      metadata: { phase: 0, chunk_order: 1, progress: 55 },
      threads: [
        {
          id: '5511987654321',
          messages: [
            {
              from: '551133334444',
              to: '5511987654321',
              id: 'wamid.H1',
              timestamp: '1763600000',
              type: 'text',
              text: { body: 'Olá' },
              history_context: { status: 'READ' },
            },
            {
              from: '5511987654321',
              id: 'wamid.H2',
              timestamp: '1763600010',
              type: 'media_placeholder',
              history_context: { status: 'DELIVERED' },
            },
          ],
        },
      ],
    },
  ],
})
