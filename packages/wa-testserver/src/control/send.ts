import { z } from 'zod'
import type { SentMessage } from '../accounts/simulated-account.ts'
import type { Chat } from '../chat.ts'

const quoted = z.object({ id: z.string(), fromOther: z.boolean().optional() }).optional()
const file = {
  base64: z.base64(),
  caption: z.string().optional(),
  fileName: z.string().optional(),
  mimetype: z.string().optional(),
  quoted,
}

/** A message, as the control port takes it. */
export const Content = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string(), quoted, isForwarded: z.boolean().optional() }),
  z.object({ kind: z.enum(['image', 'video', 'voice', 'audio', 'document', 'sticker']), ...file }),
  z.object({ kind: z.literal('location'), latitude: z.number(), longitude: z.number(), name: z.string().default('') }),
  z.object({ kind: z.literal('contactCard'), name: z.string(), number: z.string() }),
  z.object({ kind: z.literal('poll'), question: z.string(), choices: z.array(z.string()) }),
  z.object({ kind: z.literal('react'), id: z.string(), fromOther: z.boolean().default(true), text: z.string() }),
  z.object({ kind: z.literal('edit'), id: z.string(), text: z.string() }),
  z.object({ kind: z.literal('delete'), id: z.string() }),
])

/** Writes it in a chat. */
export function send(chat: Chat, content: z.infer<typeof Content>): Promise<SentMessage> {
  switch (content.kind) {
    case 'text':
      return chat.text(content.text, content)
    case 'location':
      return chat.location(content.latitude, content.longitude, { name: content.name })
    case 'contactCard':
      return chat.contactCard(content.name, content.number)
    case 'poll':
      return chat.poll(content.question, content.choices)
    case 'react':
      return chat.react(content, content.text)
    case 'edit':
      return chat.edit(content.id, content.text)
    case 'delete':
      return chat.delete(content.id)
    case 'image':
    case 'video':
    case 'voice':
    case 'audio':
    case 'document':
    case 'sticker':
      return chat[content.kind](Buffer.from(content.base64, 'base64'), content)
  }
}
