import { Email } from '@guiche/contract'
import type { Db } from '#platform/database/sql'
import { adminEmails } from './notices.repository.ts'

/** The company's address and those of its admins, each once. */
export async function payerAddresses(
  db: Db,
  { companyId, email }: { companyId: number; email: string },
): Promise<string[]> {
  const given = [email, ...(await adminEmails(db, companyId))].map((one) => one.trim().toLowerCase())
  return [...new Set(given)].filter((one) => Email.safeParse(one).success)
}
