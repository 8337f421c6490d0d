import type { Ctx } from '#platform/context'
import { channelsThat } from '#channels/facts'
import { type Db, sql } from '#platform/database/sql'
import { hasFeature, isServed } from '#modules/companies'
import { checkCounts } from './items.repository.ts'

/** Companies with numbers to check and a connection that can be asked. */
export async function companiesToCheck(operator: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from companies c join plans p on p.id = c.plan_id
    where ${isServed} and ${hasFeature('useCampaigns')}
      and exists (select from contact_list_items i where i.company_id = c.id and i.needs_check)
      and exists (select from connections n
                  where n.company_id = c.id and n.status = 'connected' and n.archived_at is null
                    and n.channel = any (${channelsThat((facts) => facts.checksNumbers)}))
    order by c.id`.execute(operator)
  return rows.map(({ id }) => id)
}

/** Some people whose number was asked for in another list need no check of their own. */
export async function settleKnown({ companyId, db }: Ctx, most: number): Promise<void> {
  await sql`
    with known as (
      select i.id from contact_list_items i
      join number_checks c on c.company_id = i.company_id and c.number_key = i.number_key
      where i.company_id = ${companyId} and i.needs_check and c.checked_at > now() - make_interval(days => ${checkCounts})
      limit ${most})
    update contact_list_items i set needs_check = false from known
    where i.company_id = ${companyId} and i.id = known.id`.execute(db)
}

/** Of those who wait, the one who has waited longest. */
export async function nextUnchecked({ companyId, db }: Ctx): Promise<string | undefined> {
  const { rows } = await sql<{ number: string }>`
    select number from contact_list_items where company_id = ${companyId} and needs_check order by id limit 1`.execute(
    db,
  )
  return rows[0]?.number
}

/** Keeps what the network says of a number. Returns the people of all lists who were waiting for it. */
export async function storeCheck({ companyId, db }: Ctx, number: string, address: string | null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with stored as (
      insert into number_checks (company_id, number_key, is_valid, address)
      values (${companyId}, phone_key(${number}), ${address !== null}, ${address})
      on conflict (company_id, number_key) do update
        set is_valid = excluded.is_valid, address = excluded.address, checked_at = now())
    update contact_list_items set needs_check = false
    where company_id = ${companyId} and number_key = phone_key(${number}) and needs_check
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Answers of too long ago are dropped, and their numbers are checked again. */
export async function forgetOldChecks(operator: Db): Promise<void> {
  await sql`
    with gone as (
      delete from number_checks where checked_at < now() - make_interval(days => ${checkCounts})
      returning company_id, number_key)
    update contact_list_items i set needs_check = true from gone
    where i.company_id = gone.company_id and i.number_key = gone.number_key`.execute(operator)
}

export async function forgetChecks({ companyId, db }: Ctx, keys: readonly string[]): Promise<void> {
  await sql`
    delete from number_checks where company_id = ${companyId} and number_key = any (${[...keys]}::text[])`.execute(db)
}

/** Whoever writes can be reached. */
export async function forgetInvalid({ companyId, db }: Ctx, numbers: readonly string[]): Promise<void> {
  await sql`
    delete from number_checks
    where company_id = ${companyId} and number_key in (select phone_key(n) from unnest(${[...numbers]}::text[]) n) and not is_valid`.execute(
    db,
  )
}
