import { randomUUID } from 'node:crypto'
import { type Client, createClient } from './client.ts'
import type { Stage } from './stage.ts'

export interface Visitor {
  client: Client
}

/** So many people on the web chat of the large company. */
export async function makeVisitors(stage: Stage, count: number): Promise<Visitor[]> {
  const open = createClient(stage.whole.url)
  const made: Visitor[] = []
  const next = async () => {
    while (made.length < count) {
      const reply = await open.post(`/web-chat/${stage.whole.data.chatToken}/visitors`, {
        name: `Visitante ${made.length}`,
      })
      if (reply.status !== 201) throw new Error(`visitor: ${reply.status} ${reply.text}`)
      made.push({ client: createClient(stage.whole.url, { authorization: `Bearer ${JSON.parse(reply.text).secret}` }) })
    }
  }
  await Promise.all(Array.from({ length: 8 }, next))
  return made.slice(0, count)
}

export const write = (stage: Stage, visitor: Visitor, body: string) =>
  visitor.client.post(`/web-chat/${stage.whole.data.chatToken}/messages`, { id: randomUUID(), body })
