import { z } from 'zod'
import type { Later } from './workflow.ts'

/** The customer's number in what the product has sent: in its envelope, or in the message of a WhatsApp library. */
const Asked = z.looseObject({
  contact: z.looseObject({ number: z.string() }).optional(),
  key: z.looseObject({ remoteJid: z.string() }).optional(),
  message: z.looseObject({ key: z.looseObject({ remoteJid: z.string() }).optional() }).optional(),
})

export function numberIn(body: unknown): string | undefined {
  const { contact, key, message } = Asked.safeParse(body).data ?? {}
  return contact?.number ?? (key ?? message?.key)?.remoteJid.split('@')[0]
}

/** Answers a customer later, as flows do: by the messages API of the product. Returns the status of its answer. */
export async function sendMessage({ url, token, message }: Later, number: string): Promise<number> {
  const response = await fetch(`${url}/api/messages/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ number, ...message }),
  })
  await response.text()
  return response.status
}
