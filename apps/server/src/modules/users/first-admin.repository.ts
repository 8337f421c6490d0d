import { type Db, sql } from '#platform/database/sql'
import { badRequest } from '#platform/errors'
import { enterAddress } from '#modules/companies'
import { storePassword } from './users.repository.ts'

interface NewAdmin {
  companyId: number
  name: string
  email: string
  passwordHash: string
  isSuper: boolean
  /** The password was generated and is valid for a day. */
  isMadeUp?: boolean
}

/**
 * Returns the id of the user. A super user is shown the password once, whether given or generated. Throws ERR_EMAIL_NOT_ACCEPTED if any company has
 * a login with this address (S9).
 */
export async function insertAdmin(
  operator: Db,
  { companyId, name, email, passwordHash, isSuper, isMadeUp = false }: NewAdmin,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into users (company_id, name, email, password_hash, password_expires_at, password_is_untold, profile, is_super, sees_dashboard, sees_real_time, manages_connections)
    values (${companyId}, ${name}, ${email}, ${passwordHash},
      case when ${isMadeUp} then now() + interval '24 hours' end, ${isSuper}, 'admin', ${isSuper}, true, true, true)
    returning id`.execute(operator)
  const userId = rows[0]?.id ?? 0
  const book = { companyId, db: operator }
  const isFree = await enterAddress(book, { kind: 'login', key: email.toLowerCase(), targetId: userId })
  if (!isFree) throw badRequest('ERR_EMAIL_NOT_ACCEPTED')
  return userId
}

/** Records that the first super user's password was shown. False: another process has generated a new one since. */
export async function markPasswordTold(operator: Db, companyId: number, passwordHash: string): Promise<boolean> {
  const { rows } = await sql`
    update users set password_is_untold = false
    where company_id = ${companyId} and is_super and password_is_untold and password_hash = ${passwordHash}
    returning id`.execute(operator)
  return rows.length > 0
}

/**
 * Replaces a first password that was never shown or has expired. Returns the e-mail address of the user, if there was
 * one.
 */
export async function renewFirstPassword(
  operator: Db,
  companyId: number,
  { passwordHash, isMadeUp }: { passwordHash: string; isMadeUp: boolean },
): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    update users set password_hash = ${passwordHash}, updated_at = now(),
      password_expires_at = case when ${isMadeUp} then now() + interval '24 hours' end, password_is_untold = true
    where company_id = ${companyId} and is_super and archived_at is null
      and (password_is_untold or password_expires_at <= now())
    returning email`.execute(operator)
  return rows[0]?.email
}

/** Gives a one-time password to the super user who was there first. Undefined: there is none. */
export async function resetOldestSuper(
  operator: Db,
  companyId: number,
  passwordHash: string,
): Promise<{ id: number; email: string } | undefined> {
  const { rows } = await sql<{ id: number; email: string }>`
    select id, email from users
    where company_id = ${companyId} and is_super and archived_at is null order by id limit 1 for update`.execute(
    operator,
  )
  const [user] = rows
  if (user) await storePassword({ companyId, db: operator }, user.id, { hash: passwordHash, isTemporary: true })
  return user
}
