import type { Voice } from '#modules/tickets'
import { mayAnswerByItself } from './may-answer-by-itself.ts'
import { asBot } from '#platform/context'
import { insertPosted } from './post-message.ts'

/** What tickets say and note, said by messages. */
export const voice: Voice = {
  say: async (ctx, ticket, text) => {
    if (text.trim() === '' || !(await mayAnswerByItself(ctx, ticket))) return
    await insertPosted(asBot(ctx), ticket, { body: text })
  },
  note: async (ctx, ticket, body) => {
    await insertPosted(ctx, ticket, { body, isPrivate: true })
  },
}
