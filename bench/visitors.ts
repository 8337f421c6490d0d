import { randomUUID } from 'node:crypto'
import { type Client, createClient } from './client.ts'
import type { Testbed } from './testbed.ts'

export interface Visitor {
  client: Client
  /** Authenticates the visitor's window. */
  secret: string
}

/** Creates `count` visitors in the large company's web chat. */
export async function makeVisitors(testbed: Testbed, count: number): Promise<Visitor[]> {
  const open = createClient(testbed.whole.url)
  const made: Visitor[] = []
  const next = async () => {
    while (made.length < count) {
      const reply = await open.post(`/web-chat/${testbed.whole.data.chatToken}/visitors`, {
        name: `Visitante ${made.length}`,
      })
      if (reply.status !== 201) throw new Error(`visitor: ${reply.status} ${reply.text}`)
      const { secret } = JSON.parse(reply.text)
      made.push({ secret, client: createClient(testbed.whole.url, { authorization: `Bearer ${secret}` }) })
    }
  }
  await Promise.all(Array.from({ length: 8 }, next))
  return made.slice(0, count)
}

export const write = (testbed: Testbed, visitor: Visitor, body: string) =>
  visitor.client.post(`/web-chat/${testbed.whole.data.chatToken}/messages`, { id: randomUUID(), body })
