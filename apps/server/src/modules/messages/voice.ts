import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import type { Voice } from '#modules/tickets'
import { mayAnswerByItself } from './greet.ts'
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
        file: null,
        origin: 'user',
      })
    },
    seen: async (ctx, ticket) => {
      await sql`
        with seen as (
          update messages set ack = 3
          where company_id = ${ctx.companyId} and conversation_id = ${ticket.conversation_id} and ticket_id = ${ticket.id} and not from_me and ack < 3
          returning id, external_id)
        insert into outbox (company_id, connection_id, conversation_id, message_id, action, payload)
        select ${ctx.companyId}, ${ticket.connection_id}, ${ticket.conversation_id}, max(id), 'read', jsonb_build_object('readIds', jsonb_agg(external_id order by id))
        from seen having count(*) > 0`.execute(ctx.db)
      sends(ctx)
    },
  }
}
