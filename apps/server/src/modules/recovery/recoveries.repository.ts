import { type Db, sql } from '#platform/database/sql'
import { seal, sealingKeyId, unseal } from '#platform/security/seal'
import type { NoticeRecipient } from '#modules/user-notices'
import { formsOf, isEmail } from './sought.ts'

/** In seconds: how long a code is valid, and how long after it a new password may be chosen (S30). */
export const validFor = 600
/** Tries of one request (S31). */
const maxTries = 3
/** Codes of one user, whichever way they were asked for (S33). With three tries each, 18 guesses a day. */
const maxCodes = { hour: 3, day: 6 }

const aadOf = (browserHash: Buffer) => `recovery:${browserHash.toString('base64url')}`

interface NewRequest {
  resetHash: Buffer
  browserHash: Buffer
  sought: string
  address: string
}

/** Returns its number. What was typed is sealed until somebody was looked for by it. */
export async function insertRequest(operator: Db, key: Buffer, request: NewRequest): Promise<number> {
  const { resetHash, browserHash, sought, address } = request
  const { rows } = await sql<{ id: number }>`
    insert into recoveries (reset_hash, browser_hash, key_id, sought, address, expires_at)
    values (${resetHash}, ${browserHash}, ${sealingKeyId}, ${seal(key, sought, aadOf(browserHash))}, ${address}, now() + make_interval(secs => ${validFor}))
    returning id`.execute(operator)
  const [row] = rows
  if (!row) throw new Error('a request was not stored')
  return row.id
}

export interface Request {
  id: number
  sought: string
  browserHash: Buffer
  address: string
}

/** Locks a request that nobody was looked for yet; undefined: it is done, or too old. */
export async function takeRequest(db: Db, key: Buffer, id: number): Promise<Request | undefined> {
  const { rows } = await sql<{ sought: Buffer; browser_hash: Buffer; address: string }>`
    select sought, browser_hash, host(address) as address from recoveries
    where id = ${id} and sought is not null and expires_at > now() for update`.execute(db)
  const [row] = rows
  if (!row) return undefined
  await sql`update recoveries set sought = null where id = ${id}`.execute(db)
  const { sought, browser_hash: browserHash, address } = row
  return { id, sought: unseal(key, sought, aadOf(browserHash)), browserHash, address }
}

const foundUser = sql`
  select u.company_id as "companyId", u.id as "userId", u.email, u.phone, u.language from users u
  join companies c on c.id = u.company_id and c.active`

/** The user with this login or number, in any company. Undefined: nobody has it, or several have the number. */
export async function findSought(db: Db, sought: string): Promise<NoticeRecipient | undefined> {
  const { rows } = isEmail(sought)
    ? await sql<NoticeRecipient>`
        ${foundUser}
        join address_book a on a.company_id = u.company_id and a.target_id = u.id
        where a.kind = 'login' and a.key = ${sought.toLowerCase()} and u.archived_at is null`.execute(db)
    : await sql<NoticeRecipient>`
        ${foundUser}
        where u.phone is not null and u.archived_at is null
          and phone_key(u.phone) in (select phone_key(form) from unnest(${formsOf(sought)}::text[]) as form)
        limit 2`.execute(db)
  return rows.length === 1 ? rows[0] : undefined
}

export async function findRecipient(
  db: Db,
  { companyId, userId }: { companyId: number; userId: number },
): Promise<NoticeRecipient | undefined> {
  const { rows } = await sql<NoticeRecipient>`
    ${foundUser} where u.company_id = ${companyId} and u.id = ${userId} and u.archived_at is null`.execute(db)
  return rows[0]
}

/**
 * Makes the code the only one of this user: those of older requests are void. False: the user has had too many, or has
 * asked again since, and gets none.
 */
export async function assignCode(
  db: Db,
  { id, codeHash }: { id: number; codeHash: Buffer },
  { companyId, userId }: Pick<NoticeRecipient, 'companyId' | 'userId'>,
): Promise<boolean> {
  // Requests of one user are handled one after the other.
  await sql`select from users where company_id = ${companyId} and id = ${userId} for no key update`.execute(db)
  const { rows } = await sql<{ hour: number; day: number; newest: number | null }>`
    select count(*) filter (where created_at > now() - interval '1 hour')::int as hour, count(*)::int as day, max(id) as newest
    from recoveries
    where target_company_id = ${companyId} and target_user_id = ${userId} and created_at > now() - interval '24 hours'`.execute(
    db,
  )
  const { hour = 0, day = 0, newest = null } = rows[0] ?? {}
  if (hour >= maxCodes.hour || day >= maxCodes.day || (newest ?? 0) > id) return false
  await sql`
    update recoveries set expires_at = now()
    where target_company_id = ${companyId} and target_user_id = ${userId} and expires_at > now()`.execute(db)
  await sql`
    update recoveries set target_company_id = ${companyId}, target_user_id = ${userId}, code_hash = ${codeHash}
    where id = ${id}`.execute(db)
  return true
}

interface Tried {
  isRight: boolean
  /** It was the last try, and wrong. */
  isOver: boolean
  companyId: number | null
  userId: number | null
}

/**
 * Counts the try and compares, in one statement, so that parallel tries are counted too. Undefined: nothing was compared,
 * because there is no such request or it is over.
 */
export async function tryCode(
  operator: Db,
  { browserHash, codeHash }: { browserHash: Buffer; codeHash: Buffer },
): Promise<Tried | undefined> {
  const { rows } = await sql<Tried>`
    update recoveries set tries = tries + 1,
      verified_at = case when code_hash = ${codeHash} then now() end,
      expires_at = case when code_hash = ${codeHash} then now() + make_interval(secs => ${validFor}) else expires_at end
    where browser_hash = ${browserHash} and tries < ${sql.lit(maxTries)} and verified_at is null and expires_at > now()
    returning verified_at is not null as "isRight", verified_at is null and tries >= ${sql.lit(maxTries)} as "isOver",
      target_company_id as "companyId", target_user_id as "userId"`.execute(operator)
  return rows[0]
}

interface Target {
  companyId: number
  userId: number
}

const isVerified = sql`verified_at is not null and used_at is null and expires_at > now() and target_user_id is not null`

interface Proof {
  resetHash: Buffer
  browserHash: Buffer
}

/** Whose password a verified request of this browser may set; undefined: none (S32). */
export async function findVerified(operator: Db, { resetHash, browserHash }: Proof): Promise<Target | undefined> {
  const { rows } = await sql<{ companyId: number | null; userId: number | null }>`
    select target_company_id as "companyId", target_user_id as "userId" from recoveries
    where reset_hash = ${resetHash} and browser_hash = ${browserHash} and ${isVerified}`.execute(operator)
  const { companyId = null, userId = null } = rows[0] ?? {}
  return companyId === null || userId === null ? undefined : { companyId, userId }
}

/** False: it was used or has run out meanwhile. Of several uses at once one succeeds. */
export async function spendRequest(operator: Db, { resetHash, browserHash }: Proof): Promise<boolean> {
  const { rows } = await sql`
    update recoveries set used_at = now()
    where reset_hash = ${resetHash} and browser_hash = ${browserHash} and ${isVerified} returning id`.execute(operator)
  return rows.length > 0
}

/** Requests that count for no limit any more. */
export async function removeOldRequests(operator: Db, most: number): Promise<number> {
  const { rows } = await sql`
    delete from recoveries where id in (
      select id from recoveries where created_at < now() - interval '48 hours' limit ${most}) returning id`.execute(
    operator,
  )
  return rows.length
}
