import type { Ctx } from '#platform/context'
import { type RawBuilder, sql } from '#platform/database/sql'
import { isOptedOut } from '#modules/opt-outs'

/**
 * Why a person of `p`, a query with the columns `key`, `is_group` and `is_valid`, gets no message, as SQL; null if they get it. Asked when a campaign starts and again before each
 * message, and nowhere else: whoever must be left out for another reason is added here.
 */
export const leftOut = (ctx: Ctx): RawBuilder<string | null> => sql<string | null>`
  case when p.is_group then 'group'
       when p.is_valid is false or p.key !~ '^\\d{8,15}$' then 'invalid'
       when p.key in (
         select phone_key(n.number) from connections n where n.company_id = ${ctx.companyId} and n.number is not null) then 'own'
       when exists (
         select from contact_identities i join contacts c on c.company_id = i.company_id and c.id = i.contact_id
         where i.company_id = ${ctx.companyId} and i.kind = 'phone' and i.scope = '' and i.key = p.key and not c.is_active) then 'blocked'
       when ${isOptedOut(ctx, sql`p.key`)} then 'optedOut'
       end`
