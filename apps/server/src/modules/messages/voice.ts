import type { Ctx } from '#platform/context'
import type { Voice } from '#modules/tickets'
import { mayAnswerByItself } from './greet.ts'
import { markSeen } from './mark-seen.ts'
import { insertPosted, postAutomatic } from './post-message.ts'

/** What tickets say and note, said by messages. `wake`: after the commit there is something to send. */
export function createVoice(wake: (companyId: number) => void): Voice {
  const sends = (ctx: Ctx) => ctx.afterCommit(() => wake(ctx.companyId))
  return {
    say: async (ctx, ticket, text) => {
      if (text.trim() === '' || !(await mayAnswerByItself(ctx, ticket))) return
      await postAutomatic(ctx, ticket, text)
      sends(ctx)
    },
    note: async (ctx, ticket, body) => {
      await insertPosted(ctx, ticket, {
        body,
        isPrivate: true,
        clientId: null,
        quotedMsgId: null,
        carries: null,
        origin: 'user',
      })
    },
    seen: async (ctx, ticket) => {
      await markSeen(ctx, ticket)
      sends(ctx)
    },
  }
}
