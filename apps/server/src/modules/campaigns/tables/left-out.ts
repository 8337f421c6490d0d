import { weeklyCap } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type RawBuilder, sql } from '#platform/database/sql'
import { isOptedOut } from '#modules/opt-outs'

/**
 * Why a person of `p`, a query with the columns `key`, `is_group`, `is_valid` and `is_confirmed`, gets no message of this campaign, as SQL; null if they get it. Asked when a
 * campaign starts, again before each message, and by the preview. Nothing else decides it: whoever must be left out for another reason is added here.
 */
export const leftOut = (ctx: Ctx, campaignId: number | null): RawBuilder<string | null> => sql<string | null>`
  case when p.is_group then 'group'
       when p.is_valid is false or p.key !~ '^\\d{8,15}$' then 'invalid'
       when p.key in (
         select phone_key(n.number) from connections n where n.company_id = ${ctx.companyId} and n.number is not null) then 'own'
       when exists (
         select from contact_identities i
         cross join lateral (
           select from contacts c where c.company_id = i.company_id and c.id = i.contact_id and not c.is_active limit 1) c
         where i.company_id = ${ctx.companyId} and i.kind = 'phone' and i.scope = '' and i.key = p.key) then 'blocked'
       when ${isOptedOut(ctx, sql`p.key`)} then 'optedOut'
       when not p.is_confirmed and ${isOverCap(ctx, campaignId)} then 'cap'
       end`

/** Whether `p` has got messages of as many other campaigns within seven days as the company allows. A question counts too. */
const isOverCap = ({ companyId }: Ctx, campaignId: number | null) => sql`
  (select count(*) from campaign_recipients o
   where o.company_id = ${companyId} and o.person_key = p.key and o.state <> 'waiting' and o.campaign_id is distinct from ${campaignId}::bigint
     and (o.state not in ('skipped', 'failed') or o.requested_at is not null)
     and coalesce(greatest(o.requested_at, o.reached_at), o.updated_at) > now() - interval '7 days')
  >= coalesce((
    select s.value::int from campaign_settings s where s.company_id = ${companyId} and s.key = 'weeklyCap'), ${sql.lit(weeklyCap.usual)})`
