import type { WebChatInfo, WebChatMessage } from '@guiche/contract'
import type { ChatMessage } from '../messages/messages.ts'
import { request, type Reply } from './request.ts'

export interface Page {
  messages: WebChatMessage[]
  hasMore: boolean
}

export type Calls = ReturnType<typeof createCalls>

/** The calls of the web chat, as in the contract. */
export function createCalls(origin: string, token: string) {
  const base = `${origin}/web-chat/${encodeURIComponent(token)}`
  return {
    readInfo: () => request<WebChatInfo>(base, {}),
    createVisitor: (name = '', email = '') =>
      request<{ secret: string }>(`${base}/visitors`, { method: 'POST', body: { name, email } }),
    /** The newest page, or the one before or after a message. */
    listMessages: (secret: string | undefined, where: { after: string } | { before: string } | object = {}) =>
      request<Page>(`${base}/messages?${new URLSearchParams({ ...where })}`, { secret }),
    sendMessage: (secret: string | undefined, message: ChatMessage, onProgress: (share: number) => void) =>
      request<{ createdAt: string }>(`${base}/messages`, {
        method: 'POST',
        secret,
        ...(message.file ? { body: formOf(message, message.file), onProgress } : { body: textOf(message) }),
      }),
  }
}

/** The connection of the chat was deleted. */
export function isGone({ error }: Reply<unknown>): boolean {
  return error === 'ERR_NO_WAPP_FOUND'
}

/** 401: the secret is not valid, or no longer. */
export function isUnknown({ status }: Reply<unknown>): boolean {
  return status === 401
}

function textOf({ id, body, quoted }: ChatMessage): Record<string, string> {
  return quoted ? { id, body, quotedId: quoted.id } : { id, body }
}

function formOf(message: ChatMessage, file: File): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(textOf(message))) form.append(name, value)
  form.append('file', file, file.name)
  return form
}
