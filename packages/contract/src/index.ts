import { companyCalls, planCalls } from './companies.ts'
import { connectionHealthCalls } from './connection-health.ts'
import { connectionCalls } from './connections.ts'
import { contactCalls } from './contacts.ts'
import { eventCalls } from './events.ts'
import { messageCalls } from './messages.ts'
import { operationCalls } from './operations.ts'
import { queueCalls } from './queues.ts'
import { sessionCalls } from './sessions.ts'
import { settingCalls } from './settings.ts'
import { tagCalls } from './tags.ts'
import { draftCalls, noteCalls, ticketCalls } from './tickets.ts'
import { userCalls } from './users.ts'
import { webChatCalls } from './web-chat.ts'

/** Every call that the server answers. Routes, the browser's client and the OpenAPI document are made from it. */
export const api = {
  ...sessionCalls,
  ...userCalls,
  ...companyCalls,
  ...planCalls,
  ...settingCalls,
  ...queueCalls,
  ...connectionCalls,
  ...connectionHealthCalls,
  ...tagCalls,
  ...contactCalls,
  ...ticketCalls,
  ...noteCalls,
  ...draftCalls,
  ...messageCalls,
  ...eventCalls,
  ...operationCalls,
  ...webChatCalls,
} as const

export type Api = typeof api
export type CallName = keyof Api

export * from './call.ts'
export * from './cards.ts'
export * from './companies.ts'
export * from './connection-health.ts'
export * from './connections.ts'
export * from './contacts.ts'
export * from './errors.ts'
export * from './events.ts'
export * from './fields.ts'
export * from './imports.ts'
export * from './limits.ts'
export * from './live-message.ts'
export * from './messages.ts'
export * from './operations.ts'
export * from './overtaken.ts'
export * from './places.ts'
export * from './queues.ts'
export * from './sessions.ts'
export * from './settings.ts'
export * from './tags.ts'
export * from './tickets.ts'
export * from './users.ts'
export * from './views.ts'
export * from './web-chat.ts'
