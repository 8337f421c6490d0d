import { randomUUID } from 'node:crypto'
import { type Client, createClient } from './client.ts'
import type { ServerUnderTest } from './testbed.ts'

export interface Visitor {
  client: Client
  /** No other visitor of the same call has it. */
  name: string
  /** Authenticates the visitor's window. */
  secret: string
  /** Of the web chat. */
  chatToken: string
}

/** Creates `count` visitors in a web chat of the large company. */
export async function makeVisitors(
  { url, data }: Pick<ServerUnderTest, 'url' | 'data'>,
  count: number,
  chatToken = data.chatToken,
): Promise<Visitor[]> {
  const open = createClient(url)
  const made: Visitor[] = []
  let begun = 0
  const next = async () => {
    while (begun < count) {
      const name = `Visitante ${(begun += 1)}`
      const reply = await open.post(`/web-chat/${chatToken}/visitors`, { name })
      if (reply.status !== 201) throw new Error(`visitor: ${reply.status} ${reply.text}`)
      const { secret } = JSON.parse(reply.text)
      made.push({
        name,
        secret,
        chatToken,
        client: createClient(url, { authorization: `Bearer ${secret}` }),
      })
    }
  }
  await Promise.all(Array.from({ length: 8 }, next))
  return made
}

export const write = ({ client, chatToken }: Visitor, body: string) =>
  client.post(`/web-chat/${chatToken}/messages`, { id: randomUUID(), body })
