import { type Db, type RawBuilder, sql } from '#platform/database/sql'

type Kind = 'login' | 'web_chat' | 'api_token' | 'named_token' | 'visitor' | 'meta_page' | 'cloud_phone'

interface Company {
  companyId: number
  db: Db
}

/**
 * Registers a key from outside, such as a login address, for a target in this company. False: some company has it
 * already.
 */
export async function enterAddress(
  { companyId, db }: Company,
  { kind, key, targetId }: { kind: Kind; key: string; targetId: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into address_book (kind, key, company_id, target_id) values (${kind}, ${key}, ${companyId}, ${targetId})
    on conflict do nothing returning target_id`.execute(db)
  return rows.length > 0
}

export async function removeAddresses({ companyId, db }: Company, kinds: Kind[], targetId: number): Promise<void> {
  await sql`
    delete from address_book
    where company_id = ${companyId} and kind = any (${kinds}::text[]) and target_id = ${targetId}`.execute(db)
}

/** Works across companies, because keys are unique among all of them. */
export async function removeKeys(operator: Db, kind: Kind, keys: readonly string[]): Promise<void> {
  await sql`delete from address_book where kind = ${kind} and key = any (${[...keys]}::text[])`.execute(operator)
}

/** Works across companies too: removes a key if the condition about its row `b` holds in that moment. */
export async function removeKeyIf(
  operator: Db,
  { kind, key }: { kind: Kind; key: string },
  condition: RawBuilder<boolean>,
): Promise<void> {
  await sql`delete from address_book b where b.kind = ${kind} and b.key = ${key} and ${condition}`.execute(operator)
}
