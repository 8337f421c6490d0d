import type { Database } from '#platform/database/sql'

export type Table = keyof Database

/** Which module writes a table; everybody reads. `platform`: no module does. */
export const owners: Record<string, readonly Table[]> = {
  platform: ['audit_log', 'event_heads', 'events'],
  companies: ['address_book', 'companies', 'plans'],
  settings: ['company_settings', 'holidays', 'installation_settings'],
  sessions: ['sessions'],
  mail: ['mail_server', 'mails'],
  // `tasks`: nobody writes it since to-do lists are kept in browsers; it is dropped when no older version runs any more.
  users: ['tasks', 'user_queues', 'users'],
  'sign-up': ['terms', 'terms_acceptances'],
  'payment-providers': ['billing_settings'],
  billing: [
    'charges',
    'invoices',
    'notice_texts',
    'payment_reviews',
    'payment_webhooks',
    'payments',
    'refund_requests',
    'subscription_notices',
  ],
  chatbots: ['chatbot_options'],
  queues: ['queues'],
  connections: [
    'connection_call_tokens',
    'connection_events',
    'connection_limits',
    'connection_queues',
    'connection_tokens',
    'connections',
  ],
  'user-notices': ['private_messages'],
  recovery: ['recoveries'],
  tags: ['contact_tags', 'tags', 'ticket_tags'],
  media: ['company_uploads', 'files', 'uploads'],
  'quick-messages': ['quick_messages'],
  'message-templates': ['message_templates', 'template_files'],
  'file-lists': ['file_list_options', 'file_lists'],
  prompts: ['prompts'],
  'queue-integrations': ['queue_integrations'],
  helps: ['helps'],
  'internal-chats': [
    'internal_chat_drafts',
    'internal_chat_members',
    'internal_chats',
    'internal_message_reactions',
    'internal_messages',
  ],
  contacts: ['contact_fields', 'contact_identities', 'contact_merges', 'contact_pictures', 'contacts'],
  'contact-lists': [
    'contact_list_imports',
    'contact_list_items',
    'contact_list_refusal_keys',
    'contact_list_refusals',
    'contact_lists',
    'number_checks',
  ],
  'contact-sheets': ['contact_sheet_rows', 'contact_sheets'],
  'phone-books': ['phone_contacts'],
  'ticket-timers': ['ticket_timers'],
  tickets: ['changed_days', 'ticket_log', 'ticket_turns', 'ticket_waits', 'tickets'],
  'on-call': ['on_call_notices', 'on_calls'],
  kanban: ['kanban_places'],
  numbers: ['number_days', 'number_months', 'number_rollups'],
  notes: ['ticket_notes'],
  drafts: ['drafts'],
  delivery: ['outbox', 'outbox_pauses', 'unconfirmed_parts'],
  conversations: ['conversations'],
  messages: ['message_reactions', 'message_revisions', 'messages'],
  'bot-timers': ['rotation_turns'],
  'pending-changes': ['pending_changes'],
  push: ['push_subscriptions'],
  'opt-outs': ['opt_out_words', 'opt_outs'],
  'sending-guard': ['number_guard_days', 'number_guard_sends', 'number_guards', 'number_standings', 'portfolio_people'],
  schedules: ['schedules'],
  'messages-api': ['api_requests', 'api_tokens', 'api_usages'],
  announcements: ['announcement_reads', 'announcements'],
  campaigns: [
    'campaign_holds',
    'campaign_counts',
    'campaign_messages',
    'campaign_news',
    'campaign_paces',
    'campaign_people_words',
    'campaign_recipients',
    'campaign_settings',
    'campaigns',
  ],
  reports: ['report_exports'],
  'prompt-answers': ['model_calls'],
  exchanges: ['answerer_breakers', 'exchange_sessions', 'exchanges'],
  inbound: ['inbox', 'message_parts', 'parked_events', 'reached_conversations'],
  'network-accounts': ['network_accounts', 'number_sign_ups', 'official_numbers'],
  visitors: ['web_chat_visitors'],
  imports: ['connection_imports', 'history_chunks', 'history_messages', 'history_names'],
  'whatsapp-sessions': ['connection_leases', 'connection_secrets', 'whatsapp_sessions'],
}

interface Exception {
  /** Within `modules`, or `platform`. */
  file: string
  /** `table`: a parameter of that name. */
  tables: readonly (Table | 'table')[]
  because: string
}

const arrival =
  'a batch of what arrived: message, ticket and conversation move in one statement, which is one round trip for all'

/** Writes to tables of another module. Each needs a reason why the owner cannot do it. */
export const exceptions: readonly Exception[] = [
  { file: 'inbound/receive-messages.ts', tables: ['messages', 'tickets', 'conversations'], because: arrival },
  { file: 'inbound/import-messages.ts', tables: ['messages', 'tickets', 'conversations'], because: arrival },
  { file: 'inbound/mark-seen-on-phone.ts', tables: ['messages', 'tickets'], because: arrival },
  {
    file: 'connections/tokens/sealed-token.ts',
    tables: ['table'],
    because: 'a parameter: its type allows only the two tables of tokens, which are of this module',
  },
  {
    file: 'messages/post-message.ts',
    tables: ['tickets'],
    because: 'a message that is sent: with its outbox entry and what its ticket shows in one round trip',
  },
  {
    file: 'delivery/settle-outbox.ts',
    tables: ['messages'],
    because: 'a batch of what was sent: entries end and their messages say so in one round trip',
  },
  {
    file: 'delivery/outbox.repository.ts',
    tables: ['messages'],
    because: 'an entry is given up with the reason on its message, under one lock; messages stand above delivery',
  },
  {
    file: 'delivery/confirm-sends.repository.ts',
    tables: ['messages'],
    because:
      'what the network has confirmed, or has not: the entry and its message change together; messages stand above delivery',
  },
  {
    file: 'contacts/contacts.repository.ts',
    tables: ['conversations'],
    because:
      'the address of a conversation is a copy of the number that is replaced; conversations stand above contacts',
  },
  {
    file: 'inbound/apply-events.ts',
    tables: ['messages'],
    because: 'a batch of ticks: what they reach and what waits for its message are found in one statement',
  },
  {
    file: 'inbound/lose-part.ts',
    tables: ['messages'],
    because: 'what the network has not delivered: the part and its message change together',
  },
  {
    file: 'conversations/tables/messages-of-conversation.repository.ts',
    tables: ['messages'],
    because: 'messages go with their conversation and ticket within the foreign keys; their module stands above',
  },
]
