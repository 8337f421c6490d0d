import { type Db, sql } from '#platform/database/sql'

export interface TermsRow {
  version: number
  text: string
  created_at: Date
}

/** A migration has written the first version, so there always is one. */
export async function newestTerms(operator: Db): Promise<TermsRow> {
  const { rows } = await sql<TermsRow>`
    select version, text, created_at from terms order by version desc limit 1`.execute(operator)
  return one(rows)
}

export async function insertTerms(operator: Db, { text, userId }: { text: string; userId: number }): Promise<TermsRow> {
  const { rows } = await sql<TermsRow>`
    insert into terms (text, created_by_user_id) values (${text}, ${userId}) returning version, text, created_at`.execute(
    operator,
  )
  return one(rows)
}

interface Acceptance {
  companyId: number
  userId: number
  version: number
  address: string
}

export async function insertAcceptance(
  operator: Db,
  { companyId, userId, version, address }: Acceptance,
): Promise<void> {
  await sql`
    insert into terms_acceptances (company_id, user_id, version, address)
    values (${companyId}, ${userId}, ${version}, ${address})`.execute(operator)
}

function one(rows: TermsRow[]): TermsRow {
  const [terms] = rows
  if (!terms) throw new Error('there are no terms')
  return terms
}
