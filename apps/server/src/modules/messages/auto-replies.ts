import type { AutoReplies } from '#modules/tickets'
import { mayAnswerByItself } from './may-answer-by-itself.ts'
import { asBot } from '#platform/context'
import { insertPosted } from './post-message.ts'

export const autoReplies: AutoReplies = {
  send: async (ctx, ticket, text) => {
    if (text.trim() === '' || !(await mayAnswerByItself(ctx, ticket))) return
    await insertPosted(asBot(ctx), ticket, { body: text })
  },
  addNote: async (ctx, ticket, body) => {
    await insertPosted(ctx, ticket, { body, isPrivate: true })
  },
}
