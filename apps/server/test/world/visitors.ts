import { randomUUID } from 'node:crypto'
import type { Answer, Caller, CallerWith } from './callers.ts'

export interface Visitor extends Caller {
  visitorId: string
  secret: string
  token: string
  write(body: string, extra?: { id?: string; quotedId?: string }): Promise<Answer & { id: string }>
  messages(query?: string): Promise<Answer>
}

/** Visitors of the web chat with this token. */
export type CreateVisitor = (token: string, name?: string) => Promise<Visitor>

export function createVisitors(callerWith: CallerWith): CreateVisitor {
  // Each visitor has an address of their own.
  let visitors = 0

  return async (token, name = 'Visitante Teste') => {
    const address = `10.200.${visitors >> 8}.${visitors++ & 255}`
    const answer = await callerWith({}, address).post(`/web-chat/${token}/visitors`, { name })
    if (answer.status !== 201) throw new Error(`visitor was not made: ${answer.status} ${JSON.stringify(answer.body)}`)
    const { visitorId, secret } = answer.body
    const caller = callerWith({ authorization: `Bearer ${secret}` }, address)
    return {
      ...caller,
      visitorId,
      secret,
      token,
      write: async (body, { id = randomUUID(), quotedId } = {}) => ({
        ...(await caller.post(`/web-chat/${token}/messages`, { id, body, ...(quotedId && { quotedId }) })),
        id,
      }),
      messages: (query = '') => caller.get(`/web-chat/${token}/messages${query}`),
    }
  }
}
