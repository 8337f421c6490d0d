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
  const isMeant = (one: { id: string; title: string }) => one.id === choice || one.title === choice
  const row = List.safeParse(content)
    .data?.action.sections.flatMap(({ rows }) => rows)
    .find(isMeant)
  if (row) return { type: 'interactive', content: { type: 'list_reply', list_reply: row } }
  const button = Buttons.safeParse(content)
    .data?.action.buttons.map(({ reply }) => reply)
    .find(isMeant)
  if (button) return { type: 'interactive', content: { type: 'button_reply', button_reply: button } }
  const quick = Quick.safeParse(content).data?.quickReplies.find(
    ({ text, payload }) => text === choice || payload === choice,
  )
  if (quick) return { type: 'button', content: { payload: quick.payload, text: quick.text } }
  throw new Error(`there is no ${choice} in message ${id}`)
}
