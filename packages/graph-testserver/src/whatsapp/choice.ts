import { z } from 'zod'
import type { WhatsAppMessage } from './message.ts'

const Row = z.object({ id: z.string(), title: z.string(), description: z.string().optional() })
const List = z.object({
  type: z.literal('list'),
  action: z.object({ sections: z.array(z.object({ rows: z.array(Row) })) }),
})
const Buttons = z.object({
  type: z.literal('button'),
  action: z.object({ buttons: z.array(z.object({ reply: Row.pick({ id: true, title: true }) })) }),
})
const Quick = z.object({ quickReplies: z.array(z.object({ text: z.string(), payload: z.string() })) })

/** What a tap on a row or button sends, found by its id or by what stands on it. */
export function choiceOf({ id, content }: WhatsAppMessage, choice: string): { type: string; content: object } {
  const found = choicesIn(content).find((one) => one.id === choice || one.title === choice)
  if (!found) throw new Error(`there is no ${choice} in message ${id}`)
  return found.reply
}

/** All rows and buttons of a message, with what a tap on each sends. */
export function choicesIn(content: Record<string, unknown>) {
  const rows = List.safeParse(content).data?.action.sections.flatMap((section) => section.rows) ?? []
  const buttons = Buttons.safeParse(content).data?.action.buttons.map(({ reply }) => reply) ?? []
  const quick = Quick.safeParse(content).data?.quickReplies ?? []
  return [
    ...rows.map((row) => ({
      ...row,
      reply: { type: 'interactive', content: { type: 'list_reply', list_reply: row } },
    })),
    ...buttons.map((button) => ({
      ...button,
      reply: { type: 'interactive', content: { type: 'button_reply', button_reply: button } },
    })),
    ...quick.map(({ payload, text }) => ({
      id: payload,
      title: text,
      reply: { type: 'button', content: { payload, text } },
    })),
  ]
}
