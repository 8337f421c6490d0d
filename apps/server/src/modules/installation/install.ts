import { randomInt } from 'node:crypto'
import { neverDue } from '@guiche/contract'
import { type Db, sql } from '#platform/database/sql'
import type { Units } from '#platform/database/unit-of-work'
import { ConfigError } from '#platform/process/config'
import { hashPassword, isAcceptable } from '#platform/security/passwords'
import { insertAdmin, insertCompany, insertPlan } from '#modules/companies'

interface Installation {
  units: Units
  adminEmail: string | undefined
  adminPassword: string | undefined
}

export interface Installed {
  email: string
  /** Made here, to be shown once: it is kept nowhere. Undefined: the one that was given. */
  password: string | undefined
  passwordHash: string
}

/** The platform's own company, which never expires (docs/requirements/workspace.md, section 3). */
const platformCompany = 1

/**
 * On an empty database: a plan, the platform's company and its super user. A password that was made up here and never
 * changed ends in a day, and the next start makes another (S19); so does one after a start that was cut off before it
 * was told. Undefined: all that is there already.
 */
export async function install({
  units: { operator },
  adminEmail = 'admin@guiche.local',
  adminPassword,
}: Installation): Promise<Installed | undefined> {
  if (adminPassword !== undefined && !isAcceptable(adminPassword, { strong: true }))
    throw new ConfigError(
      'GUICHE_ADMIN_PASSWORD is one of the passwords that everybody tries first; choose another one.',
    )
  const password = adminPassword === undefined ? randomPassword() : undefined
  const passwordHash = await hashPassword(adminPassword ?? password ?? '')

  return operator.transaction().execute(async (db) => {
    // Of processes that start at the same moment one installs, the others wait and find it done.
    await sql`select pg_advisory_xact_lock(hashtext('guiche installation'))`.execute(db)
    const { rows } = await sql`select from companies limit 1`.execute(db)
    if (rows.length > 0) return renewPassword(db, { password, passwordHash })

    const plan = await insertPlan(db, everything)
    await insertPlatformCompany(db, { ...blank, email: adminEmail, planId: plan.id })
    await insertAdmin(db, {
      companyId: platformCompany,
      name: 'Administrador',
      email: adminEmail,
      passwordHash,
      isSuper: true,
      isMadeUp: password !== undefined,
    })
    await sql`update users set password_is_untold = true where company_id = ${platformCompany} and is_super`.execute(db)
    return { email: adminEmail, password, passwordHash }
  })
}

/**
 * Says it and remembers that it was said. Of processes that start at the same moment each makes a password up; only the
 * last one counts, and whoever made that one tells it.
 */
export async function tell(
  { operator }: Units,
  installed: Installed | undefined,
  say: (installed: Installed | undefined) => void,
): Promise<void> {
  if (!installed) return say(undefined)
  await operator.transaction().execute(async (db) => {
    const { rows } = await sql`
      update users set password_is_untold = false
      where company_id = ${platformCompany} and is_super and password_is_untold and password_hash = ${installed.passwordHash}
      returning id`.execute(db)
    // Cut off between here and the commit it was said and is made anew, which is better than kept and never said.
    say(rows.length > 0 ? installed : undefined)
  })
}

async function renewPassword(
  db: Db,
  { password, passwordHash }: { password: string | undefined; passwordHash: string },
): Promise<Installed | undefined> {
  const { rows } = await sql<{ email: string }>`
    update users set password_hash = ${passwordHash}, updated_at = now(),
      password_expires_at = case when ${password !== undefined} then now() + interval '24 hours' end, password_is_untold = true
    where company_id = ${platformCompany} and is_super and archived_at is null
      and (password_is_untold or password_expires_at <= now())
    returning email`.execute(db)
  return rows[0] && { email: rows[0].email, password, passwordHash }
}

/** An installation that was broken off has used the number up; taken by hand without that, the next company would get it again. */
async function insertPlatformCompany(db: Db, company: Parameters<typeof insertCompany>[1]): Promise<void> {
  const id = await insertCompany(db, company)
  if (id === platformCompany) return
  await sql`delete from companies where id = ${id}`.execute(db)
  await insertCompany(db, { ...company, id: platformCompany })
}

const blank = {
  name: 'Guichê',
  phone: '',
  document: '',
  paymentMethod: '',
  status: true,
  dueDate: neverDue,
  recurrence: '',
} as const

const everything = {
  name: 'Plataforma',
  users: 100_000,
  connections: 100_000,
  queues: 100_000,
  amount: 0,
  isPublic: false,
  useWhatsapp: true,
  useFacebook: true,
  useInstagram: true,
  useCampaigns: true,
  useSchedules: true,
  useInternalChat: true,
  useExternalApi: true,
  useKanban: true,
  useOpenAi: true,
  useIntegration: true,
}

/** Without letters that are taken for each other when they are typed off. */
function randomPassword(): string {
  const letters = 'ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789'
  const password = Array.from({ length: 20 }, () => letters[randomInt(letters.length)]).join('')
  return isAcceptable(password, { strong: true }) ? password : randomPassword()
}
