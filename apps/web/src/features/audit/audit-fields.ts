import type { AuditField } from '@guiche/contract'

/** How values of a field are written. `plain`: texts, numbers, yes or no, and lists of them. */
export type FieldKind =
  | 'plain'
  /** A day or a moment. */
  | 'when'
  | 'money'
  | 'minutes'
  | 'number'
  | 'count'
  | 'profile'
  | 'recurrence'
  | 'channel'
  | 'priority'
  | 'ticketStatus'
  | 'paymentKind'
  | 'language'
  | 'hours'
  | 'closeWhen'
  | 'holiday'
  | 'sentBy'
  | 'reach'
  | 'area'
  | 'object'
  | 'actor'

interface Field {
  /** The key of the label that the screen of this field has. */
  label: string
  kind: FieldKind
}

const plain = (label: string): Field => ({ label, kind: 'plain' })
const flag = (name: string) => plain(`plans.flags.${name}`)

/** Every field that the server writes. */
export const fields: Readonly<Record<AuditField, Field>> = {
  action: { label: 'audit.fields.action', kind: 'reach' },
  active: plain('companies.active'),
  actor: { label: 'audit.fields.actor', kind: 'actor' },
  address: plain('audit.fields.address'),
  allTicket: plain('users.rights.allTicket'),
  allowConnections: plain('users.rights.allowConnections'),
  allowGroup: plain('users.rights.allowGroup'),
  allowRealTime: plain('users.rights.allowRealTime'),
  amount: { label: 'billing.value', kind: 'money' },
  apiKey: plain('prompts.apiKey'),
  area: { label: 'audit.fields.area', kind: 'area' },
  asksName: plain('connections.look.asksName'),
  ativarRoteador: plain('queues.rotation.switch'),
  callToken: plain('connections.callToken'),
  changed: plain('audit.fields.changed'),
  campaignPeople: { label: 'plans.campaignPeople', kind: 'number' },
  campaignsPerHour: { label: 'plans.campaignsPerHour', kind: 'number' },
  channel: { label: 'audit.fields.channel', kind: 'channel' },
  closeTicket: plain('queues.closeTicket'),
  closed: plain('audit.fields.closed'),
  closedAt: { label: 'audit.fields.closedAt', kind: 'when' },
  closesTickets: plain('connections.import.closes'),
  color: plain('queues.color'),
  companyId: { label: 'audit.fields.companyId', kind: 'number' },
  complationMessage: plain('connections.farewell'),
  connectionId: { label: 'audit.fields.connectionId', kind: 'number' },
  connections: plain('plans.connections'),
  contactId: { label: 'audit.fields.contactId', kind: 'number' },
  contactListPeople: { label: 'plans.contactListPeople', kind: 'number' },
  contactTag: { label: 'audit.fields.tags', kind: 'number' },
  conversations: { label: 'audit.fields.conversations', kind: 'count' },
  day: { label: 'settings.holidays.day', kind: 'when' },
  description: plain('helps.description'),
  document: plain('companies.document'),
  dueDate: { label: 'companies.due', kind: 'when' },
  email: plain('users.email'),
  expiresInactiveMessage: plain('connections.chatbot.closing'),
  expiresTicket: { label: 'connections.chatbot.closeAfter', kind: 'minutes' },
  expiresTicketNPS: { label: 'connections.rating.expires', kind: 'minutes' },
  farewellMessage: plain('connections.farewell'),
  fileList: { label: 'audit.fields.fileList', kind: 'number' },
  from: { label: 'audit.fields.from', kind: 'when' },
  greetingFile: plain('connections.greetingFile.label'),
  greetingMessage: plain('connections.greeting'),
  groupAsTicket: plain('connections.groupAsTicket'),
  holiday: { label: 'audit.fields.holiday', kind: 'holiday' },
  host: plain('mail-server.host'),
  id: { label: 'audit.fields.id', kind: 'number' },
  identities: { label: 'audit.fields.identities', kind: 'count' },
  inactiveMessage: plain('connections.chatbot.warning'),
  integration: { label: 'audit.fields.integration', kind: 'number' },
  invitation: plain('connections.look.invitation'),
  is_active: plain('announcements.statuses.active'),
  isCategory: plain('audit.fields.isCategory'),
  isDefault: plain('connections.default'),
  isGeneral: plain('quick-messages.general'),
  isOpen: plain('settings.holidays.open'),
  isPublic: plain('plans.public'),
  isYearly: plain('settings.holidays.yearly'),
  kind: { label: 'audit.fields.kind', kind: 'paymentKind' },
  language: { label: 'settings.language.label', kind: 'language' },
  maxMessages: plain('prompts.maxMessages'),
  maxTokens: plain('prompts.maxTokens'),
  maxUseBotQueues: plain('connections.chatbot.tries'),
  maxUseBotQueuesNPS: plain('connections.rating.tries'),
  menu: plain('audit.fields.menu'),
  mergedId: { label: 'audit.fields.mergedId', kind: 'number' },
  name: plain('users.name'),
  note: plain('billing.reviews.note'),
  number: plain('audit.fields.number'),
  object: { label: 'audit.filters.object', kind: 'object' },
  objectId: plain('audit.fields.objectId'),
  order: { label: 'audit.fields.order', kind: 'number' },
  orderQueue: plain('queues.order'),
  optsOut: plain('contact-lists.import.optsOut'),
  origins: plain('connections.look.origins'),
  outOfHoursMessage: plain('connections.outOfHours'),
  password: plain('audit.fields.password'),
  paymentMethod: plain('companies.paymentMethod'),
  phone: plain('companies.phone'),
  plan: plain('companies.plan'),
  planId: { label: 'companies.plan', kind: 'number' },
  plan_ids: { label: 'announcements.plans', kind: 'number' },
  port: plain('mail-server.port'),
  priority: { label: 'announcements.priority', kind: 'priority' },
  private: plain('audit.fields.private'),
  profile: { label: 'users.profile', kind: 'profile' },
  prompt: plain('prompts.prompt'),
  promptId: { label: 'audit.objects.prompt', kind: 'number' },
  queueId: { label: 'prompts.queue', kind: 'number' },
  queues: plain('users.queues'),
  ratingCommentMessage: plain('connections.rating.comment'),
  ratingMessage: plain('connections.rating.message'),
  reason: plain('billing.ledger.reason'),
  recurrence: { label: 'companies.recurrence', kind: 'recurrence' },
  redirectQueue: { label: 'connections.redirectQueue', kind: 'number' },
  schedules: { label: 'settings.tabs.hours', kind: 'hours' },
  searchParam: plain('audit.fields.searchParam'),
  sendAt: { label: 'audit.fields.sendAt', kind: 'when' },
  sender: plain('audit.fields.sender'),
  sentBy: { label: 'audit.fields.sentBy', kind: 'sentBy' },
  shortcode: plain('quick-messages.shortcode'),
  showDashboard: plain('users.rights.showDashboard'),
  since: { label: 'audit.fields.since', kind: 'when' },
  status: { label: 'audit.fields.status', kind: 'ticketStatus' },
  super: plain('audit.fields.super'),
  takesGroups: plain('connections.import.groups'),
  subject: plain('audit.fields.subject'),
  temperature: plain('prompts.temperature'),
  tempoRoteador: { label: 'queues.rotation.time', kind: 'minutes' },
  text: plain('announcements.text'),
  ticketId: { label: 'audit.fields.ticketId', kind: 'number' },
  timeCreateNewTicket: { label: 'connections.newTicketAfter', kind: 'minutes' },
  timeInactiveMessage: { label: 'connections.chatbot.warnAfter', kind: 'minutes' },
  timeSendQueue: { label: 'connections.redirectTime', kind: 'minutes' },
  timeUseBotQueues: { label: 'connections.chatbot.pause', kind: 'minutes' },
  timezone: plain('settings.timezone.label'),
  title: plain('helps.titleOf'),
  to: plain('audit.fields.to'),
  until: { label: 'audit.fields.until', kind: 'when' },
  useCampaigns: flag('useCampaigns'),
  useExternalApi: flag('useExternalApi'),
  useFacebook: flag('useFacebook'),
  useInstagram: flag('useInstagram'),
  useIntegration: flag('useIntegration'),
  useInternalChat: flag('useInternalChat'),
  useKanban: flag('useKanban'),
  useOpenAi: flag('useOpenAi'),
  useSchedules: flag('useSchedules'),
  useWhatsapp: flag('useWhatsapp'),
  userId: { label: 'audit.fields.userId', kind: 'number' },
  users: plain('plans.users'),
  uuid: plain('audit.fields.uuid'),
  valid_from: { label: 'announcements.from', kind: 'when' },
  valid_until: { label: 'announcements.until', kind: 'when' },
  version: plain('audit.fields.version'),
  video: plain('helps.video'),
  voice: plain('prompts.voice'),
  voiceKey: plain('prompts.voiceKey'),
  voiceRegion: plain('prompts.voiceRegion'),
  whenExpiresTicket: { label: 'connections.chatbot.closeWhen', kind: 'closeWhen' },
  who: plain('audit.who'),
  words: plain('opt-outs.words.label'),
}

/** Actions whose `before` and `after` are one value. */
export const singleFields: Readonly<Record<string, Field>> = {
  'announcement.pictureChanged': plain('announcements.picture'),
  'company.hoursChanged': { label: 'settings.tabs.hours', kind: 'hours' },
  'company.renewed': { label: 'companies.due', kind: 'when' },
  'contact.number': plain('audit.fields.number'),
}

const byName: ReadonlyMap<string, Field> = new Map(Object.entries(fields))

export const fieldOf = (name: string): Field | undefined => byName.get(name)
